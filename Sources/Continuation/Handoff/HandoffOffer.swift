// Handoff: How does an activity get from one program of a user to another?
//
// Start here: a `HandoffAdvertiser` offers what is current in one program, a `HandoffBrowser` sees
// and accepts it in another. `Wire` has what they say to each other, `Transport` how it gets there.

/// An activity of another program that can be continued here; nothing but its type is known yet.
///
/// It can be encoded, so that whoever starts a program for an offer can pass it on: the program
/// accepts it as soon as it runs. It holds no secret; the publisher's key is asked for when it is
/// accepted.
public struct HandoffOffer: Hashable, Codable, Sendable {
  /// Names this offering.
  public let token: HandoffToken
  /// The type of the activity.
  public let activityType: String
  /// A Boolean value that indicates whether a stream of bytes back to the origin may be opened.
  public let supportsContinuationStreams: Bool
  /// The identifier of the program that offers it.
  public let application: String
  /// The address at which that program listens.
  public let address: HandoffAddress
}

extension HandoffOffer: Comparable {
  /// Orders by program, type and token, so that a list of offers is the same each time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.application, left.activityType, left.token.rawValue)
      < (right.application, right.activityType, right.token.rawValue)
  }
}

/// Names one offering of an activity, and says nothing else about it.
///
/// 128 random bits: what cannot be guessed cannot be accepted without having been offered. A token
/// is used up when its activity was continued; an activity that is offered again gets a new one.
public struct HandoffToken: Hashable, Sendable {
  let rawValue: UInt128

  /// Makes a token that nobody can guess.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Makes a token from a source of randomness; only for tests may it be a predictable one.
  public init(using generator: inout some RandomNumberGenerator) {
    rawValue = UInt128(generator.next()) << 64 | UInt128(generator.next())
  }

  init(rawValue: UInt128) {
    self.rawValue = rawValue
  }
}

extension HandoffToken: LosslessStringConvertible, Codable {
  /// 32 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Reads the 32 hexadecimal digits of ``description``.
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
