// Handoff: How does an activity get from one program of a user to another?
//
// Start here: a `HandoffAdvertiser` offers a program's current activities, and a `HandoffBrowser`
// sees and accepts them in another program. `Wire` has their protocol, `Transport` the ways to
// carry it.

/// An activity of another program that can be continued here; only its type is known.
///
/// It can be encoded, so that a launcher can pass it to the program that it starts, which accepts
/// it as soon as it runs. It contains no secret; the publisher's key is needed to accept it.
public struct HandoffOffer: Hashable, Codable, Sendable {
  /// The name of this offer.
  public let token: HandoffToken
  /// The type of the activity.
  public let activityType: String
  /// A Boolean value that indicates whether the receiver may open a stream of bytes back to the
  /// origin.
  public let supportsContinuationStreams: Bool
  /// The identifier of the program that offers it.
  public let application: String
  /// The address at which that program listens.
  public let address: HandoffAddress
}

extension HandoffOffer: Comparable {
  /// Orders by program, type and token, so that lists of offers are deterministic.
  public static func < (left: Self, right: Self) -> Bool {
    (left.application, left.activityType, left.token.rawValue)
      < (right.application, right.activityType, right.token.rawValue)
  }
}

/// The name of one offer of an activity, which reveals nothing else.
///
/// It has 128 random bits, so that an activity cannot be accepted without an offer. A token is used
/// up when its activity was continued; an activity that is offered again gets a new one.
public struct HandoffToken: Hashable, Sendable {
  let rawValue: UInt128

  /// Creates an unpredictable token.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Creates a token from a source of randomness, which may be predictable only in tests.
  public init(using generator: inout some RandomNumberGenerator) {
    rawValue = UInt128(generator.next()) << 64 | UInt128(generator.next())
  }

  init(rawValue: UInt128) {
    self.rawValue = rawValue
  }
}

extension HandoffToken: LosslessStringConvertible, Codable {
  /// The token as 32 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Parses the 32 hexadecimal digits of ``description``.
  public init?(_ description: String) {
    guard description.utf8.count == 32, !"+-".utf8.contains(description.utf8.first ?? 0),
      let rawValue = UInt128(description, radix: 16)
    else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Reads a token that was written as text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 32 hexadecimal digits")
    }
    self = token
  }

  /// Writes the token as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
