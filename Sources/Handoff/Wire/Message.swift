// The protocol, version 1, of which this file is the document.
//
// A connection carries frames in both directions: four bytes with the length (big-endian, without themselves), then as
// many bytes. The first of them is the kind of message, in hexadecimal below; numbers are big-endian; text is two bytes
// with the length, then UTF-8. Whatever else arrives, or at another time, ends the connection.
//
//    receiver                                       origin
//    01 hello: "HNCH", version (1), 32 random bytes, identifier of the program, of the publisher (empty: none)
//                                                   01 hello
//    02 proof: HMAC-SHA256 (32 bytes) with the publisher's key of "hunch-handoff-1", the role ("receiver", "origin"), the own
//              hello and the other's; empty without a publisher
//                                                   02 proof
//
// Both name the same publisher, or none: an origin offers nothing to anybody else. Random bytes of both sides are in both
// proofs, so that none can be replayed; the role is, so that none can be sent back. Then one of three conversations:
//
//  a 10 watch                                       11 offers: number (2 bytes), each: token (16), streams (1), type
//                                                   11 offers, whenever they change, all of them, until either side ends it
//
//  b 12 accept: token, receipt (16), most bytes     13 payload: the activity, as the log writes it
//    14 acknowledge: token, receipt                 15 noted: the origin has told its program
//    (or 16 decline)
//    17 open stream                                 18 stream opened; then in both directions:
//    19 bytes                                       19 bytes
//    1A end: no more bytes from this side           1A end
//
//  c 14 acknowledge: token, receipt                 15 noted; then as in b
//    (again, because the connection was lost before it was noted: the receipt, made by the receiver, says which it is)
//
// In place of 13, 15 and 18 there may be
//                                                   1B refuse: 1 withdrawn, 2 too large (size, limit: 4 bytes each), 3 failed,
//                                                              4 no streams
// and at any time, as the last message,
//    03 bye: why this side ends the connection      03 bye

/// A message between two programs.
enum Message: Equatable, Sendable {
  case hello(Hello)
  case proof([UInt8])
  case bye(Farewell)
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

  /// The first byte of each.
  enum Kind: UInt8 {
    case hello = 0x01
    case proof = 0x02
    case bye = 0x03
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

/// How a program introduces itself.
struct Hello: Equatable, Sendable {
  static let magic = Array("HNCH".utf8)
  static let version: UInt8 = 1
  static let challengeLength = 32

  /// Random, so that the other side's proof is for this connection alone.
  let challenge: [UInt8]
  let application: String
  /// Empty: no publisher.
  let publisher: String
}

/// Names one acceptance of a receiver, so that telling the origin can be repeated.
struct Receipt: Hashable, Sendable {
  let rawValue: UInt128

  init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  init() {
    rawValue = UInt128.random(in: .min ... .max)
  }
}

/// Why an origin does not do what was asked.
enum Refusal: Equatable, Sendable {
  case withdrawn
  case tooLarge(bytes: Int, limit: Int)
  case failed
  case noStreams
}

/// Why a side ends a connection.
enum Farewell: UInt8, Sendable {
  case otherPublisher = 1
  case unsupportedVersion = 2
  case violation = 3
  case tooManyConnections = 4
  case timedOut = 5
}
