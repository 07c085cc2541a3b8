import Storage
import Synchronization
import Testing

@testable import Activities
@testable import Continuation

@Suite("Saving")
struct SavingTests {
  private struct Failure: Error {}

  @Test(
    "P20: setting needsSave repeatedly while current causes one save",
    arguments: 1...20)
  func coalesced(times: Int) async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let delegate = RecordingDelegate()
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    try await activity.becomeCurrent()
    for _ in 0..<times { activity.needsSave = true }
    await world.gate.waitForArrivals(1)
    activity.needsSave = true
    #expect(delegate.saves == 1 && activity.needsSave, "nothing is saved while others may join")
    var events = activity.events.makeAsyncIterator()
    await world.gate.open()
    guard case .willSave = await events.next() else { return #expect(Bool(false), "a save comes first") }
    #expect(try await story.events() == ["current Read Emma in application", "saved Read Emma"])
    #expect(delegate.saves == 2 && delegate.told.withLock { $0.needsSaveDuringSave } == [false, false])
    #expect(await world.gate.arrivals == 1)
    activity.needsSave = true
    await world.gate.waitForArrivals(2)
    guard case .willSave = await events.next() else { return #expect(Bool(false), "another save") }
    #expect(try await story.events() == ["saved Read Emma"] && delegate.saves == 3)
  }

  @Test(
    "row 69: needsSave has no effect while the activity is not current, or after it was cleared")
  func idle() async throws {
    let world = try LiveWorld()
    await world.gate.open()
    let delegate = RecordingDelegate()
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    activity.needsSave = true
    await world.center.flush()
    #expect(delegate.saves == 0 && activity.needsSave)
    #expect(await world.gate.arrivals == 0)
    activity.needsSave = false
    try await activity.becomeCurrent()
    #expect(delegate.saves == 1, "becoming current saves whether needed or not")
    await activity.resignCurrent()
    activity.needsSave = true
    #expect(await world.gate.arrivals == 0)
    await world.center.flush()
    #expect(delegate.saves == 1)
  }

  @Test("row 69: after needsSave was cleared, setting it again causes a save")
  func takenBack() async throws {
    let world = try LiveWorld()
    let delegate = RecordingDelegate()
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    try await activity.becomeCurrent()
    activity.needsSave = true
    await world.gate.waitForArrivals(1)
    activity.needsSave = false
    var events = activity.events.makeAsyncIterator()
    await world.gate.open()
    while activity.isSaveScheduled { await Task.yield() }
    #expect(delegate.saves == 1)
    activity.needsSave = true
    guard case .willSave = await events.next() else { return #expect(Bool(false), "a save") }
    await world.center.flush()
    #expect(delegate.saves == 2)
  }

  @Test("row 69: a flush saves at once, and the waiting save finds nothing to do")
  func flush() async throws {
    let world = try LiveWorld()
    let delegate = RecordingDelegate()
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    try await activity.becomeCurrent()
    activity.needsSave = true
    await world.gate.waitForArrivals(1)
    await world.center.flush()
    #expect(delegate.saves == 2 && !activity.needsSave)
    await world.gate.open()
    await world.center.flush()
    #expect(delegate.saves == 2)
  }

  @Test("row 69: a save requested during a save comes after it")
  func duringSave() async throws {
    let world = try LiveWorld()
    await world.gate.open()
    let delegate = RecordingDelegate { activity in
      if activity.userInfo["again"] == nil {
        activity.userInfo["again"] = true
        activity.needsSave = true
      }
    }
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    let story = EventStory(world.center)
    try await activity.becomeCurrent()
    await world.gate.waitForArrivals(1)
    await world.center.flush()
    #expect(try await story.events() == ["current Read Emma in application", "saved Read Emma"])
    #expect(delegate.saves == 2 && !activity.needsSave)
  }

  @Test(
    "row 88: the payload is built from empty by all owners that share the activity, then completed by the delegate"
  )
  func managed() async throws {
    let world = try LiveWorld()
    let (window, sidebar) = (try ActivityOwner("window"), try ActivityOwner("sidebar"))
    let delegate = RecordingDelegate { $0.userInfo["delegate"] = .integer(Int64($0.userInfo.count)) }
    let activity = try world.activity("Emma")
    activity.userInfo["stale"] = true
    activity.delegate = delegate
    await world.center.setContributor(for: window) { ["book": "Emma", "from": "window"] }
    await world.center.setContributor(for: sidebar) { ["from": "sidebar", "open": true] }
    _ = try await world.center.setActivity(activity, for: sidebar)
    try await world.center.setActivity(activity, for: window)
    let donation = try await world.center.activate(window)
    let expected: [String: ActivityValue] = ["book": "Emma", "from": "sidebar", "open": true, "delegate": 3]
    #expect(donation?.activity.userInfo == expected && activity.userInfo == expected)
  }

  @Test("row 88: a failing owner is reported, and the others' parts are included", arguments: [true, false])
  func partialFailure(throwsError: Bool) async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let owners = try ["first", "second", "third"].map { try ActivityOwner($0) }
    let activity = try world.activity("Emma")
    await world.center.setContributor(for: owners[0]) { ["book": "Emma"] }
    await world.center.setContributor(for: owners[1]) {
      if throwsError { throw Failure() }
      return ["book": "lost", "position": .double(.nan)]
    }
    await world.center.setContributor(for: owners[2]) { ["third": 3] }
    for owner in owners { try await world.center.setActivity(activity, for: owner) }
    try await world.center.activate(owners[2])
    #expect(activity.userInfo == ["book": "Emma", "third": 3])
    #expect(try await story.events() == ["failed second", "current Read Emma in third"])
    await world.center.setContributor(for: owners[1], nil)
    activity.needsSave = true
    await world.center.flush()
    #expect(try await story.events() == ["saved Read Emma"])
  }

  @Test(
    "row 89: a save that makes the payload too large is reported, and the previous state is still offered")
  func refusedSave() async throws {
    var policy = ActivityCenter.Policy()
    policy.payloadLimits.maximalSize = 300
    let world = try LiveWorld(policy: policy)
    let story = EventStory(world.center)
    let activity = try world.activity("Emma")
    try await activity.becomeCurrent()
    activity.userInfo["text"] = .string(String(repeating: "x", count: 400))
    activity.needsSave = true
    await world.center.flush()
    #expect(
      try await story.events() == ["current Read Emma in application", "refused org.example.reader.read"])
    let offer = try #require(await world.center.handoffActivities().first)
    #expect(offer.activity.userInfo == ["book": "Emma"])
    let size = activity.snapshot.payloadSize
    await #expect(throws: PayloadError.tooLarge(size: size, limit: 300)) {
      try await world.center.payload(for: offer.token)
    }
  }

  // MARK: Donations

  @Test(
    "row 69: a save replaces the donation: the saved state is found and stored, and the placeholder is not"
  )
  func renewed() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    (activity.title, activity.isEligibleForSearch) = ("Placeholder", true)
    let donation = try #require(try await activity.becomeCurrent())
    world.clock.advance(seconds: 90)
    activity.title = "Read Emma again"
    activity.keywords = ["Austen"]
    activity.userInfo["page"] = 7
    activity.needsSave = true
    await world.center.flush()
    let stored = try await world.recorder.donations
    #expect(
      stored.map(\.activity.title) == ["Read Emma again"] && stored.map(\.activity.keywords) == [["Austen"]])
    #expect(stored.map(\.activity.userInfo) == [["book": "Emma", "page": 7]])
    #expect(stored.map(\.context) == [donation.context], "it was done when it became current")
    #expect(stored.map(\.identity) == [donation.identity])
    for (words, count) in [("again", 1), ("austen", 1), ("placeholder", 0)] {
      let hits = await world.recorder.log.search(SearchQuery(words, at: world.clock.context.instant)).hits
      #expect(hits.count == count, "\(words)")
    }
    // Any number of saves are one donation, and one that changed nothing writes nothing.
    for page in 8...12 {
      activity.userInfo["page"] = .integer(Int64(page))
      activity.needsSave = true
      await world.center.flush()
    }
    #expect(try await world.recorder.donations.map(\.activity.userInfo) == [["book": "Emma", "page": 12]])
    let calls = await world.recorder.calls
    activity.needsSave = true
    await world.center.flush()
    #expect(await world.recorder.calls == calls)
    #expect(try await activity.becomeCurrent() == nil)
  }

  @Test(
    "row 69: a placeholder without required values becomes the activity; one with another identity stays",
    arguments: [
      (["book": "Emma"], ["book"], [["book": "Ulysses"]], ["Emma"]),
      ([:], ["book"], [["book": "Ulysses"]], ["Ulysses"]),
      ([:], nil, [["book": "Ulysses"]], ["Ulysses"]),
      (["book": .null], ["book"], [["book": "Ulysses"]], ["Ulysses"]),
      (["book": "Emma"], nil, [["book": "Emma", "page": 7]], ["Emma"]),
      ([:], ["book"], [[:], ["book": "Ulysses"], ["book": "Emma"]], ["Ulysses"]),
    ] as [([String: ActivityValue], Set<String>?, [[String: ActivityValue]], [String])])
  func identities(
    first: [String: ActivityValue], keys: Set<String>?, then saves: [[String: ActivityValue]],
    stored: [String]
  ) async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    (activity.userInfo, activity.requiredUserInfoKeys) = (first, keys)
    try await activity.becomeCurrent()
    for userInfo in saves {
      activity.userInfo = userInfo
      activity.needsSave = true
      await world.center.flush()
    }
    let books = try await world.recorder.donations.map { $0.activity.userInfo["book"] }
    #expect(books == stored.map { .string($0) })
  }

  @Test(
    "row 69: a returning owner does not donate a renewed activity again; doing it again does")
  func renewedOnce() async throws {
    let world = try LiveWorld()
    let window = try ActivityOwner("window")
    let activity = try world.activity("Emma")
    try await world.center.setActivity(activity, for: window)
    try await world.center.activate(window)
    activity.title = "Read on"
    activity.needsSave = true
    await world.center.flush()
    await world.center.deactivate(window)
    #expect(try await world.center.activate(window) == nil)
    activity.title = "Read further"
    activity.needsSave = true
    await world.center.flush()
    #expect(try await world.recorder.donations.map(\.activity.title) == ["Read further"])
    await activity.resignCurrent()
    #expect(try await activity.becomeCurrent() != nil)
    #expect(try await world.recorder.donations.count == 2)
  }

  @Test(
    "row 69: forgotten donations stay forgotten; a refusing recorder is reported, and the old donation stays"
  )
  func renewedNever() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let activity = try world.activity("Emma")
    try await activity.becomeCurrent()
    activity.title = "Read on"
    await world.recorder.refuse(true)
    activity.needsSave = true
    await world.center.flush()
    #expect(
      try await story.events() == ["current Read Emma in application", "refused org.example.reader.read"])
    #expect(try await world.recorder.donations.map(\.activity.title) == ["Read Emma"])
    await world.recorder.refuse(false)
    world.clock.advance(seconds: 60)
    _ = try await world.recorder.forget(Deletion(at: world.clock.context.instant, matching: .everything))
    activity.needsSave = true
    await world.center.flush()
    #expect(try await world.recorder.donations.isEmpty)
  }

  @Test("row 69: a pause that began meanwhile adds nothing, and removes nothing")
  func renewedInPause() async throws {
    let log = InMemoryDonationStore()
    let clock = HandClock()
    let center = ActivityCenter(
      application: try Application(identifier: "org.example.reader"), recorder: LogRecorder(log: log),
      circumstances: { clock.context })
    let activity = try LiveUserActivity(activityType: "org.example.reader.read", in: center)
    activity.title = "Placeholder"
    try await activity.becomeCurrent()
    let pause = try PrivacyRule.pause(from: clock.context.instant)
    try await log.changePrivacyRules { _ = $0.add(pause) }
    activity.title = "Read Emma"
    activity.needsSave = true
    await center.flush()
    #expect(try await log.allDonations(of: .me).map(\.donation.activity.title) == ["Placeholder"])
  }
}
