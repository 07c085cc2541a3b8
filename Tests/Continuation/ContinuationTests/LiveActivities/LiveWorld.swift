import Storage
import Synchronization
import Testing

@testable import Activities
@testable import Continuation

/// A recorder that keeps donations in memory and counts calls.
actor CountingRecorder: DonationRecorder {
  struct Refusal: Error, Equatable {}

  let log = InMemoryDonationStore()
  private(set) var calls = 0
  var isRefusing = false

  func refuse(_ isRefusing: Bool) { self.isRefusing = isRefusing }

  func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
    calls += 1
    if isRefusing { throw Refusal() }
    return try await log.ingest(verbatim: donations)
  }

  func forget(_ deletion: Deletion) async throws -> Int {
    calls += 1
    return await log.forget(deletion)
  }

  var donations: [Donation] {
    get async throws { try await log.allDonations(of: .me).map(\.donation) }
  }
}

/// A center whose surroundings the test controls.
struct LiveWorld {
  let recorder = CountingRecorder()
  let clock = HandClock()
  let gate = Gate()
  let center: ActivityCenter

  init(
    declared: [String]? = nil, policy: ActivityCenter.Policy = .init(), publisher: Bool = true
  ) throws {
    let (clock, gate) = (clock, gate)
    let key = [UInt8](repeating: 7, count: 16)
    center = ActivityCenter(
      application: try Application(
        identifier: "org.example.reader",
        publisher: publisher ? try Publisher(identifier: "org.example", key: key) : nil),
      recorder: recorder, circumstances: { clock.context }, declaredActivityTypes: declared, policy: policy,
      wait: { await gate.pass() })
  }

  func activity(_ book: String, type: String = "org.example.reader.read") throws -> LiveUserActivity {
    let activity = try LiveUserActivity(activityType: type, in: center)
    activity.title = "Read \(book)"
    activity.userInfo = ["book": .string(book)]
    activity.requiredUserInfoKeys = ["book"]
    return activity
  }
}

/// A delegate that counts and records its calls.
final class RecordingDelegate: LiveUserActivityDelegate {
  struct Told: Sendable {
    var saves = 0
    var continuations = 0
    var streams: [ContinuationStreams] = []
    var needsSaveDuringSave: [Bool] = []
  }

  let told = Mutex(Told())
  private let onSave: @Sendable (LiveUserActivity) async -> Void

  init(onSave: @escaping @Sendable (LiveUserActivity) async -> Void = { _ in }) {
    self.onSave = onSave
  }

  var saves: Int { told.withLock { $0.saves } }

  func userActivityWillSave(_ activity: LiveUserActivity) async {
    told.withLock {
      $0.saves += 1
      $0.needsSaveDuringSave.append(activity.needsSave)
    }
    await onSave(activity)
  }

  func userActivityWasContinued(_ activity: LiveUserActivity) async {
    told.withLock { $0.continuations += 1 }
  }

  func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async {
    told.withLock { $0.streams.append(streams) }
  }
}

/// Words for the event, for easy comparison.
func words(_ event: ActivityCenterEvent) -> String {
  switch event {
  case .becameCurrent(let activity, let owner, let donation):
    "current \(activity.title ?? "-") in \(owner.name)\(donation == nil ? " again" : "")"
  case .resigned(let activity, let dwell, let cause):
    "\(cause.rawValue) \(activity.title ?? "-") after \(Int(dwell))"
  case .saved(let activity): "saved \(activity.title ?? "-")"
  case .updateFailed(let owner, _): "failed \(owner.name)"
  case .saveRefused(let type, _): "refused \(type)"
  case .invalidated(let activity): "invalidated \(activity.title ?? "-")"
  case .wasContinued(let activity): "continued \(activity.title ?? "-")"
  case .advice(let advice): "advice \(advice.kind)"
  case .deletedSaved(let identifiers): "deleted \(identifiers?.count.description ?? "all")"
  }
}

/// The events of a center, in words; without advice unless wanted.
struct EventStory {
  private let stream: AsyncStream<ActivityCenterEvent>
  private let endOfStory: String
  private let center: ActivityCenter

  init(_ center: ActivityCenter) {
    self.center = center
    stream = center.events
    endOfStory = "deleted 0"
  }

  /// All events so far.
  ///
  /// Deleting nothing also sends an event, which marks the end.
  func events(withAdvice: Bool = false) async throws -> [String] {
    try await center.deleteSavedUserActivities(withPersistentIdentifiers: [])
    var told: [String] = []
    for await event in stream {
      let word = words(event)
      if word == endOfStory { break }
      if withAdvice || !word.hasPrefix("advice") { told.append(word) }
    }
    return told
  }
}
