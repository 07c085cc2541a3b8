internal import Crypto
public import Foundation

/// The key of an encrypted store: 256 random bits.
///
/// Whoever has it can read the store, and nobody else can, its owner included: a key that is lost is a store that is lost.
/// It is never printed; `description` and mirrors say nothing of it.
public struct StoreKey: Sendable {
  /// How many bytes a key has.
  public static let length = 32

  /// The key, in memory that is overwritten when the last copy goes.
  let secret: SymmetricKey

  /// - Throws: ``StoreKeyError/Reason/notRandom`` if all bytes are the same: an empty file of the right size, or a placeholder.
  private init(given bytes: Data) throws(StoreKeyError) {
    guard Set(bytes).count > 1 else { throw StoreKeyError(.notRandom) }
    self.init(bytes)
  }

  private init(_ bytes: some Sequence<UInt8>) {
    secret = SymmetricKey(data: Data(bytes))
  }

  /// Reads a key: 64 hexadecimal digits, or the Base64 of 32 bytes, with white space around it or not.
  ///
  /// - Throws: ``StoreKeyError/Reason/unreadable`` for anything else, ``StoreKeyError/Reason/notRandom`` for 32 equal bytes.
  public init(text: String) throws(StoreKeyError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = Self.bytes(hexadecimal: text) ?? Data(base64Encoded: text),
      bytes.count == Self.length
    else { throw StoreKeyError(.unreadable) }
    try self.init(given: bytes)
  }

  /// Reads what is in a key file: the key as text, or its 32 bytes.
  ///
  /// - Throws: ``StoreKeyError/Reason/unreadable`` for anything else, ``StoreKeyError/Reason/notRandom`` for 32 equal bytes.
  public init(contents: Data) throws(StoreKeyError) {
    if contents.count == Self.length {
      try self.init(given: contents)
    } else {
      guard let text = String(data: contents, encoding: .utf8) else { throw StoreKeyError(.unreadable) }
      try self.init(text: text)
    }
  }

  /// Makes a new key, of the system's random numbers, and its text.
  static func makeRandom() -> (key: StoreKey, text: String) {
    var source = SystemRandomNumberGenerator()
    let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    return (StoreKey(bytes), Data(bytes).base64EncodedString())
  }

  private static func bytes(hexadecimal text: String) -> Data? {
    let digits = text.unicodeScalars.map { scalar in
      scalar.isASCII ? Character(scalar).hexDigitValue.map(UInt8.init) : nil
    }
    guard digits.count == 2 * length else { return nil }
    var bytes = Data(capacity: length)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

extension StoreKey: Equatable {
  /// Whether two are the same key; the time that it takes says nothing of where they differ.
  public static func == (left: Self, right: Self) -> Bool { left.secret == right.secret }
}

extension StoreKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says that it is a key, and not which.
  public var description: String { "StoreKey(hidden)" }

  /// Says that it is a key, and not which.
  public var debugDescription: String { description }

  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a key cannot be used.
///
/// The description says how to mend it; it names neither the file nor anything of the key.
public struct StoreKeyError: Error, Equatable, Sendable {
  /// What is wrong.
  public let reason: Reason
  /// The file of the key; `nil` if it came from elsewhere.
  public let path: String?

  /// What can be wrong with a key.
  public enum Reason: Equatable, Sendable {
    /// It is neither 32 bytes nor their Base64 nor 64 hexadecimal digits.
    case unreadable
    /// All its bytes are the same.
    case notRandom
    /// There is no such file.
    case notFound
    /// The path is a link that leads nowhere, or in a circle.
    case brokenLink
    /// The path, or a name in it, is longer than the system takes.
    case nameTooLong
    /// The path names a folder, a device, a pipe or a socket.
    case notARegularFile
    /// Others than the owner may read or write the file.
    case openToOthers(mode: Int)
    /// The file belongs to another user.
    case notOwned
    /// The file may not be read, or a folder above it not be entered.
    case permissionDenied
    /// A new key was to be written where there is something already.
    case exists
    /// The file could not be written.
    case cannotCreate
  }

  init(_ reason: Reason, at path: String? = nil) {
    self.reason = reason
    self.path = path
  }
}

extension StoreKeyError: CustomStringConvertible {
  /// What is wrong, and how to mend it.
  public var description: String {
    switch reason {
    case .unreadable:
      "not a key; it has to be 64 hexadecimal digits, the Base64 of 32 bytes, or a file of 32 bytes"
    case .notRandom:
      "not a random key: all its bytes are the same, so anybody can guess it; hunch encrypt --new-key-file makes one, in a "
        + "file that is not there yet"
    case .notFound: "there is no key file; name the one that the store was encrypted with"
    case .brokenLink: "the key file is a link that leads nowhere; mend the link, or name another file"
    case .nameTooLong: "the path of the key file is longer than the system takes; name a shorter one"
    case .notARegularFile: "the key file is not a regular file; name another"
    case .openToOthers(let mode):
      "others may read or write the key file (mode 0\(String(mode, radix: 8))); run chmod 600 on it, and give the store "
        + "a new key if others may have read it"
    case .notOwned: "the key file belongs to another user; run chown on it, or copy it to a file of your own"
    case .permissionDenied:
      "no permission to read the key file; check owner and mode of it and of the folders it lies in"
    case .exists: "there is a file already where the new key was to be written; name another"
    case .cannotCreate: "the key file could not be written; check that its folder is there and may be written"
    }
  }
}
