internal import Activities

/// Messages over a connection.
struct Conversation: Sendable {
  let connection: any HandoffConnection
  let limits: HandoffLimits
  let timing: HandoffTiming

  func send(_ message: Message) async throws(HandoffError) {
    try await connection.send(message.frame)
  }

  /// Returns the next message; throws the reason of a close, or an error at the end of the
  /// connection.
  func receive() async throws(HandoffError) -> Message {
    guard let message = try await receiveUnlessEnded() else { throw .connectionUnavailable }
    return message
  }

  /// Returns the next message, or `nil` if the other side has ended the connection between two
  /// messages.
  func receiveUnlessEnded() async throws(HandoffError) -> Message? {
    guard let frame = try await connection.receive() else { return nil }
    let message = try Message(frame: frame, limits: limits)
    if case .close(let reason) = message { throw reason.error }
    return message
  }

  /// Returns the next message, which has to be a list of offers.
  func receiveOffers() async throws(HandoffError) -> [HandoffAdvertisement] {
    guard case .offers(let offers) = try await receive() else { throw .violation(.outOfOrder) }
    return offers
  }

  /// Does work for at most a duration; on failure it sends the reason, if that concerns the other
  /// side, and closes the connection.
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

  /// Closes the connection, after sending the reason if the other side caused it.
  func end(because error: HandoffError) async {
    if let reason = CloseReason(error) {
      // a peer that does not accept even this message does not get it
      try? await timing.limit(to: timing.answer) { () async throws(HandoffError) in
        try await send(.close(reason))
      }
    }
    await connection.close()
  }
}

extension CloseReason {
  /// The error for the side that receives it.
  var error: HandoffError {
    switch self {
    case .otherPublisher: .otherPublisher
    case .unsupportedVersion: .violation(.unsupportedVersion)
    case .violation: .violation(.outOfOrder)
    case .tooManyConnections: .tooManyConnections
    case .timedOut: .timedOut
    }
  }

  /// Returns the reason to send for an error, or `nil` if the other side is not told or is gone.
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

/// The two sides of a hand-off, whose proofs differ.
enum Role: String, Sendable {
  case origin, receiver

  var other: Role { self == .origin ? .receiver : .origin }
}

extension Conversation {
  /// Performs the handshake that ``Message`` documents: both sides give their names and proofs.
  ///
  /// - Returns: The identifier of the other program.
  /// - Throws: ``HandoffError/otherPublisher`` if its publisher differs or its proof is wrong.
  func handshake(application: Application, as role: Role) async throws(HandoffError) -> String {
    let mine = Hello(
      challenge: (0..<Hello.challengeLength).map { _ in UInt8.random(in: .min ... .max) },
      application: application.identifier, publisher: application.publisher?.identifier ?? "")
    let handshake = Handshake(publisher: application.publisher, role: role, hello: mine)
    // the receiver speaks first: an origin reveals nothing to a silent listener
    if role == .receiver { try await send(.hello(mine)) }
    guard case .hello(let theirs) = try await receive() else { throw .violation(.outOfOrder) }
    guard theirs.publisher == mine.publisher else { throw .otherPublisher }
    if role == .origin { try await send(.hello(mine)) }
    if role == .receiver { try await send(.proof(handshake.proof(to: theirs))) }
    guard case .proof(let proof) = try await receive() else { throw .violation(.outOfOrder) }
    guard handshake.accepts(proof, from: theirs) else { throw .otherPublisher }
    if role == .origin { try await send(.proof(handshake.proof(to: theirs))) }
    return theirs.application
  }
}

/// One side of a handshake: its name, and its proof.
struct Handshake {
  let publisher: Publisher?
  let role: Role
  let hello: Hello

  func proof(to other: Hello) -> [UInt8] {
    publisher?.proof(of: Self.statement(of: role, hello, to: other)) ?? []
  }

  func accepts(_ proof: [UInt8], from other: Hello) -> Bool {
    guard let publisher else { return proof.isEmpty }
    return publisher.verifies(proof, of: Self.statement(of: role.other, other, to: hello))
  }

  private static func statement(of role: Role, _ own: Hello, to other: Hello) -> [UInt8] {
    Array("hunch-handoff-1 \(role.rawValue)".utf8) + Message.hello(own).frame + Message.hello(other).frame
  }
}
