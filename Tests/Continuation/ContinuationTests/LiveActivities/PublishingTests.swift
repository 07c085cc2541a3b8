import Foundation
import Storage
import Testing

@testable import Activities
@testable import Continuation

@Suite("Publishing to a center")
struct PublishingTests {
  private func read(_ book: String) throws -> UserActivity {
    var activity = try UserActivity(
      activityType: "org.example.reader.read", title: "Read \(book)",
      userInfo: ["book": .string(book), "page": 7],
      requiredUserInfoKeys: ["book"])
    activity.suggestedInvocationPhrase = "My book"
    return activity
  }

  @Test("a published value is current like a live activity, and donated each time")
  func publish() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let live = try world.activity("Emma")
    try await live.becomeCurrent()
    let context = Context(at: world.clock.context.instant.advanced(bySeconds: 5))
    let donation = try await world.center.publish(read("Persuasion"), in: context, source: .suggestion)
    #expect(donation.context == context && donation.details.source == .suggestion && !live.isCurrent)
    try await world.center.publish(read("Persuasion"))
    #expect(try await world.recorder.donations.count == 3)
    #expect(await world.center.currentActivity().content?.activity.title == "Read Persuasion")
    #expect(
      try await story.events() == [
        "current Read Emma in application", "replaced Read Emma after 5",
        "current Read Persuasion in application",
        "replaced Read Persuasion after 0", "current Read Persuasion in application",
      ])
  }

  @Test("P16: an expired activity is donated, because it happened, but is not current")
  func expired() async throws {
    let world = try LiveWorld()
    var activity = try read("Emma")
    activity.expirationDate = Date(timeIntervalSince1970: 0)
    let donation = try await world.center.publish(activity)
    #expect(try await world.recorder.donations == [donation])
    #expect(await world.center.currentActivity() == .nothing)
  }

  @Test("rows 55, 58: the donation carries the publisher, the interaction, and an identifier to delete it by")
  func stamps() async throws {
    let world = try LiveWorld()
    var activity = try read("Emma")
    activity.publisher = "somebody.else"
    activity.interaction = try Interaction(actionName: "read", trigger: .phrase)
    let donated = try await world.center.publish(activity).activity
    #expect(donated.publisher == "org.example" && donated.interaction == activity.interaction)
    #expect(
      donated.persistentIdentifier == world.center.application.persistentIdentifier(for: activity.identity))
    activity.persistentIdentifier = "mine"
    #expect(try await world.center.publish(activity).activity.persistentIdentifier == "mine")
    let nobody = try LiveWorld(publisher: false)
    #expect(try await nobody.center.publish(activity).activity.publisher == nil)
  }

  @Test("row 96: the donation carries whether it may be suggested, as it is at that moment")
  func eligibility() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    #expect(try await activity.becomeCurrent()?.activity.isEligibleForPrediction == false)
    await activity.resignCurrent()
    activity.isEligibleForPrediction = true
    #expect(try await activity.becomeCurrent()?.activity.isEligibleForPrediction == true)
    #expect(try await world.center.publish(read("Persuasion")).activity.isEligibleForPrediction)
  }

  @Test("P17: only required keys are handed back after a restart, and continuation still works")
  func restoration() async throws {
    struct Page: Decodable {
      var book: String
      var page: Int?
    }
    let log = InMemoryDonationStore()
    do {
      let world = try LiveWorld()
      let activity = try world.activity("Emma")
      activity.userInfo["page"] = 12
      try await activity.becomeCurrent()
      _ = try await log.ingest(verbatim: try await world.recorder.donations)
    }
    // after a restart of the program only the log remains
    let restarted = try LiveWorld()
    let donation = try #require(await log.donations(of: .me, in: 0..<Int64.max, after: nil, limit: 1).first)
      .donation
    var handedBack = donation.activity
    handedBack.userInfo = handedBack.restorationPayload
    #expect(handedBack.userInfo == ["book": "Emma"])
    let continued = try LiveUserActivity(continuing: handedBack, in: restarted.center)
    let page = try continued.typedPayload(Page.self)
    #expect(page.book == "Emma" && page.page == nil && continued.identity == donation.identity)
    #expect(try await continued.becomeCurrent(source: .suggestion)?.details.source == .suggestion)
  }

  @Test(
    "row 53: too many publications of a type within a minute cause advice, once, and again after a pause")
  func rate() async throws {
    var policy = ActivityCenter.Policy()
    policy.publicationsPerMinute = 3
    let world = try LiveWorld(policy: policy)
    let story = EventStory(world.center)
    func publish(_ count: Int) async throws -> [String] {
      for number in 0..<count {
        try await world.center.publish(read("Emma \(number)"))
        world.clock.advance(seconds: 1)
      }
      return try await story.events(withAdvice: true).filter { $0.hasPrefix("advice") }
    }
    #expect(try await publish(3).isEmpty)
    #expect(try await publish(4).count == 1)
    world.clock.advance(seconds: 60)
    #expect(try await publish(3).isEmpty)
    #expect(try await publish(1) == ["advice publishedOften(count: 4, advised: 3)"])
    #expect(ActivityCenter.Policy().publicationsPerMinute == 20)
  }

  @Test("row 53: the largest number switches this advice off")
  func unlimitedRate() async throws {
    var policy = ActivityCenter.Policy()
    policy.publicationsPerMinute = .max
    let world = try LiveWorld(policy: policy)
    try await world.center.publish(read("Emma"))
    #expect(try await world.recorder.donations.count == 1)
  }

  @Test("row 69: a value is published unchanged: it needs no save, and owners do not rebuild it")
  func complete() async throws {
    let world = try LiveWorld()
    await world.gate.open()
    await world.center.setContributor(for: .application) { ["book": "another one"] }
    var activity = try read("Emma")
    activity.isEligibleForHandoff = true
    let story = EventStory(world.center)
    try await world.center.publish(activity)
    let offer = try #require(await world.center.handoffActivities().first)
    #expect(try await world.center.payload(for: offer.token).userInfo == activity.userInfo)
    await world.center.flush()
    #expect(try await story.events() == ["current Read Emma in application"])
    #expect(await world.gate.arrivals == 0)
  }

  @Test("row 89: a large activity causes advice, and is donated anyway")
  func advice() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    var activity = try read("Emma")
    activity.userInfo["text"] = .string(String(repeating: "x", count: 1_500))
    try await world.center.publish(activity)
    let advice = try await story.events(withAdvice: true).filter { $0.hasPrefix("advice") }
    #expect(advice == ["advice largePayload(size: \(activity.payloadSize), advised: 1024)"])
    #expect(try await world.recorder.donations.count == 1)
  }

  @Test("row 61: an activity is donated when the user does it, not when it is created, changed or saved")
  func notAnIndex() async throws {
    let world = try LiveWorld()
    for number in 0..<10 {
      let activity = try world.activity("Book \(number)")
      activity.isEligibleForSearch = true
      activity.needsSave = true
    }
    await world.center.flush()
    #expect(await world.recorder.calls == 0)
  }
}

