import Activities
import Continuation
import Testing

@testable import Handoff

@Suite("The handshake decides who sees offers", .timeLimit(.minutes(5)))
struct HandshakeTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let origin: (publisher: String?, key: String)
    let receiver: (publisher: String?, key: String)
    let isHeard: Bool

    var testDescription: String {
      "\(origin.publisher ?? "nobody")/\(origin.key) to \(receiver.publisher ?? "nobody")/\(receiver.key)"
    }
  }

  static let pairs = [
    Pair(origin: ("org.example", "k"), receiver: ("org.example", "k"), isHeard: true),
    Pair(origin: (nil, ""), receiver: (nil, ""), isHeard: true),
    Pair(origin: ("org.example", "k"), receiver: ("org.other", "k"), isHeard: false),
    Pair(origin: ("org.example", "k"), receiver: ("org.example", "another"), isHeard: false),
    Pair(origin: ("org.example", "k"), receiver: (nil, ""), isHeard: false),
    Pair(origin: (nil, ""), receiver: ("org.example", "k"), isHeard: false),
  ]

  @Test("row 56: only programs of the same publisher, with its key, are offered anything", arguments: pairs)
  func publishers(pair: Pair) async throws {
    let offer = try HandoffAdvertisement(activityType: editing)
    let source = RecordedSource([offer])
    let scene = try await Scene(
      source, application: application("origin", publisher: pair.origin.publisher, key: pair.origin.key))
    let receiver = try application("receiver", publisher: pair.receiver.publisher, key: pair.receiver.key)
    let browser = try scene.browser(receiver)
    #expect(try await browser.offers().map(\.token) == (pair.isHeard ? [offer.token] : []))
    // knowing the offer from elsewhere does not help
    let known = HandoffOffer(
      token: offer.token, activityType: editing, supportsContinuationStreams: false,
      application: "org.example.origin",
      address: scene.address)
    let result = await browser.accept(known)
    #expect(result.name == (pair.isHeard ? "delivered true" : "otherPublisher"))
    #expect(await source.events == (pair.isHeard ? ["asked", "continued by org.example.receiver"] : []))
  }

  @Test("row 56: a type that the program does not declare is neither shown nor requested")
  func declaredTypes() async throws {
    let offers = try [
      HandoffAdvertisement(activityType: editing), HandoffAdvertisement(activityType: reading),
    ]
    let source = RecordedSource(offers)
    let scene = try await Scene(source)
    let browser = try scene.browser(types: [reading])
    #expect(try await browser.offers().map(\.activityType) == [reading])
    let undeclared = try #require(try await scene.browser(types: [editing]).offers().first)
    let receiver = RecordedReceiver()
    let result = await browser.accept(undeclared, receiver: receiver)
    #expect(result.name == "unknownType")
    #expect(await source.events == [])
    #expect(await receiver.events == [])
  }

  @Test(
    "a proof from another connection, or sent back to its author, is rejected", arguments: [true, false])
  func replay(isReflected: Bool) async throws {
    let scene = try await Scene(RecordedSource([HandoffAdvertisement(activityType: editing)]))
    let honest = try application("receiver")
    let publisher = try #require(honest.publisher)
    let recorded = Hello(
      challenge: Array(repeating: 1, count: 32), application: honest.identifier, publisher: "org.example")
    let first = try await scene.conversation(afterHandshake: false)
    try await first.send(.hello(recorded))
    guard case .hello(let origin) = try await first.receive() else {
      Issue.record("no hello")
      return
    }
    let proof = Handshake(publisher: publisher, role: .receiver, hello: recorded).proof(to: origin)
    let second = try await scene.conversation(afterHandshake: false)
    if isReflected {
      // the other role's proof for the same two hellos
      try await second.send(.hello(recorded))
      guard case .hello(let now) = try await second.receive() else { return }
      try await second.send(
        .proof(Handshake(publisher: publisher, role: .origin, hello: recorded).proof(to: now)))
    } else {
      try await second.send(.hello(recorded))
      _ = try await second.receive()
      try await second.send(.proof(proof))
    }
    await #expect(throws: HandoffError.otherPublisher) { try await second.receive() }
    // the same proof is accepted in its place
    try await first.send(.proof(proof))
    guard case .proof = try await first.receive() else {
      Issue.record("no proof")
      return
    }
  }

  @Test("a receiver rejects an origin without a proof")
  func falseOrigin() async throws {
    let transport = InMemoryTransport()
    let listener = try await transport.listen(as: "org.example.origin", limits: HandoffLimits())
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .patient)
    let offer = HandoffOffer(
      token: HandoffToken(), activityType: editing, supportsContinuationStreams: false,
      application: "org.example.origin",
      address: listener.address)
    async let result = browser.accept(offer)
    var arrivals = listener.connections.makeAsyncIterator()
    let connection = try #require(await arrivals.next())
    let conversation = Conversation(connection: connection, limits: HandoffLimits(), timing: .patient)
    _ = try await conversation.receive()
    try await conversation.send(
      .hello(Hello(challenge: Array(0..<32), application: "org.example.origin", publisher: "org.example")))
    _ = try await conversation.receive()
    try await conversation.send(.proof(Array(repeating: 0, count: 32)))
    await #expect(throws: HandoffError.otherPublisher) { try await conversation.receive() }
    #expect(await result.name == "otherPublisher")
  }
}
