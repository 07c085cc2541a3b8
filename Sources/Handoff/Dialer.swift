internal import Activities

/// How a program gets to talk with an origin.
struct Dialer: Sendable {
  let application: Application
  let transport: any HandoffTransport
  let limits: HandoffLimits
  let timing: HandoffTiming

  /// Connects, and both sides introduce themselves.
  ///
  /// - Returns: The conversation, and the identifier of the origin.
  func dial(_ address: HandoffAddress) async throws(HandoffError) -> (Conversation, application: String) {
    let connection = try await transport.connect(to: address, limits: limits)
    let conversation = Conversation(connection: connection, limits: limits, timing: timing)
    let origin = try await conversation.attempt(within: timing.answer) { () async throws(HandoffError) in
      try await conversation.introduce(application, as: .receiver)
    }
    return (conversation, origin)
  }
}
