import Foundation
import TestSupport
import Testing

@testable import Activities
@testable import Continuation

@Suite("Owners of activities")
struct OwnerTests {
  private let left: ActivityOwner
  private let right: ActivityOwner

  init() throws {
    left = try ActivityOwner("left")
    right = try ActivityOwner("right")
  }

  @Test("row 86: an active owner's activity is current, its next one replaces it; an inactive owner's waits")
  func setActivity() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let (emma, persuasion) = (try world.activity("Emma"), try world.activity("Persuasion"))
    #expect(try await world.center.setActivity(emma, for: left) == nil)
    #expect(!emma.isCurrent)
    #expect(await world.recorder.calls == 0)
    #expect(try await world.center.activate(left)?.activity.title == "Read Emma")
    world.clock.advance(seconds: 5)
    #expect(try await world.center.setActivity(persuasion, for: left) != nil)
    #expect(!emma.isCurrent && persuasion.isCurrent)
    try await world.center.setActivity(nil, for: left)
    #expect(!persuasion.isCurrent)
    #expect(
      try await story.events() == [
        "current Read Emma in left", "replaced Read Emma after 5", "current Read Persuasion in left",
        "resigned Read Persuasion after 0",
      ])
  }

  @Test("row 87: setting it for an active owner and becoming current makes one donation")
  func bothPaths() async throws {
    let world = try LiveWorld()
    let emma = try world.activity("Emma")
    try await world.center.activate(left)
    #expect(try await world.center.setActivity(emma, for: left) != nil)
    #expect(try await emma.becomeCurrent() == nil)
    let persuasion = try world.activity("Persuasion")
    try await world.center.setActivity(persuasion, for: right)
    #expect(try await persuasion.becomeCurrent() != nil, "outside of an active owner it says so itself")
    #expect(try await world.center.activate(right) == nil)
    #expect(try await world.recorder.donations.count == 2 && emma.isCurrent && persuasion.isCurrent)
  }

  @Test("row 76: returning to a window does not donate again, unless it shows something else by then")
  func switching() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let emma = try world.activity("Emma")
    try await world.center.setActivity(emma, for: left)
    try await world.center.activate(left)
    await world.center.deactivate(left)
    #expect(!emma.isCurrent)
    #expect(try await world.center.activate(left) == nil && emma.isCurrent)
    await world.center.deactivate(left)
    emma.userInfo = ["book": "Emma II"]
    #expect(try await world.center.activate(left) != nil)
    #expect(try await world.recorder.donations.count == 2)
    #expect(
      try await story.events() == [
        "current Read Emma in left", "ownerLeft Read Emma after 0", "current Read Emma in left again",
        "ownerLeft Read Emma after 0", "current Read Emma in left",
      ])
  }

  @Test("row 88: a shared activity is current while any of its owners is active")
  func shared() async throws {
    let world = try LiveWorld()
    let emma = try world.activity("Emma")
    for owner in [left, right] {
      try await world.center.setActivity(emma, for: owner)
      try await world.center.activate(owner)
    }
    await world.center.deactivate(left)
    #expect(emma.isCurrent)
    await world.center.remove(right)
    #expect(!emma.isCurrent)
    #expect(try await world.recorder.donations.count == 1)
    #expect(try await emma.becomeCurrent() != nil, "it comes back to the owner that is left")
    #expect(await world.center.currentActivity().content?.owner == left)
  }

  @Test("an owner keeps its activity if the next one cannot be donated")
  func refused() async throws {
    let world = try LiveWorld()
    let (emma, persuasion) = (try world.activity("Emma"), try world.activity("Persuasion"))
    try await world.center.activate(left)
    try await world.center.setActivity(emma, for: left)
    await world.recorder.refuse(true)
    await #expect(throws: CountingRecorder.Refusal.self) {
      try await world.center.setActivity(persuasion, for: left)
    }
    #expect(emma.isCurrent)
    #expect(await world.center.currentActivity().content?.activity.title == "Read Emma")
  }

  @Test("row 86: if an owner is deactivated during a save, its activity waits for it")
  func leavingWhileSaving() async throws {
    let world = try LiveWorld()
    let emma = try world.activity("Emma")
    try await world.center.activate(left)
    let delegate = RecordingDelegate { [left] _ in await world.center.deactivate(left) }
    emma.delegate = delegate
    #expect(try await world.center.setActivity(emma, for: left) == nil && !emma.isCurrent)
    #expect(await world.center.handoffActivities().isEmpty)
    emma.delegate = nil
    #expect(try await world.center.activate(left) != nil && emma.isCurrent)
  }

  @Test("row 86: if an owner is removed during a donation, the donation stays and nothing is current")
  func removedWhileDonating() async throws {
    let recorder = Leaving()
    let clock = HandClock()
    let center = ActivityCenter(
      application: try Application(identifier: "org.example.reader"), recorder: recorder,
      circumstances: { clock.context })
    for way in [Leaving.Way.deactivated, .removed] {
      let activity = try LiveUserActivity(activityType: "org.example.reader.read", in: center)
      try await center.activate(left)
      await recorder.leave(center, left, way)
      #expect(try await center.setActivity(activity, for: left) != nil && !activity.isCurrent)
      #expect(await center.handoffActivities().isEmpty)
      #expect(try await center.activate(left) == nil, "coming back is not doing it again")
      #expect(activity.isCurrent == (way == .deactivated))
    }
  }

  /// Removes an owner in the middle of a donation.
  private actor Leaving: DonationRecorder {
    enum Way { case deactivated, removed }
    private var act: (@Sendable () async -> Void)?

    func leave(_ center: ActivityCenter, _ owner: ActivityOwner, _ way: Way) {
      act = { way == .removed ? await center.remove(owner) : await center.deactivate(owner) }
    }
    func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
      await act?()
      act = nil
      return AppendReceipt(added: donations.count)
    }
    func forget(_ deletion: Deletion) async throws -> Int { 0 }
  }

  @Test("P21: content goes to the window that prefers it, then to one that can, then to the newest")
  func targetContent() async throws {
    let center = try LiveWorld().center
    let third = try ActivityOwner("third")
    #expect(await center.owner(for: "book/emma") == nil)
    await center.setActivationConditions(ActivationConditions(canActivate: .hasPrefix("book/")), for: left)
    await center.setActivationConditions(
      ActivationConditions(
        prefers: .anyOf([.equals("book/emma"), .equals("book/sanditon")]), canActivate: .hasPrefix("book/")),
      for: right)
    await center.setActivationConditions(
      ActivationConditions(prefers: .equals("book/sanditon"), canActivate: .nothing), for: third)
    for owner in [third, right, left] { try await center.activate(owner) }
    let table: [(String?, ActivityOwner?)] = [
      ("book/emma", right), ("book/persuasion", left), ("book/sanditon", right), ("page/1", nil), (nil, nil),
    ]
    for (content, owner) in table {
      #expect(await center.owner(for: content) == owner)
    }
    try await center.activate(third)
    #expect(await center.owner(for: "book/sanditon") == third, "ties go to the newest")
    await center.setActivationConditions(ActivationConditions(), for: left)
    #expect(await center.owner(for: nil) == left)
    await center.remove(right)
    #expect(await center.owner(for: "book/emma") == left)
  }

  @Test(
    "P21: the newest window that prefers the content is chosen, or else the newest that can show it",
    arguments: 1...20)
  func targetContentAtRandom(number: Int) async throws {
    let center = try LiveWorld().center
    var numbers = SeededNumbers(seed: UInt64(number))
    // The preferences and abilities of each window, as bits of four contents; the newest is last.
    let windows = try (0..<5).map {
      (try ActivityOwner("w\($0)"), prefers: numbers.below(16), can: numbers.below(16))
    }
    let contents = ["a", "b", "c", "d"]
    func predicate(_ bits: Int) -> ContentPredicate {
      .anyOf(contents.indices.filter { bits >> $0 & 1 == 1 }.map { .equals(contents[$0]) })
    }
    for (owner, prefers, can) in windows {
      await center.setActivationConditions(
        ActivationConditions(prefers: predicate(prefers), canActivate: predicate(can)), for: owner)
      try await center.activate(owner)
    }
    for (index, content) in contents.enumerated() {
      let expected =
        windows.last { $0.prefers >> index & 1 == 1 } ?? windows.last { $0.can >> index & 1 == 1 }
      #expect(await center.owner(for: content) == expected?.0, "content \(content)")
    }
  }

  @Test("owners have names")
  func names() {
    #expect(throws: ActivityError.empty(field: "owner")) { try ActivityOwner("") }
  }
}

