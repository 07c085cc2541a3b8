import Activities
import Foundation
import Synchronization
import Testing

@testable import Handoff

let editing = "org.example.edit"
let reading = "org.example.read"

func application(_ name: String = "one", publisher: String? = "org.example", key: String? = nil) throws
  -> Application
{
  try Application(
    identifier: "org.example.\(name)",
    publisher: publisher.map {
      try Publisher(identifier: $0, key: Array("\(key ?? $0) and sixteen bytes".utf8))
    })
}

func activity(_ type: String = editing, title: String = "Edit a letter", bytes: Int = 0) throws
  -> UserActivity
{
  var activity = try UserActivity(
    activityType: type, title: title,
    userInfo: [
      "draft": .string(String(repeating: "x", count: bytes)), "at": .date(Date(timeIntervalSince1970: 60)),
    ])
  activity.isEligibleForHandoff = true
  return activity
}

extension HandoffTiming {
  /// Timing without time-outs, except for those that a test wants, because machines may be busy.
  static var patient: HandoffTiming {
    var timing = HandoffTiming()
    timing.answer = .seconds(1_200)
    timing.verdict = .seconds(1_201)
    timing.scan = .milliseconds(5)
    return timing
  }

  /// Patient timing in which one duration passes when a gate opens.
  static func passing(_ duration: Duration, at gate: Gate) -> HandoffTiming {
    var timing = patient
    timing.sleep = { span in
      guard span == duration else { return try await Task.sleep(for: span) }
      await gate.wait()
      try Task.checkCancellation()
    }
    return timing
  }
}

/// A gate that opens once, for all present and future waiters.
final class Gate: Sendable {
  private let state = Mutex((isOpen: false, next: 0, waiting: [Int: CheckedContinuation<Void, Never>]()))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until it is open or the task is cancelled.
  func wait() async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[number] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }
}

/// A source whose activities the test sets, and which records its notifications.
actor RecordedSource: HandoffSource {
  var standing: [HandoffAdvertisement]
  private(set) var events: [String] = []
  private(set) var notices: [HandoffNotice] = []
  private let produce: @Sendable (HandoffToken) async throws -> UserActivity
  private let stream: @Sendable (HandoffStream) async -> Void

  init(
    _ standing: [HandoffAdvertisement],
    produce: @escaping @Sendable (HandoffToken) async throws -> UserActivity = { _ in try letter() },
    stream: @escaping @Sendable (HandoffStream) async -> Void = { await $0.close() }
  ) {
    self.standing = standing
    self.stream = stream
    self.produce = produce
  }

  func stand(_ offers: [HandoffAdvertisement]) { standing = offers }

  func offers() async -> [HandoffAdvertisement] { standing }

  func activity(for token: HandoffToken) async throws -> UserActivity {
    events.append("asked")
    return try await produce(token)
  }

  func wasContinued(_ token: HandoffToken, by application: String) async {
    events.append("continued by \(application)")
  }

  func received(_ stream: HandoffStream, for token: HandoffToken) async {
    events.append("stream")
    await self.stream(stream)
  }

  func noticed(_ notice: HandoffNotice) async { notices.append(notice) }
}

/// The activity for tests that need any.
func letter() throws -> UserActivity { try activity() }

/// A receiver that records the order of its calls.
actor RecordedReceiver: HandoffReceiver {
  private(set) var events: [String] = []
  private let body: @Sendable (HandoffDelivery) async -> Bool

  init(_ body: @escaping @Sendable (HandoffDelivery) async -> Bool = { _ in true }) {
    self.body = body
  }

  func willContinue(activityType: String) async { events.append("will continue \(activityType)") }

  func continueActivity(_ delivery: HandoffDelivery) async -> Bool {
    events.append("continue \(delivery.activity.title ?? "nothing")")
    return await body(delivery)
  }

  func didFailToContinue(activityType: String, with result: HandoffResult) async {
    events.append("failed \(activityType)")
  }
}

/// A listening origin, and receivers that find it.
struct Scene {
  let transport: any HandoffTransport
  let source: RecordedSource
  let advertiser: HandoffAdvertiser
  let address: HandoffAddress

  init(
    _ source: RecordedSource, transport: any HandoffTransport = InMemoryTransport(),
    application origin: Application? = nil, limits: HandoffLimits = HandoffLimits(),
    timing: HandoffTiming = .patient
  ) async throws {
    self.transport = transport
    self.source = source
    advertiser = HandoffAdvertiser(
      application: try origin ?? application("origin"), source: source, transport: transport, limits: limits,
      timing: timing)
    address = try await advertiser.start()
  }

  func browser(
    _ receiver: Application? = nil, types: Set<String> = [editing], limits: HandoffLimits = HandoffLimits(),
    timing: HandoffTiming = .patient, transport: (any HandoffTransport)? = nil
  ) throws -> HandoffBrowser {
    HandoffBrowser(
      application: try receiver ?? application("receiver"), activityTypes: types,
      transport: transport ?? self.transport, limits: limits, timing: timing)
  }

  /// A connection with single messages, after the handshake.
  func conversation(afterHandshake: Bool = true) async throws -> Conversation {
    let limits = HandoffLimits()
    let conversation = Conversation(
      connection: try await transport.connect(to: address, limits: limits), limits: limits, timing: .patient)
    if afterHandshake {
      _ = try await conversation.handshake(application: application("receiver"), as: .receiver)
    }
    return conversation
  }
}

extension HandoffResult {
  /// The case without its associated values.
  var name: String {
    switch self {
    case .delivered(let delivery): "delivered \(delivery.isConfirmed)"
    case .tooLarge: "tooLarge"
    case .failed(let error): "failed \(error)"
    default: "\(self)"
    }
  }
}

/// Waits until a condition is true; the test's own time limit ends a wait without success.
func eventually(_ condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
}

/// A folder for sockets that is removed after the test.
final class ScratchFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/h\(UInt32.random(in: 0...UInt32.max))"
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
