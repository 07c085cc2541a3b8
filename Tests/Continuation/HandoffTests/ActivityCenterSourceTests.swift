import Activities
import Continuation
import Handoff
import Synchronization
import Testing

@Suite("The current activities of a center, handed off", .timeLimit(.minutes(5)))
struct ActivityCenterSourceTests {
  /// A program that keeps no donations, with the clock of a test.
  private func center(_ name: String) throws -> ActivityCenter {
    let start = try Instant(milliseconds: 1_704_067_200_000)
    return ActivityCenter(
      application: try application(name), recorder: NoRecorder(), circumstances: { Context(at: start) })
  }

  @Test(
    "rows 57, 69, 79: the current activity is offered, saved, handed over, and its delegate is notified",
    arguments: TransportKind.allCases)
  func handOver(kind: TransportKind) async throws {
    let (transport, folder) = kind.open()
    let center = try center("origin")
    let live = try LiveUserActivity(activityType: editing, in: center)
    live.title = "Edit a letter"
    let owner = Owner()
    live.delegate = owner
    let source = ActivityCenterSource(center)
    let advertiser = HandoffAdvertiser(
      application: center.application, source: source, transport: transport, timing: .patient)
    try await advertiser.start()
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .patient)
    #expect(try await browser.offers().isEmpty, "nothing is current yet")
    try await live.becomeCurrent()
    live.needsSave = true
    let offer = try #require(try await browser.offers().first)
    #expect(offer.activityType == editing)
    guard case .delivered(let delivery) = await browser.accept(offer) else {
      throw HandoffError.withdrawn
    }
    #expect(delivery.activity.title == "Edit a letter")
    #expect(delivery.activity.userInfo["draft"] == "saved 2 times", "becoming current, and handing over")
    #expect(delivery.activity.publisher == "org.example")
    #expect(owner.continued.withLock { $0 } == 1)
    #expect(try await browser.offers().isEmpty, "it was continued")
    await advertiser.stop()
    withExtendedLifetime(folder) {}
  }

  @Test("row 82: the receiver opens streams back to the activity's delegate, in both directions")
  func streams() async throws {
    let transport = InMemoryTransport()
    let center = try center("origin")
    let live = try LiveUserActivity(activityType: editing, in: center)
    live.supportsContinuationStreams = true
    let owner = Owner()
    live.delegate = owner
    try await live.becomeCurrent()
    let advertiser = HandoffAdvertiser(
      application: center.application, source: ActivityCenterSource(center), transport: transport,
      timing: .patient)
    try await advertiser.start()
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .patient)
    let offer = try #require(try await browser.offers().first)
    guard case .delivered(let delivery) = await browser.accept(offer) else { throw HandoffError.withdrawn }
    let there = try LiveUserActivity(
      continuing: delivery.activity, in: try self.center("receiver"), streams: delivery)
    let streams = try await there.continuationStreams()
    try await streams.output.write(Array("hello".utf8))
    try await streams.output.close()
    var answer: [UInt8] = []
    while case let piece = try await streams.input.read(upTo: 3), !piece.isEmpty {
      #expect(piece.count <= 3)
      answer += piece
    }
    #expect(answer == Array("HELLO".utf8))
    await advertiser.stop()
  }

  @Test("row 77: a watcher learns that an activity resigned, and its older offer is withdrawn")
  func withdrawn() async throws {
    let transport = InMemoryTransport()
    let center = try center("origin")
    let live = try LiveUserActivity(activityType: editing, in: center)
    let source = ActivityCenterSource(center)
    let advertiser = HandoffAdvertiser(
      application: center.application, source: source, transport: transport, timing: .patient)
    let events = center.events
    let following = Task { await source.follow(events, for: advertiser) }
    try await live.becomeCurrent()
    try await advertiser.start()
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .patient)
    var seen: [HandoffOffer] = []
    for await offers in browser.updates() {
      if let offer = offers.first {
        seen.append(offer)
        await live.resignCurrent()
      } else if !seen.isEmpty {
        break
      }
    }
    guard case .withdrawn = await browser.accept(try #require(seen.first)) else {
      Issue.record("it is no longer current")
      return
    }
    following.cancel()
    await advertiser.stop()
  }

  @Test("row 72: a watcher learns that a save made the current activity eligible")
  func eligibleLater() async throws {
    let transport = InMemoryTransport()
    let center = try center("origin")
    let live = try LiveUserActivity(activityType: editing, in: center)
    live.isEligibleForHandoff = false
    let source = ActivityCenterSource(center)
    let advertiser = HandoffAdvertiser(
      application: center.application, source: source, transport: transport, timing: .patient)
    let events = center.events
    let following = Task { await source.follow(events, for: advertiser) }
    try await live.becomeCurrent()
    try await advertiser.start()
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .patient)
    var seen: [HandoffOffer] = []
    for await offers in browser.updates() {
      seen += offers
      if !seen.isEmpty { break }
      live.isEligibleForHandoff = true
      live.needsSave = true
    }
    #expect(seen.map(\.activityType) == [editing])
    following.cancel()
    await advertiser.stop()
  }
}

/// A recorder that keeps nothing.
private struct NoRecorder: DonationRecorder {
  func donate(_ donations: [Donation], now: Instant) -> AppendReceipt {
    AppendReceipt(added: donations.count)
  }
  func forget(_ deletion: Deletion) -> Int { 0 }
}

/// A delegate that saves a count, counts continuations, and answers streams in capitals.
private final class Owner: LiveUserActivityDelegate {
  let saves = Mutex(0)
  let continued = Mutex(0)

  func userActivityWillSave(_ activity: LiveUserActivity) async {
    let count = saves.withLock { saves in
      saves += 1
      return saves
    }
    activity.userInfo = ["draft": .string("saved \(count) times")]
  }

  func userActivityWasContinued(_ activity: LiveUserActivity) async {
    continued.withLock { $0 += 1 }
  }

  func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async {
    do {
      while case let piece = try await streams.input.read(upTo: 2), !piece.isEmpty {
        try await streams.output.write(Array(String(decoding: piece, as: UTF8.self).uppercased().utf8))
      }
      try await streams.output.close()
    } catch {
      Issue.record("\(error)")
    }
  }
}
