internal import Activities
internal import Files
public import Foundation

/// The key of an encrypted store: 256 random bits.
///
/// Anyone with the key can read the store, and nobody else can, not even its owner: losing the key
/// is losing the store. It is never printed; `description` and mirrors do not reveal it.
public struct StoreKey: Sendable {
  /// The length of a key in bytes.
  public static let length = 32

  /// The key, in memory that is overwritten when the last copy is released.
  let secret: SymmetricKey

  /// - Throws: ``StoreKeyError/Reason/notRandom`` if all bytes are the same: an empty file of the
  ///   right size, or a placeholder.
  private init(given bytes: Data) throws(StoreKeyError) {
    guard Set(bytes).count > 1 else { throw StoreKeyError(.notRandom) }
    self.init(bytes)
  }

  private init(_ bytes: some Sequence<UInt8>) {
    secret = SymmetricKey(Data(bytes))
  }

  /// Reads a key: 64 hexadecimal digits, or the Base64 of 32 bytes, optionally with white space
  /// around it.
  ///
  /// - Throws: ``StoreKeyError/Reason/unreadable`` for anything else,
  ///   ``StoreKeyError/Reason/notRandom`` for 32 equal bytes.
  public init(text: String) throws(StoreKeyError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = Self.bytes(hexadecimal: text) ?? Data(base64Encoded: text),
      bytes.count == Self.length
    else { throw StoreKeyError(.unreadable) }
    try self.init(given: bytes)
  }

  /// Reads the content of a key file: the key as text, or its 32 bytes.
  ///
  /// - Throws: ``StoreKeyError/Reason/unreadable`` for anything else,
  ///   ``StoreKeyError/Reason/notRandom`` for 32 equal bytes.
  public init(contents: Data) throws(StoreKeyError) {
    if contents.count == Self.length {
      try self.init(given: contents)
    } else {
      guard let text = String(data: contents, encoding: .utf8) else { throw StoreKeyError(.unreadable) }
      try self.init(text: text)
    }
  }

  /// Creates a new key from the system's random numbers; returns it and its text.
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
  /// Returns whether two keys are the same; the time that it takes does not depend on where they
  /// differ.
  public static func == (left: Self, right: Self) -> Bool { left.secret == right.secret }
}

extension StoreKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A text that hides the key.
  public var description: String { "StoreKey(hidden)" }

  /// A text that hides the key.
  public var debugDescription: String { description }

  /// A mirror that hides the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Key files

extension StoreKey {
  /// The maximum length of a key file; longer ones are refused without being read to the end.
  private static let longestFile = 4_096

  /// Reads a key file.
  ///
  /// Like the store itself, it must belong to this user, and nobody else may read or write it.
  ///
  /// - Throws: ``StoreKeyError``.
  public init(file path: String) throws(StoreKeyError) {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    try Self.checkAccess(to: path)
    let contents: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      contents = try file.read(upToCount: Self.longestFile + 1) ?? Data()
    } catch {
      throw StoreKeyError(.permissionDenied, at: path)
    }
    guard contents.count <= Self.longestFile else { throw StoreKeyError(.unreadable, at: path) }
    do throws(StoreKeyError) {
      try self.init(contents: contents)
    } catch {
      throw StoreKeyError(error.reason, at: path)
    }
  }

  /// Creates a new key and writes it as a line of Base64 to a file that only this user may read, in
  /// a folder that is created if necessary.
  ///
  /// The file and its folder are on the disk when this returns: if a power cut took the key,
  /// everything encrypted with it would be lost.
  ///
  /// - Throws: ``StoreKeyError``; then an existing file is unchanged.
  public static func make(file path: String) throws(StoreKeyError) -> StoreKey {
    let path = URL(fileURLWithPath: path).path
    let (key, text) = makeRandom()
    do {
      try ParentFolder(of: path).create()
      try AtomicFile.write(Data((text + "\n").utf8), to: path, access: .ownerOnly, replacing: false)
    } catch {
      throw StoreKeyError(error as? AtomicFile.Problem == .taken ? .exists : .cannotCreate, at: path)
    }
    return key
  }

  /// Returns whether any file exists at the path of a key file.
  ///
  /// - Throws: ``StoreKeyError`` if this cannot be determined:
  ///   ``StoreKeyError/Reason/permissionDenied`` for a folder that cannot be entered (and any other
  ///   answer of the system), ``StoreKeyError/Reason/brokenLink`` for a dangling link, or
  ///   ``StoreKeyError/Reason/nameTooLong``.
  /// - Complexity: O(1): one system call.
  public static func exists(file path: String) throws(StoreKeyError) -> Bool {
    switch PathKind(at: path) {
    case .nothing: return false
    case .folder, .regularFile, .other: return true
    case .brokenLink: throw StoreKeyError(.brokenLink, at: path)
    case .refused(ENAMETOOLONG): throw StoreKeyError(.nameTooLong, at: path)
    case .refused: throw StoreKeyError(.permissionDenied, at: path)
    }
  }

  private static func checkAccess(to path: String) throws(StoreKeyError) {
    guard try exists(file: path) else { throw StoreKeyError(.notFound, at: path) }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw StoreKeyError(.permissionDenied, at: path)
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular, PathKind(at: path) == .regularFile else {
      throw StoreKeyError(.notARegularFile, at: path)
    }
    if let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 != 0 {
      throw StoreKeyError(.openToOthers(mode: mode), at: path)
    }
    let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
    guard owner == geteuid() || owner == 0 else { throw StoreKeyError(.notOwned, at: path) }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StoreKeyError(.permissionDenied, at: path)
    }
  }
}

extension StoreKey {
  /// Returns the key that a user gave, or `nil` if none was given.
  ///
  /// The first one that is given and not empty wins: the explicit file, `HUNCH_KEY_FILE` (the path
  /// of a file), `HUNCH_KEY` (the key itself, as text). A key is never on a command line, where
  /// every user of the machine could read it.
  ///
  /// - Parameters:
  ///   - file: The path of the key file that the user named.
  ///   - environment: The environment variables.
  /// - Throws: ``StoreKeyError`` for an invalid key.
  public static func given(
    file: String? = nil, environment: [String: String]
  ) throws(StoreKeyError) -> StoreKey? {
    if let file = file ?? environment.variable("HUNCH_KEY_FILE"), !file.isEmpty {
      return try StoreKey(file: file)
    }
    guard let text = environment.variable("HUNCH_KEY") else { return nil }
    return try StoreKey(text: text)
  }
}
