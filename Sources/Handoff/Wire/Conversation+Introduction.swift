internal import Activities

/// The two sides of a hand-off; each proves itself in its own words.
enum Role: String, Sendable {
  case origin, receiver

  var other: Role { self == .origin ? .receiver : .origin }
}

extension Conversation {
  /// Both sides say who they are, and prove it; ``Message`` tells how.
  ///
  /// - Returns: The identifier of the other program.
  /// - Throws: ``HandoffError/otherPublisher`` if its publisher is another one or its proof is wrong.
  func introduce(_ application: Application, as role: Role) async throws(HandoffError) -> String {
    let mine = Hello(
      challenge: (0..<Hello.challengeLength).map { _ in UInt8.random(in: .min ... .max) },
      application: application.identifier, publisher: application.publisher?.identifier ?? "")
    let introduction = Introduction(publisher: application.publisher, role: role, hello: mine)
    // the receiver speaks first: an origin tells nothing to who only listens
    if role == .receiver { try await send(.hello(mine)) }
    guard case .hello(let theirs) = try await receive() else { throw .violation(.outOfOrder) }
    guard theirs.publisher == mine.publisher else { throw .otherPublisher }
    if role == .origin { try await send(.hello(mine)) }
    if role == .receiver { try await send(.proof(introduction.proof(to: theirs))) }
    guard case .proof(let proof) = try await receive() else { throw .violation(.outOfOrder) }
    guard introduction.accepts(proof, from: theirs) else { throw .otherPublisher }
    if role == .origin { try await send(.proof(introduction.proof(to: theirs))) }
    return theirs.application
  }
}

/// What one side says of itself, and how it proves it.
struct Introduction {
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
