// This file documents version 1 of the protocol.
//
// A connection carries frames in both directions: four bytes with the length (big-endian, not
// counting themselves), then as many bytes. The first of them is the kind of message, in
// hexadecimal below. Numbers are big-endian. Text is two bytes with the length, then UTF-8.
// Anything else, or a message at the wrong time, ends the connection.
//
//    receiver                                       origin
//    01 hello: "HNCH", version (1), 32 random
//       bytes, identifier of the program,
//       of the publisher (empty: none)
//                                                   01 hello
//    02 proof: HMAC-SHA256 (32 bytes)
//                                                   02 proof
//
// A proof is computed with the publisher's key from "hunch-handoff-1", the role ("receiver" or
// "origin"), the sender's hello and the other's; it is empty without a publisher.
//
// Both sides name the same publisher, or none: an origin offers nothing to others. Both proofs
// include the random bytes of both sides, so that neither can be replayed, and the role, so that
// neither can be sent back. One of three conversations follows:
//
//  a 10 watch                                       11 offers: number (2 bytes), each:
//                                                      token (16), streams (1), type
//                                                   11 offers, all of them, whenever they
//                                                      change, until either side ends it
//
//  b 12 accept: token, receipt (16), maximum size   13 payload: the activity, as in the log
//    14 acknowledge: token, receipt                 15 noted: the origin has told its program
//    (or 16 decline)
//    17 open stream                                 18 stream opened; then in both directions:
//    19 bytes                                       19 bytes
//    1A end: no more bytes from this side           1A end
//
//  c 14 acknowledge: token, receipt                 15 noted; then as in b
//    (again, because the connection was lost before it was noted; the receiver made the receipt,
//    which identifies the acceptance)
//
// Instead of 13, 15 and 18 the origin may send
//                                                   1B refuse: 1 withdrawn, 2 too large (size,
//                                                      limit: 4 bytes each), 3 failed,
//                                                      4 no streams
// and at any time either side may send, as its last message,
//    03 close: why this side ends the connection    03 close

/// A message between two programs.
enum Message: Equatable, Sendable {
  case hello(Hello)
  case proof([UInt8])
  case close(CloseReason)
  case watch
  case offers([HandoffAdvertisement])
  case accept(HandoffToken, Receipt, limit: Int)
  case payload([UInt8])
  case acknowledge(HandoffToken, Receipt)
  case noted
  case decline
  case openStream
  case streamOpened
  case bytes([UInt8])
  case end
  case refuse(Refusal)

  /// The first byte of each message.
  enum Kind: UInt8 {
    case hello = 0x01
    case proof = 0x02
    case close = 0x03
    case watch = 0x10
    case offers = 0x11
    case accept = 0x12
    case payload = 0x13
    case acknowledge = 0x14
    case noted = 0x15
    case decline = 0x16
    case openStream = 0x17
    case streamOpened = 0x18
    case bytes = 0x19
    case end = 0x1A
    case refuse = 0x1B
  }
}

/// The first message of each side: its name, and a challenge to prove it.
struct Hello: Equatable, Sendable {
  static let magic = Array("HNCH".utf8)
  static let version: UInt8 = 1
  static let challengeLength = 32

  /// A random challenge, so that the other side's proof is valid only for this connection.
  let challenge: [UInt8]
  let application: String
  /// The publisher; empty for none.
  let publisher: String
}

/// The name of one acceptance by a receiver, so that acknowledging it can be repeated.
struct Receipt: Hashable, Sendable {
  let rawValue: UInt128

  init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  init() {
    rawValue = UInt128.random(in: .min ... .max)
  }
}

/// The reason why an origin does not fulfil a request.
enum Refusal: Equatable, Sendable {
  case withdrawn
  case tooLarge(bytes: Int, limit: Int)
  case failed
  case noStreams
}

/// The reason why a side ends a connection.
enum CloseReason: UInt8, Sendable {
  case otherPublisher = 1
  case unsupportedVersion = 2
  case violation = 3
  case tooManyConnections = 4
  case timedOut = 5
}

extension Message {
  /// The body of the message's frame.
  ///
  /// - Complexity: O(length).
  var frame: [UInt8] {
    switch self {
    case .hello(let hello):
      [Kind.hello.rawValue] + Hello.magic + [Hello.version] + hello.challenge + Self.text(hello.application)
        + Self.text(hello.publisher)
    case .proof(let proof): [Kind.proof.rawValue] + proof
    case .close(let reason): [Kind.close.rawValue, reason.rawValue]
    case .watch: [Kind.watch.rawValue]
    case .offers(let offers): [Kind.offers.rawValue] + Self.list(offers)
    case .accept(let token, let receipt, let limit):
      [Kind.accept.rawValue] + Self.number(token.rawValue) + Self.number(receipt.rawValue)
        + Self.number(UInt32(clamping: limit))
    case .payload(let bytes): [Kind.payload.rawValue] + bytes
    case .acknowledge(let token, let receipt):
      [Kind.acknowledge.rawValue] + Self.number(token.rawValue) + Self.number(receipt.rawValue)
    case .noted: [Kind.noted.rawValue]
    case .decline: [Kind.decline.rawValue]
    case .openStream: [Kind.openStream.rawValue]
    case .streamOpened: [Kind.streamOpened.rawValue]
    case .bytes(let bytes): [Kind.bytes.rawValue] + bytes
    case .end: [Kind.end.rawValue]
    case .refuse(let refusal): [Kind.refuse.rawValue] + Self.body(of: refusal)
    }
  }

