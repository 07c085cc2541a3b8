/// Identifies one donation: importing the same log twice gives the same identifiers, and so the
/// same donations.
///
/// If the donor gave an `id`, the identifier is a digest of the user and that id. Otherwise it is
/// derived from the user, the time, the identity and the ordinal among equals. Its first 48 bits
/// are then the time, so that a log in time order is appended to the end of an index instead of
/// being scattered over it.
public struct DonationIdentifier: Hashable, Comparable, Sendable, RawRepresentable {
  /// The 128 bits.
  public let rawValue: UInt128

  /// Creates an identifier from its stored value.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Derives the identifier of a donation.
  public init(
    user: UserIdentifier, at instant: Instant, of identity: ActivityIdentity,
    externalIdentifier: String? = nil,
    ordinal: Int = 0
  ) {
    var form = CanonicalForm()
    form.append(text: user.name)
    if let externalIdentifier {
      form.append(text: externalIdentifier)
      rawValue = form.digest
      return
    }
    form.append(instant.milliseconds)
    form.append(Int64(truncatingIfNeeded: identity.rawValue >> 64))
    form.append(Int64(truncatingIfNeeded: identity.rawValue))
    form.append(Int64(ordinal))
    let time = UInt128(UInt64(bitPattern: instant.milliseconds) & 0xFFFF_FFFF_FFFF)
    rawValue = time << 80 | form.digest >> 48
  }

  /// Orders identifiers as unsigned numbers.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension DonationIdentifier: CustomStringConvertible, LosslessStringConvertible {
  /// 32 lower-case hexadecimal digits.
  public var description: String { rawValue.hexadecimal }

  /// Reads the 32 hexadecimal digits of ``description``.
  public init?(_ description: String) {
    guard let rawValue = UInt128(hexadecimal: description) else { return nil }
    self.init(rawValue: rawValue)
  }
}
