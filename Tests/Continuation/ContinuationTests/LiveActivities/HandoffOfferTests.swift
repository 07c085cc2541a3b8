import Synchronization
import Testing

@testable import Activities
@testable import Continuation

@Suite("Offers for a transport")
struct HandoffOfferTests {
  @Test("row 72: current and eligible activities are offered, the front window's first; others are not")
  func offers() async throws {
    let world = try LiveWorld()
    let (left, right) = (try ActivityOwner("left"), try ActivityOwner("right"))
    let (emma, persuasion, sanditon) = (
      try world.activity("Emma"), try world.activity("Persuasion"), try world.activity("Sanditon")
    )
    try await emma.becomeCurrent()
    for (owner, activity) in [(left, persuasion), (right, sanditon)] {
      try await world.center.setActivity(activity, for: owner)
      try await world.center.activate(owner)
    }
    func titles() async -> [String?] { await world.center.handoffActivities().map(\.activity.title) }
    #expect(await titles() == ["Read Sanditon", "Read Persuasion", "Read Emma"])
    try await world.center.activate(left)
    #expect(await titles() == ["Read Persuasion", "Read Sanditon", "Read Emma"])
    let offer = try #require(await world.center.handoffActivities().first)
    persuasion.isEligibleForHandoff = false
    #expect(await titles() == ["Read Sanditon", "Read Emma"])
    await #expect(throws: LiveActivityError.notOffered) { try await world.center.payload(for: offer.token) }
    await sanditon.resignCurrent()
    await emma.invalidate()
    #expect(await titles() == [])
    #expect(
      try await world.center.publish(UserActivity(activityType: "a")).activity.isEligibleForHandoff == false)
    #expect(await titles() == [], "a value by hand is not eligible unless it says so")
  }

  @Test("row 69: the payload is fresh: a save comes first if, and only if, it is needed")
  func payload() async throws {
    let world = try LiveWorld()
    let pages = Mutex<Int64>(0)
    let delegate = RecordingDelegate { activity in
      activity.userInfo["page"] = .integer(pages.withLock { $0 })
    }
    let activity = try world.activity("Emma")
    activity.delegate = delegate
    try await activity.becomeCurrent()
    let offer = try #require(await world.center.handoffActivities().first)
    pages.withLock { $0 = 7 }
    #expect(try await world.center.payload(for: offer.token).userInfo["page"] == 0)
    #expect(delegate.saves == 1)
    activity.needsSave = true
    let payload = try await world.center.payload(for: offer.token)
    #expect(payload.userInfo == ["book": "Emma", "page": 7] && delegate.saves == 2)
    #expect(payload.publisher == "org.example" && payload.persistentIdentifier != nil)
  }

  @Test("row 79: delegate and listeners learn that it was continued; the delegate is not kept alive")
  func continued() async throws {
    let world = try LiveWorld()
    let story = EventStory(world.center)
    let activity = try world.activity("Emma")
    var events = activity.events.makeAsyncIterator()
    var delegate: RecordingDelegate? = RecordingDelegate()
    activity.delegate = delegate
    try await activity.becomeCurrent()
    let offer = try #require(await world.center.handoffActivities().first)
    try await world.center.wasContinued(offer.token)
    #expect(delegate?.told.withLock { $0.continuations } == 1)
    delegate = nil
    #expect(activity.delegate == nil)
    try await world.center.wasContinued(offer.token)
    await activity.invalidate()
    await #expect(throws: LiveActivityError.notOffered) { try await world.center.wasContinued(offer.token) }
    var told: [String] = []
    for _ in 0..<6 {
      switch await events.next() {
      case .willSave: told.append("willSave")
      case .becameCurrent: told.append("becameCurrent")
      case .wasContinued: told.append("wasContinued")
      case .resigned(let dwell): told.append("resigned after \(Int(dwell))")
      case .invalidated: told.append("invalidated")
      case .receivedStreams, nil: told.append("unexpected")
      }
    }
    #expect(
      told == [
        "willSave", "becameCurrent", "wasContinued", "wasContinued", "resigned after 0", "invalidated",
      ])
    #expect(try await story.events().filter { $0.hasPrefix("continued") }.count == 2)
  }

  @Test("row 79: a delegate may close its draft when that was continued")
  func transactional() async throws {
    final class Closing: LiveUserActivityDelegate {
      func userActivityWasContinued(_ activity: LiveUserActivity) async { await activity.invalidate() }
    }
    let world = try LiveWorld()
    let delegate = Closing()
    let activity = try world.activity("Draft")
    activity.delegate = delegate
    try await activity.becomeCurrent()
    let offer = try #require(await world.center.handoffActivities().first)
    try await world.center.wasContinued(offer.token)
    #expect(!activity.isValid)
    #expect(await world.center.handoffActivities().isEmpty)
    withExtendedLifetime(delegate) {}
  }
}