  private static func list(_ offers: [HandoffAdvertisement]) -> [UInt8] {
    offers.reduce(into: number(UInt16(clamping: offers.count))) { bytes, offer in
      bytes += number(offer.token.rawValue)
      bytes.append(offer.supportsContinuationStreams ? 1 : 0)
      bytes += text(offer.activityType)
    }
  }

  private static func body(of refusal: Refusal) -> [UInt8] {
    switch refusal {
    case .withdrawn: [1]
    case .tooLarge(let bytes, let limit):
      [2] + number(UInt32(clamping: bytes)) + number(UInt32(clamping: limit))
    case .failed: [3]
    case .noStreams: [4]
    }
  }

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns text cut to the length that two bytes can encode, so that equal names stay equal.
  private static func text(_ text: String) -> [UInt8] {
    var cut = Array(text.utf8.prefix(Int(UInt16.max)))
    if cut.count < text.utf8.count {
      while let last = cut.popLast(), last & 0xC0 == 0x80 {}  // whole characters only
    }
    return number(UInt16(clamping: cut.count)) + cut
  }
}

extension Message {
  /// Reads the body of a frame.
  ///
  /// - Throws: ``HandoffError/violation(_:)`` if it is not a message.
  /// - Complexity: O(length).
  init(frame: [UInt8], limits: HandoffLimits) throws(HandoffError) {
    var reader = ByteReader(frame)
    guard let kind = Kind(rawValue: try reader.byte()) else { throw .violation(.malformed) }
    switch kind {
    case .hello: self = .hello(try reader.hello())
    case .proof: self = .proof(reader.rest())
    case .close:
      guard let reason = CloseReason(rawValue: try reader.byte()) else { throw .violation(.malformed) }
      self = .close(reason)
    case .watch: self = .watch
    case .offers: self = .offers(try reader.offers(limit: limits.offers))
    case .accept:
      self = .accept(try reader.token(), try reader.receipt(), limit: Int(try reader.number(UInt32.self)))
    case .payload: self = .payload(reader.rest())
    case .acknowledge: self = .acknowledge(try reader.token(), try reader.receipt())
    case .noted: self = .noted
    case .decline: self = .decline
    case .openStream: self = .openStream
    case .streamOpened: self = .streamOpened
    case .bytes: self = .bytes(reader.rest())
    case .end: self = .end
    case .refuse: self = .refuse(try reader.refusal())
    }
    guard reader.isAtEnd else { throw .violation(.malformed) }
  }
}

/// A reader of the bytes of one frame, which never reads beyond them.
private struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) throws(HandoffError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw .violation(.malformed) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }

  mutating func byte() throws(HandoffError) -> UInt8 {
    try number(UInt8.self)
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(HandoffError) -> Number {
    try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  mutating func text() throws(HandoffError) -> String {
    let count = Int(try number(UInt16.self))
    guard let text = String(validating: try take(count), as: UTF8.self) else { throw .violation(.malformed) }
    return text
  }

  mutating func token() throws(HandoffError) -> HandoffToken {
    HandoffToken(rawValue: try number(UInt128.self))
  }

  mutating func receipt() throws(HandoffError) -> Receipt {
    Receipt(rawValue: try number(UInt128.self))
  }

  mutating func hello() throws(HandoffError) -> Hello {
    guard try take(Hello.magic.count).elementsEqual(Hello.magic) else { throw .violation(.malformed) }
    guard try byte() == Hello.version else { throw .violation(.unsupportedVersion) }
    return Hello(
      challenge: Array(try take(Hello.challengeLength)), application: try text(), publisher: try text())
  }

  mutating func offers(limit: Int) throws(HandoffError) -> [HandoffAdvertisement] {
    let count = Int(try number(UInt16.self))
    guard count <= limit else { throw .violation(.tooManyOffers) }
    var offers: [HandoffAdvertisement] = []
    for _ in 0..<count {
      let token = try token()
      let streams = try byte()
      guard streams <= 1 else { throw .violation(.malformed) }
      let type = try text()
      do {
        offers.append(
          try HandoffAdvertisement(
            token: token, activityType: type, supportsContinuationStreams: streams == 1))
      } catch {
        throw .violation(.malformed)
      }
    }
    return offers
  }

  mutating func refusal() throws(HandoffError) -> Refusal {
    switch try byte() {
    case 1: .withdrawn
    case 2: .tooLarge(bytes: Int(try number(UInt32.self)), limit: Int(try number(UInt32.self)))
    case 3: .failed
    case 4: .noStreams
    default: throw .violation(.malformed)
    }
  }
}
