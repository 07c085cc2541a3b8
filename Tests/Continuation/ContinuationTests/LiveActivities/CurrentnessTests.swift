import Foundation
import Synchronization
import Testing

@testable import Activities
@testable import Continuation

@Suite("Becoming current and resigning")
struct CurrentnessTests {
  @Test("row 76: it is donated once, by this program, with the context's time, and saved once before")
  func becomesCurrent() async throws {
    let world = try LiveWorld()
    let delegate = RecordingDelegate { $0.userInfo["page"] = 12 }
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    let donation = try #require(try await activity.becomeCurrent())
    #expect(try await world.recorder.donations == [donation])
    #expect(donation.program == "org.example.reader" && donation.details.source == .user)
    #expect(donation.context.instant.milliseconds == HandClock.start)
    #expect(
      donation.activity.userInfo == ["book": "Emma", "page": 12], "the donation holds what the save filled in"
    )
    #expect(delegate.saves == 1 && delegate.told.withLock { $0.needsSaveDuringSave } == [false])
  }

  @Test(
    "P19: becoming current repeatedly without resigning makes one donation and one save callback",
    arguments: 1...20)
  func twice(more: Int) async throws {
    let world = try LiveWorld()
    let delegate = RecordingDelegate()
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    #expect(try await activity.becomeCurrent() != nil)
    for _ in 0..<more { #expect(try await activity.becomeCurrent() == nil) }
    #expect(try await world.center.setActivity(activity, for: .application) == nil)
    #expect(try await world.recorder.donations.count == 1 && delegate.saves == 1)
  }

  @Test("P19: many tasks that make it current at once make one donation", arguments: 0..<20)
  func concurrently(round: Int) async throws {
    let world = try LiveWorld()
    let delegate = RecordingDelegate { _ in await Task.yield() }
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    let donated = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { try await activity.becomeCurrent() != nil } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(try await world.recorder.donations.count == 1 && donated == 1 && delegate.saves == 1)
  }

  @Test("row 76: activities become current in the order of the calls, however slow a save is")
  func order() async throws {
    let world = try LiveWorld()
    let saving = Gate()
    let (slow, quick) = (try world.activity("Emma"), try world.activity("Persuasion"))
    let delegate = RecordingDelegate { _ in await saving.pass() }
    slow.delegate = delegate
    let first = Task { try await slow.becomeCurrent() }
    await saving.waitForArrivals(1)
    let second = Task { try await quick.becomeCurrent() }
    for _ in 0..<500 { await Task.yield() }
    #expect(!quick.isCurrent, "it waits for its turn")
    await saving.open()
    _ = try await (first.value, second.value)
    #expect(quick.isCurrent && !slow.isCurrent)
    #expect(try await world.recorder.donations.map(\.activity.title) == ["Read Emma", "Read Persuasion"])
  }

  @Test("the owner's activity that is becoming current resigns, and not the previous one instead")
  func resigningInOrder() async throws {
    let world = try LiveWorld()
    let saving = Gate()
    let (before, slow) = (try world.activity("Persuasion"), try world.activity("Emma"))
    try await before.becomeCurrent()
    let delegate = RecordingDelegate { _ in await saving.pass() }
    slow.delegate = delegate
    let first = Task { try await slow.becomeCurrent() }
    await saving.waitForArrivals(1)
    let second = Task { await world.center.resignCurrent() }
    for _ in 0..<500 { await Task.yield() }
    await saving.open()
    _ = try await (first.value, second.value)
    #expect(!before.isCurrent && !slow.isCurrent)
    #expect(await world.center.currentActivity() == .nothing)
  }

  @Test("a task cancelled while it waits still gets its turn, and so does the next one")
  func cancelledWhileWaiting() async throws {
    let world = try LiveWorld()
    let saving = Gate()
    let activities = try ["Emma", "Persuasion", "Sanditon"].map { try world.activity($0) }
    let delegate = RecordingDelegate { _ in await saving.pass() }
    activities[0].delegate = delegate
    let first = Task { try await activities[0].becomeCurrent() }
    await saving.waitForArrivals(1)
    let second = Task { try await activities[1].becomeCurrent() }
    for _ in 0..<500 { await Task.yield() }
    let third = Task { try await activities[2].becomeCurrent() }
    for _ in 0..<500 { await Task.yield() }
    second.cancel()
    await saving.open()
    _ = try await (first.value, second.value, third.value)
    #expect(
      try await world.recorder.donations.map(\.activity.title) == [
        "Read Emma", "Read Persuasion", "Read Sanditon",
      ])
    #expect(activities.map(\.isCurrent) == [false, false, true])
  }

  @Test("row 76: the previous activity resigns first, with its time until then")
  func replaced() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let (emma, persuasion) = (try world.activity("Emma"), try world.activity("Persuasion"))
    try await emma.becomeCurrent()
    world.clock.advance(seconds: 90)
    try await persuasion.becomeCurrent()
    #expect(!emma.isCurrent && persuasion.isCurrent)
    #expect(
      try await story.events() == [
        "current Read Emma in application", "replaced Read Emma after 90",
        "current Read Persuasion in application",
      ])
  }

  @Test("row 77: resigning reports how long it was current; becoming current again counts as doing it again")
  func resigns() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let delegate = RecordingDelegate()
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    try await activity.becomeCurrent()
    world.clock.advance(seconds: 125)
    await activity.resignCurrent()
    await activity.resignCurrent()
    #expect(!activity.isCurrent && activity.isValid)
    #expect(await world.center.handoffActivities().isEmpty)
    #expect(try await activity.becomeCurrent() != nil && delegate.saves == 2)
    #expect(try await world.recorder.donations.count == 2)
    world.clock.advance(seconds: -60)
    await activity.resignCurrent()
    #expect(
      try await story.events() == [
        "current Read Emma in application", "resigned Read Emma after 125",
        "current Read Emma in application",
        "resigned Read Emma after 0",
      ])
  }

  @Test(
    "row 78: an invalidated activity never becomes current again and returns no donation; its setters still work"
  )
  func invalidated() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let other = try world.activity("Persuasion")
    let activity = try world.activity("Emma")
    try await activity.becomeCurrent()
    await activity.invalidate()
    await activity.invalidate()
    #expect(!activity.isValid && !activity.isCurrent)
    #expect(await world.center.handoffActivities().isEmpty)
    activity.title = "Still settable"
    #expect(activity.title == "Still settable")
    try await other.becomeCurrent()
    #expect(try await activity.becomeCurrent() == nil && other.isCurrent, "the one before stays")
    #expect(try await world.recorder.donations.count == 2)
    #expect(
      try await story.events() == [
        "current Read Emma in application", "invalidated Read Emma after 0", "invalidated Read Emma",
        "current Read Persuasion in application",
      ])
  }

  @Test("an activity that cannot be donated does not become current, and the previous one stays")
  func refusedDonation() async throws {
    let world = try LiveWorld()
    let (emma, persuasion) = (try world.activity("Emma"), try world.activity("Persuasion"))
    try await emma.becomeCurrent()
    await world.recorder.refuse(true)
    await #expect(throws: CountingRecorder.Refusal.self) { try await persuasion.becomeCurrent() }
    #expect(emma.isCurrent && !persuasion.isCurrent)
    await world.recorder.refuse(false)
    #expect(try await persuasion.becomeCurrent() != nil)
    #expect(try await world.recorder.donations.count == 2)
  }

  @Test("row 89: a payload above the limit is rejected first")
  func tooLarge() async throws {
    var policy = ActivityCenter.Policy()
    policy.payloadLimits.maximalSize = 200
    let world = try LiveWorld(policy: policy)
    let activity = try world.activity("Emma")
    activity.userInfo["text"] = .string(String(repeating: "x", count: 500))
    let size = activity.snapshot.payloadSize
    await #expect(throws: PayloadError.tooLarge(size: size, limit: 200)) {
      try await activity.becomeCurrent()
    }
    #expect(await world.recorder.calls == 0 && !activity.isCurrent)
    activity.userInfo["text"] = .double(.nan)
    await #expect(throws: ActivityError.notFinite(field: "userInfo")) { try await activity.becomeCurrent() }
    await #expect(throws: ActivityError.notFinite(field: "userInfo")) {
      try await world.center.publish(activity.snapshot)
    }
    #expect(await world.recorder.calls == 0)
  }

  @Test("P16: an expired activity is not current, not offered, not continued")
  func expired() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let activity = try world.activity("Emma")
    activity.expirationDate = Date(timeIntervalSince1970: Double(HandClock.start) / 1_000 + 60)
    try await activity.becomeCurrent()
    let offer = try #require(await world.center.handoffActivities().first)
    world.clock.advance(seconds: 60)
    #expect(await world.center.handoffActivities().isEmpty && !activity.isCurrent)
    #expect(await world.center.currentActivity() == .nothing)
    await #expect(throws: LiveActivityError.notOffered) { try await world.center.payload(for: offer.token) }
    await #expect(throws: LiveActivityError.notOffered) { try await world.center.wasContinued(offer.token) }
    #expect(try await activity.becomeCurrent() == nil)
    #expect(try await world.recorder.donations.count == 1)
    #expect(try await story.events() == ["current Read Emma in application", "expired Read Emma after 60"])
  }

  @Test("row 75: purging releases expired activities")
  func purge() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    activity.expirationDate = Date(timeIntervalSince1970: Double(HandClock.start) / 1_000 + 10)
    try await activity.becomeCurrent()
    #expect(await world.center.purgeExpired() == 0)
    world.clock.advance(seconds: 10)
    #expect(await world.center.purgeExpired() == 1)
    #expect(await world.center.purgeExpired() == 0 && !activity.isCurrent)
  }

  @Test("row 93: the center keeps the current activity alive, and releases it in each of five ways")
  func retained() async throws {
    let world = try LiveWorld()
    let window = try ActivityOwner("window")
    let ways: [@Sendable (LiveUserActivity) async throws -> Void] = [
      { _ in try await world.activity("Persuasion").becomeCurrent() }, { await $0.resignCurrent() },
      { await $0.invalidate() }, { _ in await world.center.remove(.application) },
      { activity in
        try await world.center.setActivity(activity, for: window)
        await world.center.remove(.application)
        await world.center.remove(window)
      },
    ]
    for (number, end) in ways.enumerated() {
      weak var forgotten: LiveUserActivity?
      do {
        let activity = try world.activity("Emma \(number)")
        forgotten = activity
        try await activity.becomeCurrent()
      }
      #expect(forgotten != nil && forgotten?.isCurrent == true, "way \(number)")
      if let activity = forgotten { try await end(activity) }
      #expect(forgotten == nil, "way \(number)")
    }
  }

  @Test("row 93: center and current activity do not keep each other alive")
  func noCycle() async throws {
    weak var forgotten: ActivityCenter?
    let activity: LiveUserActivity
    do {
      let world = try LiveWorld()
      forgotten = world.center
      activity = try world.activity("Emma")
      try await activity.becomeCurrent()
    }
    #expect(forgotten == nil)
    await activity.resignCurrent()
    await #expect(throws: LiveActivityError.centerIsGone) { try await activity.becomeCurrent() }
  }

  @Test("a delegate may call everything back without waiting for itself")
  func callingBack() async throws {
    let world = try LiveWorld()
    let other = try world.activity("Persuasion")
    let activity = try world.activity("Emma")
    let delegate = RecordingDelegate { activity in
      let nested = try? await activity.becomeCurrent()
      #expect(nested == nil)
      _ = try? await other.becomeCurrent()
      await activity.invalidate()
    }
    activity.delegate = delegate
    #expect(try await activity.becomeCurrent() == nil)
    #expect(!activity.isCurrent && other.isCurrent && delegate.saves == 1)
    #expect(try await world.recorder.donations.map(\.activity.title) == ["Read Persuasion"])
  }

  @Test("if a delegate resigns the activity during a save, it is not donated, and the previous one stays")
  func changingItsMind() async throws {
    let world = try LiveWorld()
    let (before, activity) = (try world.activity("Persuasion"), try world.activity("Emma"))
    try await before.becomeCurrent()
    let delegate = RecordingDelegate { await $0.resignCurrent() }
    activity.delegate = delegate
    #expect(try await activity.becomeCurrent() == nil && !activity.isCurrent)
    #expect(try await world.recorder.donations.count == 1)
    activity.delegate = nil
    #expect(try await activity.becomeCurrent() != nil)
  }

  @Test("if a delegate resigns the activity and makes it current again, it is donated once")
  func changingItsMindTwice() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    let delegate = RecordingDelegate { activity in
      guard activity.userInfo["again"] == nil else { return }
      activity.userInfo["again"] = true
      await activity.resignCurrent()
      _ = try? await activity.becomeCurrent()
    }
    activity.delegate = delegate
    #expect(try await activity.becomeCurrent() == nil && activity.isCurrent, "the inner one made it current")
    #expect(try await world.recorder.donations.count == 1)
    #expect(await world.center.handoffActivities().count == 1)
    await activity.resignCurrent()
    #expect(!activity.isCurrent)
    #expect(await world.center.handoffActivities().isEmpty)
  }

  @Test("an activity of another center is refused")
  func foreign() async throws {
    let (world, other) = (try LiveWorld(), try LiveWorld())
    let activity = try other.activity("Emma")
    await #expect(throws: LiveActivityError.madeForAnotherCenter) {
      try await world.center.setActivity(activity, for: .application)
    }
  }
}
