internal import Activities
internal import Continuation
internal import LogFormat

/// One accepted offer, from requesting the activity to acknowledging it.
actor Acceptance {
  private let dialer: Dialer
  private let offer: HandoffOffer
  private let receipt = Receipt()
  private var conversation: Conversation?
  private var acknowledgement: Task<Bool, Never>?
  private var isDeclined = false
  private var isStreamOpened = false

  init(of offer: HandoffOffer, by dialer: Dialer) {
    self.offer = offer
    self.dialer = dialer
  }

  /// Requests the activity from the origin.
  ///
  /// - Returns: The activity, and the identifier of the program that it comes from.
  func request() async throws(HandoffError) -> (UserActivity, application: String) {
    let (conversation, application) = try await dialer.dial(offer.address)
    self.conversation = conversation
    let (offer, receipt, limit) = (offer, receipt, dialer.limits.payload)
    let bytes = try await conversation.attempt { () async throws(HandoffError) in
      try await conversation.send(.accept(offer.token, receipt, limit: limit))
      switch try await conversation.receive() {
      case .payload(let bytes): return bytes
      case .refuse(let refusal): throw refusal.error
      default: throw .violation(.outOfOrder)
      }
    }
    return (try read(bytes), application)
  }

  private func read(_ bytes: [UInt8]) throws(HandoffError) -> UserActivity {
    guard bytes.count <= dialer.limits.payload else {
      throw .payloadTooLarge(bytes: bytes.count, limit: dialer.limits.payload)
    }
    var line = LineLimits()
    line.length = dialer.limits.payload
    var decoder = RecordDecoder(limits: line)
    guard let activity = try? decoder.decodeActivity(bytes.span), activity.activityType == offer.activityType
    else {
      throw .unreadableActivity
    }
    return activity
  }

  /// Tells the origin that the activity was continued, until it confirms that.
  ///
  /// However often this is called, the origin notifies its program once. Cancelling the caller does
  /// not stop it.
  ///
  /// - Returns: Whether the origin has confirmed it; false if the origin can no longer be reached.
  func acknowledge() async -> Bool {
    guard !isDeclined else { return false }
    if let acknowledgement { return await acknowledgement.value }
    let task = Task { await self.tell() }
    acknowledgement = task
    return await task.value
  }

  /// A Boolean value that indicates whether the origin is, or is being, notified.
  var isAcknowledged: Bool { acknowledgement != nil }

  private func tell() async -> Bool {
    for attempt in 0..<3 {
      do throws(HandoffError) {
        if attempt > 0 { conversation = try await dialer.dial(offer.address).0 }
        guard let conversation else { return false }
        try await ask(.acknowledge(offer.token, receipt), over: conversation, for: .noted)
        if !offer.supportsContinuationStreams { await conversation.connection.close() }
        return true
      } catch .withdrawn {
        return false
      } catch {
        // the connection was lost, but the origin may still exist; if it does not, the attempts end
        // at once
      }
    }
    return false
  }

  private func ask(
    _ message: Message, over conversation: Conversation, for answer: Message
  ) async throws(HandoffError) {
    try await conversation.attempt(within: dialer.timing.answer) { () async throws(HandoffError) in
      try await conversation.send(message)
      switch try await conversation.receive() {
      case answer: return
      case .refuse(let refusal): throw refusal.error
      default: throw .violation(.outOfOrder)
      }
    }
  }

  /// Leaves the activity with its origin; returns when it can be offered to others.
  func decline() async {
    isDeclined = true
    guard let conversation else { return }
    _ = try? await conversation.attempt(within: dialer.timing.answer) { () async throws(HandoffError) in
      try await conversation.send(.decline)
      return try await conversation.receiveUnlessEnded()
    }
    await close()
  }

  /// Opens the stream back to the origin.
  func openStream() async throws(HandoffError) -> HandoffStream {
    guard offer.supportsContinuationStreams else { throw .streamsUnsupported }
    guard !isDeclined else { throw .withdrawn }
    guard !isStreamOpened else { throw .streamAlreadyOpened }
    isStreamOpened = true
    guard await acknowledge(), let conversation else { throw .connectionUnavailable }
    try await ask(.openStream, over: conversation, for: .streamOpened)
    self.conversation = nil  // the stream's from now on
    return HandoffStream(over: conversation)
  }

  /// Closes the connection, unless a stream uses it.
  func close() async {
    let conversation = conversation
    self.conversation = nil
    await conversation?.connection.close()
  }
}

extension Refusal {
  /// The error that the receiver gets for it.
  fileprivate var error: HandoffError {
    switch self {
    case .withdrawn: .withdrawn
    case .tooLarge(let bytes, let limit): .payloadTooLarge(bytes: bytes, limit: limit)
    case .failed: .originFailed
    case .noStreams: .streamsUnsupported
    }
  }
}

/// The means for a program to contact an origin.
struct Dialer: Sendable {
  let application: Application
  let transport: any HandoffTransport
  let limits: HandoffLimits
  let timing: HandoffTiming

  /// Connects, and performs the handshake.
  ///
  /// - Returns: The conversation, and the identifier of the origin.
  func dial(_ address: HandoffAddress) async throws(HandoffError) -> (Conversation, application: String) {
    let connection = try await transport.connect(to: address, limits: limits)
    let conversation = Conversation(connection: connection, limits: limits, timing: timing)
    let origin = try await conversation.attempt(within: timing.answer) { () async throws(HandoffError) in
      try await conversation.handshake(application: application, as: .receiver)
    }
    return (conversation, origin)
  }
}
