internal import Foundation

/// The secret that turns values into hashes that nobody can check a guess against who has the
/// hashes alone.
///
/// A hash is an HMAC-SHA256 of the value's canonical form: what is the same value in an identity (1
/// and 1.0, any order of keys) has the same hash, whatever it is called and in whichever activity,
/// so habits, ranking and kinship of activities are those of the values. It is cut to 128 bits,
/// which is what an identity has. Another 32 bits tell a hash of this secret from what only looks
/// like one, so a hash that is ingested again (in an export, in what was shown) is not hashed
/// twice.
///
/// The secret is in the store, beside the hashes: they protect what leaves the store (exports,
/// answers, what programs are told). Who can read the file can try out values.
public struct HashSecret: Hashable, Sendable {
  /// The number of its random bytes: as many as SHA-256 gives.
  static let length = 32
  private static let prefix = "hashed:"
  /// The number of digits, and of those that the others check: 128 bits of hash and 32 that check
  /// them.
  private static let (digits, checked) = (40, 32)

  private let bytes: [UInt8]

  /// Makes a secret.
  ///
  /// - Parameter random: Where 32 bytes are drawn from; for a secret that has to stay one, the
  ///   system's generator.
  public init(using random: inout some RandomNumberGenerator) {
    bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// A secret that a log kept; `nil` if that is none.
  package init?(stored bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }

  /// The bytes that a log keeps.
  package var stored: [UInt8] { bytes }

  /// The hash that stands in the place of a value: `hashed:` and 40 hexadecimal digits.
  ///
  /// Null stays null, for it says nothing; so does a hash that this secret made.
  ///
  /// - Complexity: O(size of the value).
  func hash(of value: ActivityValue) -> ActivityValue {
    if value == .null { return value }
    if case .string(let text) = value, isOwn(text) { return value }
    var form = CanonicalForm()
    form.append(text: "value")
    form.append(value)
    let hash = hexadecimal(form, digits: Self.checked)
    return .string(Self.prefix + hash + check(hash))
  }

  /// Returns whether a value looks like a hash, of whichever secret.
  public static func isHash(_ value: ActivityValue) -> Bool {
    guard case .string(let text) = value else { return false }
    return digits(of: text) != nil
  }

  private func isOwn(_ text: String) -> Bool {
    guard let digits = Self.digits(of: text) else { return false }
    return check(String(digits.prefix(Self.checked))) == digits.dropFirst(Self.checked)
  }

  private static func digits(of text: String) -> Substring? {
    guard text.hasPrefix(prefix) else { return nil }
    let digits = text.dropFirst(prefix.count)
    let isHexadecimal = digits.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    return digits.utf8.count == Self.digits && isHexadecimal ? digits : nil
  }

  private func check(_ hash: String) -> String {
    var form = CanonicalForm()
    form.append(text: "check")
    form.append(text: hash)
    return hexadecimal(form, digits: Self.digits - Self.checked)
  }

  private func hexadecimal(_ form: CanonicalForm, digits: Int) -> String {
    String(HMAC(key: bytes).code(of: form.bytes).hexadecimal.prefix(digits))
  }
}

extension HashSecret: CustomStringConvertible, CustomReflectable {
  /// A text that says that there is a secret, and nothing of it.
  public var description: String { "a secret" }
  /// A mirror that shows nothing of it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