@Suite("What \"this\" means")
struct OnScreenTests {
  private func shown(_ world: LiveWorld, _ book: String, page: String?) throws -> LiveUserActivity {
    let activity = try world.activity(book)
    try activity.setWebpageURL(page.flatMap { URL(string: $0) })
    return activity
  }

  @Test("row 99: \"share this\" returns the current activity's page and title, or nothing")
  func share() async throws {
    let world = try LiveWorld()
    #expect(await world.center.currentShareable() == .nothing)
    let activity = try shown(world, "Emma", page: "https://example.org/emma")
    try await activity.becomeCurrent()
    let shareable = await world.center.currentShareable().content
    #expect(shareable?.url.absoluteString == "https://example.org/emma" && shareable?.title == "Read Emma")
    try activity.setWebpageURL(nil)
    #expect(await world.center.currentShareable() == .nothing)
  }

  @Test(
    "row 99: \"this\" is the front window's activity; without a front window it is ambiguous")
  func severalWindows() async throws {
    let world = try LiveWorld()
    let center = world.center
    let windows = try ["one", "two", "three"].map { try ActivityOwner($0) }
    for (window, page) in zip(windows, ["https://example.org/1", "https://example.org/2", nil]) {
      try await center.setActivity(shown(world, window.name, page: page), for: window)
      try await center.activate(window)
    }
    #expect(
      await center.currentShareable() == .nothing, "the front window's is not shareable; no other is meant")
    #expect(
      await center.currentShareable(owner: windows[0]).content?.url.absoluteString == "https://example.org/1")
    await center.deactivate(windows[2])
    #expect(await center.currentShareable() == .ambiguous([windows[1], windows[0]]))
    await center.deactivate(windows[0])
    #expect(await center.currentShareable().content?.url.absoluteString == "https://example.org/2")
    #expect(await center.currentShareable(owner: windows[0]) == .nothing)
    try await center.activate(windows[0])
    #expect(await center.currentShareable().content?.title == "Read one")
  }

  @Test("a reminder has the activity to return to, and a link the most lasting address")
  func remindAndLink() async throws {
    let world = try LiveWorld()
    let activity = try shown(world, "Emma", page: "https://example.org/emma")
    activity.userInfo["scroll"] = 0.7
    activity.targetContentIdentifier = "book/emma"
    activity.appEntityIdentifier = "Book/1"
    try await activity.becomeCurrent()
    let reminder = await world.center.currentReminder().content
    #expect(reminder?.title == "Read Emma" && reminder?.activity.userInfo == ["book": "Emma"])
    let page = try #require(URL(string: "https://example.org/emma?q=1"))
    try activity.setWebpageURL(page)
    #expect(await world.center.currentLink() == .one(.webpage(page)))
    try activity.setWebpageURL(nil)
    #expect(await world.center.currentLink() == .one(.targetContent("book/emma")))
    activity.targetContentIdentifier = nil
    #expect(await world.center.currentLink() == .one(.appEntity("Book/1")))
    activity.appEntityIdentifier = nil
    let derived = world.center.application.persistentIdentifier(for: activity.identity)
    #expect(await world.center.currentLink() == .one(.persistentIdentifier(derived)))
    activity.title = nil
    #expect(await world.center.currentReminder() == .nothing)
    activity.contentAttributeSet.title = "Emma, a novel"
    #expect(await world.center.currentReminder().content?.title == "Emma, a novel")
  }
}