@Suite("Deleting saved activities")
struct DeletingSavedTests {
  @Test("a recorder may call back while it forgets, without waiting for itself")
  func callingBack() async throws {
    let recorder = CallingBack()
    let clock = HandClock()
    let center = ActivityCenter(
      application: try Application(identifier: "org.example.reader"), recorder: recorder,
      circumstances: { clock.context })
    await recorder.call(center)
    #expect(try await center.deleteAllSavedUserActivities() == 7)
  }

  private actor CallingBack: DonationRecorder {
    private weak var center: ActivityCenter?

    func call(_ center: ActivityCenter) { self.center = center }
    func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt { AppendReceipt() }
    func forget(_ deletion: Deletion) async throws -> Int {
      await center?.flush()
      return 7
    }
  }

  @Test("P11: deleting by identifier, given or derived, removes the activity, and keeps other programs'")
  func byIdentifier() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let (named, derived, other) = (
      try world.activity("Emma"), try world.activity("Persuasion"), try world.activity("Sanditon")
    )
    named.persistentIdentifier = "emma"
    for activity in [named, derived, other] { try await activity.becomeCurrent() }
    var foreign = Donation.Details()
    foreign.program = "org.example.writer"
    _ = try await world.recorder.donate(
      occurrenceOf: named.snapshot, by: .me, in: world.clock.context, details: foreign)
    try await named.becomeCurrent()
    let identifier = world.center.application.persistentIdentifier(for: derived.identity)
    #expect(
      try await world.center.deleteSavedUserActivities(withPersistentIdentifiers: [
        "emma", identifier, "none",
      ]) == 3)
    #expect(!named.isValid && !named.isCurrent)
    let left = try await world.recorder.donations
    #expect(left.map(\.activity.title) == ["Read Sanditon", "Read Emma"])
    #expect(left.map(\.program) == ["org.example.reader", "org.example.writer"])
    #expect(
      try await story.events().suffix(3) == [
        "invalidated Read Emma after 0", "invalidated Read Emma", "deleted 3",
      ])
  }

  @Test(
    "P12: deleting all removes this program's, also with a clock ahead, and keeps other programs' and users'"
  )
  func all() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    try await activity.becomeCurrent()
    world.clock.advance(seconds: 3_600)
    try await world.activity("Persuasion").becomeCurrent()
    world.clock.advance(seconds: -3_600)
    var foreign = Donation.Details()
    foreign.program = "org.example.writer"
    _ = try await world.recorder.donate(
      occurrenceOf: activity.snapshot, by: .me, in: world.clock.context, details: foreign)
    #expect(try await world.center.deleteAllSavedUserActivities() == 2)
    #expect(try await world.recorder.donations.map(\.program) == ["org.example.writer"])
    #expect(await world.center.handoffActivities().isEmpty)
    #expect(try await world.activity("Emma").becomeCurrent() != nil, "the program goes on")
  }
}
