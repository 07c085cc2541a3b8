/// Messages over a connection.
struct Conversation: Sendable {
  let connection: any HandoffConnection
  let limits: HandoffLimits
  let timing: HandoffTiming

  func send(_ message: Message) async throws(HandoffError) {
    try await connection.send(message.frame)
  }

  /// The next message; a farewell is thrown as what it means, and so is the end of the connection.
  func receive() async throws(HandoffError) -> Message {
    guard let message = try await receiveUnlessEnded() else { throw .connectionUnavailable }
    return message
  }

  /// The next message, or `nil` if the other side has ended the connection between two messages.
  func receiveUnlessEnded() async throws(HandoffError) -> Message? {
    guard let frame = try await connection.receive() else { return nil }
    let message = try Message(frame: frame, limits: limits)
    if case .bye(let farewell) = message { throw farewell.error }
    return message
  }

  /// Does work, for a while at most; if it fails, the other side is told why if that is its business, and the connection
  /// is closed.
  func attempt<Value: Sendable>(
    within duration: Duration? = nil, _ work: @escaping @Sendable () async throws(HandoffError) -> Value
  ) async throws(HandoffError) -> Value {
    do throws(HandoffError) {
      guard let duration else { return try await work() }
      return try await timing.limit(to: duration, work)
    } catch {
      await end(because: error)
      throw error
    }
  }

  /// Closes the connection, with a word of farewell if the other side is the reason.
  func end(because error: HandoffError) async {
    if let farewell = Farewell(error) {
      // who does not even take the farewell does not get it
      try? await timing.limit(to: timing.answer) { () async throws(HandoffError) in
        try await send(.bye(farewell))
      }
    }
    await connection.close()
  }
}

extension Farewell {
  /// What a farewell means to the side that hears it.
  var error: HandoffError {
    switch self {
    case .otherPublisher: .otherPublisher
    case .unsupportedVersion: .violation(.unsupportedVersion)
    case .violation: .violation(.outOfOrder)
    case .tooManyConnections: .tooManyConnections
    case .timedOut: .timedOut
    }
  }

  /// What is said of an error; `nil` if nothing is, or nobody is there to hear it.
  init?(_ error: HandoffError) {
    switch error {
    case .otherPublisher: self = .otherPublisher
    case .violation(.unsupportedVersion): self = .unsupportedVersion
    case .violation(.truncated), .violation(.otherUser): return nil
    case .violation: self = .violation
    case .tooManyConnections: self = .tooManyConnections
    case .timedOut: self = .timedOut
    default: return nil
    }
  }
}
