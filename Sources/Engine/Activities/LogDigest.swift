/// A digest of a log's donations: the same donations give the same text in any order, and however
/// often they are repeated.
///
/// It is computed from each donation's activity, user and time, not from the bytes of a file, so a
/// copy with other spaces, or with comments in additional fields, has the same digest. It reveals
/// nothing about the donations.
public struct LogDigest: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits.
  public let description: String

  /// The digest of donations.
  ///
  /// - Complexity: O(n log n).
  public init(of donations: some Sequence<Donation>) {
    let keys = Set(
      donations.map {
        Key(identifier: $0.identifier.rawValue, identity: $0.identity.rawValue, $0.context.instant)
      })
    var hash = SHA256()
    for key in keys.sorted() { hash.update(key.bytes) }
    description = hash.finalize().hexadecimal
  }

  private struct Key: Hashable, Comparable {
    let identifier: UInt128
    let identity: UInt128
    let milliseconds: Int64

    init(identifier: UInt128, identity: UInt128, _ instant: Instant) {
      self.identifier = identifier
      self.identity = identity
      milliseconds = instant.milliseconds
    }

    var bytes: [UInt8] {
      let words = [identifier >> 64, identifier, identity >> 64, identity].map(
        UInt64.init(truncatingIfNeeded:))
      return (words + [UInt64(bitPattern: milliseconds)]).flatMap { word in
        stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
      }
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.identifier, left.identity, left.milliseconds) < (
        right.identifier, right.identity, right.milliseconds
      )
    }
  }
}
