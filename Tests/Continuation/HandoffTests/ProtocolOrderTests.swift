import Activities
import Continuation
import LogFormat
import Testing

@testable import Handoff

@Suite("Messages in and out of order", .timeLimit(.minutes(5)))
struct ProtocolOrderTests {
  static let token = HandoffToken(rawValue: 1)
  static let receipt = Receipt(rawValue: 2)
  static let accept = Message.accept(token, receipt, limit: 65_536)
  static let acknowledge = Message.acknowledge(token, receipt)

  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isAfterHandshake = true
    var streams = false
    let says: [Message]
    /// The kinds of the origin's answers; the last one ends the conversation.
    let hears: [String]
    /// The notifications of the source.
    var events: [String] = []

    init(
      _ name: String, afterHandshake: Bool = true, streams: Bool = false, _ says: [Message], hears: [String],
      events: [String] = []
    ) {
      (testDescription, isAfterHandshake, self.streams) = (name, afterHandshake, streams)
      (self.says, self.hears, self.events) = (says, hears, events)
    }
  }

  static let told = ["asked", "continued by org.example.receiver"]
  static let hello = Message.hello(
    Hello(challenge: Array(0..<32), application: "org.example.receiver", publisher: "org.example"))
  static let orders = [
    Order("ask before hello", afterHandshake: false, [.watch], hears: ["close violation"]),
    Order("accept before hello", afterHandshake: false, [accept], hears: ["close violation"]),
    Order("proof before hello", afterHandshake: false, [.proof([])], hears: ["close violation"]),
    Order(
      "hello, and nothing proved", afterHandshake: false, [hello, .watch],
      hears: ["hello", "close violation"]),
    Order(
      "a wrong proof", afterHandshake: false, [hello, .proof([1])], hears: ["hello", "close otherPublisher"]),
    Order("hello again", [hello], hears: ["close violation"]),
    Order("proof again", [.proof([])], hears: ["close violation"]),
    Order("an origin's message", [.offers([])], hears: ["close violation"]),
    Order("an origin's payload", [.payload([])], hears: ["close violation"]),
    Order("noted for nothing", [.noted], hears: ["close violation"]),
    Order("decline before accept", [.decline], hears: ["close violation"]),
    Order("open stream before accept", streams: true, [.openStream], hears: ["close violation"]),
    Order("bytes before a stream", streams: true, [.bytes([1])], hears: ["close violation"]),
    Order("watch, then silence", [.watch], hears: ["offers 1"]),
    Order("watch, then speak", [.watch, .watch], hears: ["offers 1", "close violation"]),
    Order(
      "accept what is not offered", [.accept(HandoffToken(), receipt, limit: 9)], hears: ["refuse withdrawn"]),
    Order("accept, acknowledge", [accept, acknowledge], hears: ["payload", "noted"], events: told),
    Order("accept, decline", [accept, .decline], hears: ["payload"], events: ["asked"]),
    Order("accept twice", [accept, accept], hears: ["payload", "close violation"], events: ["asked"]),
    Order(
      "acknowledge another offer", [accept, .acknowledge(HandoffToken(), receipt)],
      hears: ["payload", "close violation"],
      events: ["asked"]),
    Order(
      "acknowledge for another receiver", [accept, .acknowledge(token, Receipt())],
      hears: ["payload", "close violation"],
      events: ["asked"]),
    Order("acknowledge what was not given", [acknowledge], hears: ["refuse withdrawn"]),
    Order(
      "acknowledge twice", [accept, acknowledge, acknowledge],
      hears: ["payload", "noted", "close violation"],
      events: told),
    Order(
      "decline after acknowledging", [accept, acknowledge, .decline],
      hears: ["payload", "noted", "close violation"],
      events: told),
    Order(
      "open a stream before acknowledging", streams: true, [accept, .openStream],
      hears: ["payload", "close violation"],
      events: ["asked"]),
    Order(
      "open a stream where there is none", [accept, acknowledge, .openStream],
      hears: ["payload", "noted", "refuse noStreams"],
      events: told),
    Order(
      "open a stream", streams: true, [accept, acknowledge, .openStream],
      hears: ["payload", "noted", "streamOpened"],
      events: told + ["stream"]),
    Order(
      "less room than it needs", [.accept(token, receipt, limit: 10)], hears: ["refuse tooLarge"],
      events: ["asked"]),
  ]

  @Test(
    "an origin answers expected messages, ends the conversation on others, and serves the next one",
    arguments: orders)
  func origin(order: Order) async throws {
    let offer = try HandoffAdvertisement(
      token: Self.token, activityType: editing, supportsContinuationStreams: order.streams)
    let source = RecordedSource([offer])
    let scene = try await Scene(source)
    let conversation = try await scene.conversation(afterHandshake: order.isAfterHandshake)
    var heard: [String] = []
    for message in order.says {
      try await conversation.send(message)
      if message == .decline, heard == ["payload"] { continue }  // the one message without an answer
      if let name = await Self.hear(conversation) { heard.append(name) }
    }
    // these two wait for more
    if ["offers 1", "noted"].contains(heard.last) { await conversation.connection.close() }
    // whatever it received, the origin now ends the conversation and sends nothing more
    #expect(await Self.hear(conversation) == nil)
    #expect(heard == order.hears)
    #expect(await source.events == order.events)
    if heard.last?.hasPrefix("close") == true {
      try await eventually { await !source.notices.isEmpty }
      #expect(
        await source.notices == [
          .connectionEnded(heard.last == "close violation" ? .violation(.outOfOrder) : .otherPublisher)
        ])
    }
    try await eventually {
      try await scene.browser().offers().count == (order.events.contains(Self.told[1]) ? 0 : 1)
    }
  }

  /// The kind of the next message; `nil` at the end.
  private static func hear(_ conversation: Conversation) async -> String? {
    let limits = HandoffLimits()
    guard let frame = try? await conversation.connection.receive(),
      let message = try? Message(frame: frame, limits: limits)
    else { return nil }
    switch message {
    case .hello: return "hello"
    case .close(let reason): return "close \(reason)"
    case .offers(let offers): return "offers \(offers.count)"
    case .payload: return "payload"
    case .refuse(.tooLarge): return "refuse tooLarge"
    case .refuse(let refusal): return "refuse \(refusal)"
    default: return "\(message)"
    }
  }

  // MARK: The receiver's results

  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let frames: [[UInt8]]
    let result: String

    init(_ name: String, _ frames: [[UInt8]], result: String) {
      (testDescription, self.frames, self.result) = (name, frames, result)
    }
  }

  static let answers = [
    Answer("nothing, and gone", [], result: "connectionUnavailable"),
    Answer("withdrawn", [Message.refuse(.withdrawn).frame], result: "withdrawn"),
    Answer("failed", [Message.refuse(.failed).frame], result: "failed \(HandoffError.originFailed)"),
    Answer("too large", [Message.refuse(.tooLarge(bytes: 2, limit: 1)).frame], result: "tooLarge"),
    Answer(
      "busy", [Message.close(.tooManyConnections).frame], result: "failed \(HandoffError.tooManyConnections)"),
    Answer("close", [Message.close(.timedOut).frame], result: "timedOut"),
    Answer(
      "offers instead", [Message.offers([]).frame], result: "failed \(HandoffError.violation(.outOfOrder))"),
    Answer("noted at once", [Message.noted.frame], result: "failed \(HandoffError.violation(.outOfOrder))"),
    Answer("garbage", [[0xFF, 1, 2, 3]], result: "failed \(HandoffError.violation(.malformed))"),
    Answer("an empty frame", [[]], result: "failed \(HandoffError.violation(.malformed))"),
    Answer(
      "no activity", [Message.payload(Array("{".utf8)).frame],
      result: "failed \(HandoffError.unreadableActivity)"),
    Answer(
      "deeply nested", [Message.payload(Array(repeating: UInt8(ascii: "["), count: 60_000)).frame],
      result: "failed \(HandoffError.unreadableActivity)"),
    Answer(
      "an activity of another type",
      [Message.payload(Array("{\"activityType\":\"org.example.read\"}".utf8)).frame],
      result: "failed \(HandoffError.unreadableActivity)"),
    Answer(
      "more than this side accepts", [Message.payload(Array(repeating: 32, count: 66_000)).frame],
      result: "tooLarge"),
    Answer(
      "an activity, and gone", [Message.payload(Array("{\"activityType\":\"org.example.edit\"}".utf8)).frame],
      result: "delivered false"),
    Answer(
      "an activity, and noted",
      [Message.payload(Array("{\"activityType\":\"org.example.edit\"}".utf8)).frame, Message.noted.frame],
      result: "delivered true"),
  ]

  @Test("a receiver returns a result for every answer of an origin", arguments: answers)
  func receiver(answer: Answer) async throws {
    let transport = InMemoryTransport()
    let listener = try await transport.listen(as: "org.example.origin", limits: HandoffLimits())
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .patient)
    let offer = HandoffOffer(
      token: Self.token, activityType: editing, supportsContinuationStreams: false,
      application: "org.example.origin",
      address: listener.address)
    let log = RecordedReceiver()
    async let result = browser.accept(offer, receiver: log)
    var arrivals = listener.connections.makeAsyncIterator()
    let connection = try #require(await arrivals.next())
    let conversation = Conversation(connection: connection, limits: HandoffLimits(), timing: .patient)
    _ = try await conversation.handshake(application: application("origin"), as: .origin)
    guard case .accept(Self.token, _, limit: 65_536) = try await conversation.receive() else {
      Issue.record("it asked for something else")
      return
    }
    for (index, frame) in answer.frames.enumerated() {
      if index == 1 { _ = try await conversation.receive() }  // it acknowledges
      try await connection.send(frame)
    }
    await listener.close()
    await connection.close()
    #expect(await result.name == answer.result)
    let end = answer.result.hasPrefix("delivered") ? "continue nothing" : "failed org.example.edit"
    #expect(await log.events == ["will continue org.example.edit", end])
  }
}
