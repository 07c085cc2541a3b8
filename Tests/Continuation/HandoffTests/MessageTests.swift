import Activities
import Continuation
import TestSupport
import Testing

@testable import Handoff

@Suite("The encoding of messages")
struct MessageTests {
  static let samples: [Message] = [
    .hello(Hello(challenge: Array(0..<32), application: "org.example.ä", publisher: "")),
    .hello(Hello(challenge: Array(0..<32), application: "org.example.one", publisher: "org.example")),
    .proof([]), .proof(Array(repeating: 7, count: 32)),
    .close(.otherPublisher), .close(.timedOut), .watch, .offers([]), .offers(offers(3)),
    .accept(HandoffToken(), Receipt(), limit: 65_536), .payload([]), .payload(Array("{}".utf8)),
    .acknowledge(HandoffToken(), Receipt()), .noted, .decline, .openStream, .streamOpened, .bytes([1, 2, 3]),
    .end,
    .refuse(.withdrawn), .refuse(.tooLarge(bytes: 70_000, limit: 65_536)), .refuse(.failed),
    .refuse(.noStreams),
  ]

  static func offers(_ count: Int) -> [HandoffAdvertisement] {
    (0..<count).compactMap {
      try? HandoffAdvertisement(activityType: editing, supportsContinuationStreams: $0 % 2 == 0)
    }
  }

  @Test("every message is decoded from its encoding", arguments: samples)
  func roundTrip(message: Message) throws {
    #expect(try Message(frame: message.frame, limits: HandoffLimits()) == message)
  }

  @Test("a truncated message, or one with trailing bytes, is rejected", arguments: samples)
  func damaged(message: Message) throws {
    switch message {
    case .proof, .payload, .bytes: return  // any bytes will do
    default: break
    }
    for length in 0..<message.frame.count {
      #expect(throws: HandoffError.violation(.malformed)) {
        try Message(frame: Array(message.frame.prefix(length)), limits: HandoffLimits())
      }
    }
    #expect(throws: HandoffError.violation(.malformed)) {
      try Message(frame: message.frame + [0], limits: HandoffLimits())
    }
  }

  @Test("random bytes are a message or rejected, without a crash", arguments: 0..<8 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var refused = 0
    for _ in 0..<2_000 {
      var frame = Self.samples.randomElement(using: &numbers)?.frame ?? []
      for _ in 0..<Int.random(in: 1...4, using: &numbers) where !frame.isEmpty {
        frame[Int.random(in: frame.indices, using: &numbers)] = UInt8.random(
          in: .min ... .max, using: &numbers)
      }
      do {
        let message = try Message(frame: frame, limits: HandoffLimits())
        #expect(try Message(frame: message.frame, limits: HandoffLimits()) == message, "seed \(seed)")
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100, "seed \(seed)")
  }

  @Test("more offers than are allowed are refused")
  func tooManyOffers() throws {
    let frame = Message.offers(Self.offers(65)).frame
    #expect(throws: HandoffError.violation(.tooManyOffers)) {
      try Message(frame: frame, limits: HandoffLimits())
    }
  }

  @Test("another version is distinguished from garbage")
  func version() throws {
    var frame = Self.samples[0].frame
    frame[5] = 2
    #expect(throws: HandoffError.violation(.unsupportedVersion)) {
      try Message(frame: frame, limits: HandoffLimits())
    }
    frame[1] = 0
    #expect(throws: HandoffError.violation(.malformed)) { try Message(frame: frame, limits: HandoffLimits()) }
  }

  @Test("a name too long for a frame is cut between characters")
  func longName() throws {
    let name = String(repeating: "ä", count: 40_000)
    let hello = Message.hello(Hello(challenge: Array(0..<32), application: "a" + name, publisher: name))
    guard case .hello(let read) = try Message(frame: hello.frame, limits: HandoffLimits()) else {
      Issue.record("no hello")
      return
    }
    #expect(read.publisher == String(repeating: "ä", count: 32_767))
    #expect(read.application == "a" + String(repeating: "ä", count: 32_766))
  }
}
