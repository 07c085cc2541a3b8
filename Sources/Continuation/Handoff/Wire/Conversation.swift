internal import Activities

/// Messages over a connection.
struct Conversation: Sendable {
  let connection: any HandoffConnection
  let limits: HandoffLimits
  let timing: HandoffTiming

  func send(_ message: Message) async throws(HandoffError) {
    try await connection.send(message.frame)
  }

  /// The next message; the reason of a close is thrown as an error, and so is the end of the
  /// connection.
  func receive() async throws(HandoffError) -> Message {
    guard let message = try await receiveUnlessEnded() else { throw .connectionUnavailable }
    return message
  }

  /// The next message, or `nil` if the other side has ended the connection between two messages.
  func receiveUnlessEnded() async throws(HandoffError) -> Message? {
    guard let frame = try await connection.receive() else { return nil }
    let message = try Message(frame: frame, limits: limits)
    if case .close(let reason) = message { throw reason.error }
    return message
  }

  /// The next message, which has to be a list of offers.
  func receiveOffers() async throws(HandoffError) -> [HandoffAdvertisement] {
    guard case .offers(let offers) = try await receive() else { throw .violation(.outOfOrder) }
    return offers
  }

  /// Does work, for a while at most; if it fails, the other side is told why if that is its
  /// business, and the connection is closed.
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

  /// Closes the connection, after telling why if the other side is the reason.
  func end(because error: HandoffError) async {
    if let reason = CloseReason(error) {
      // a peer that does not even take this message does not get it
      try? await timing.limit(to: timing.answer) { () async throws(HandoffError) in
        try await send(.close(reason))
      }
    }
    await connection.close()
  }
}

extension CloseReason {
  /// The error that it is to the side that receives it.
  var error: HandoffError {
    switch self {
    case .otherPublisher: .otherPublisher
    case .unsupportedVersion: .violation(.unsupportedVersion)
    case .violation: .violation(.outOfOrder)
    case .tooManyConnections: .tooManyConnections
    case .timedOut: .timedOut
    }
  }

  /// Tells the other side of an error; `nil` if it is told nothing, or nobody is there to hear it.
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

/// The two sides of a hand-off; each proves itself in its own words.
enum Role: String, Sendable {
  case origin, receiver

  var other: Role { self == .origin ? .receiver : .origin }
}

extension Conversation {
  /// Both sides say who they are, and prove it; ``Message`` tells how.
  ///
  /// - Returns: The identifier of the other program.
  /// - Throws: ``HandoffError/otherPublisher`` if its publisher is another one or its proof is
  ///   wrong.
  func handshake(application: Application, as role: Role) async throws(HandoffError) -> String {
    let mine = Hello(
      challenge: (0..<Hello.challengeLength).map { _ in UInt8.random(in: .min ... .max) },
      application: application.identifier, publisher: application.publisher?.identifier ?? "")
    let handshake = Handshake(publisher: application.publisher, role: role, hello: mine)
    // the receiver speaks first: an origin tells nothing to who only listens
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

/// One side of a handshake: its name, and the proof of it.
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
