internal import Foundation

/// A secret for hashing values, so that nobody who only has the hashes can check a guess.
///
/// A hash is an HMAC-SHA256 of the value's canonical form. Values that are equal in an identity (1
/// and 1.0, any order of keys) have the same hash, under any key and in any activity, so hashing
/// preserves habits, ranking and kinship of activities. It is cut to 128 bits, the size of an
/// identity. Another 32 bits distinguish a hash made with this secret from a lookalike, so that
/// hashes that are ingested again (from an export or a shown list) are not hashed twice.
///
/// The secret is in the store, next to the hashes: they protect data that leaves the store
/// (exports, answers, reports to programs). Anyone who can read the file can test guesses.
public struct HashSecret: Hashable, Sendable {
  /// The number of random bytes: the size of a SHA-256 digest.
  static let length = 32
  private static let prefix = "hashed:"
  /// The number of all digits, for 160 bits, and of those for the hash itself, 128 bits; the others
  /// check them.
  private static let (digits, checked) = (40, 32)

  private let bytes: [UInt8]

  /// Creates a secret.
  ///
  /// - Parameter random: The source of 32 bytes: the system's generator, except in tests.
  public init(using random: inout some RandomNumberGenerator) {
    bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// Creates a secret from the bytes in a log; `nil` for a wrong number of bytes.
  package init?(stored bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }

  /// The bytes that a log keeps.
  package var stored: [UInt8] { bytes }

  /// Returns the hash that replaces a value: `hashed:` and 40 hexadecimal digits.
  ///
  /// Null is not replaced, as it contains nothing; neither is a hash made with this secret.
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

  /// Returns whether a value looks like a hash, made with any secret.
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
  /// A text that does not reveal the secret.
  public var description: String { "a secret" }
  /// A mirror that does not reveal the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
