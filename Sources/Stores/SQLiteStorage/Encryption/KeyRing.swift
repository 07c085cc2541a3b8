internal import Activities
internal import Foundation
internal import Synchronization

/// The keys of one encrypted store, and the ciphers and keyed hashes that use them.
///
/// HKDF-SHA256 (RFC 5869) derives a key for each purpose from the user's key and the store's salt:
/// for values, for blind indexes, and two for users' names. AES-256-GCM encrypts *values* with a
/// random nonce of 96 bits. It also authenticates the row (its table, user and columns), so that a
/// row cannot replace another one. *Blind indexes* are HMAC-SHA256, truncated to 128 bits: equal
/// things stay equal and can be found, but without the key nobody can test guesses.
final class KeyRing: Sendable {
  /// An identifier of the key and the salt that reveals nothing about them.
  let identifier: Data
  private let values: SymmetricKey
  private let blindIndexes: HMAC
  private let names: SymmetricKey
  private let nameNonces: HMAC
  private let known = Mutex(KnownUsers())

  /// Results for the most recent users.
  private struct KnownUsers {
    var tags: [String: Data] = [:]
    var columns: [String: String] = [:]
    var names: [String: String] = [:]
    static let most = 1_024
  }

  /// Derives the keys.
  ///
  /// - Throws: ``CryptographyError/outOfMemory``.
  init(_ key: StoreKey, salt: Data) throws(CryptographyError) {
    // The purposes are part of the format: another text gives another key.
    func derived(_ purpose: String) throws(CryptographyError) -> SymmetricKey {
      try HKDF.deriveKey(
        from: key.secret, salt: salt, info: Data("hunch.store.1.\(purpose)".utf8), count: StoreKey.length)
    }
    values = try derived("seal")
    blindIndexes = HMAC(key: try derived("blind"))
    names = try derived("name")
    nameNonces = HMAC(key: try derived("nameNonce"))
    identifier = HMAC(key: try derived("identifier")).code(of: Data("hunch.store.1".utf8)).leading.bytes
  }

  // MARK: - Values

  /// Encrypts bytes as nonce ‖ ciphertext ‖ tag, 28 bytes longer than the plain text.
  func encrypt(_ bytes: some ContiguousBytes, authenticating context: Data) throws(CryptographyError) -> Data
  {
    try AESGCM.seal(bytes, with: values, authenticating: context)
  }

  /// Decrypts bytes; `nil` if they were not encrypted with this key and context, or were changed.
  ///
  /// - Throws: ``CryptographyError/outOfMemory``.
  func decrypt(_ bytes: Data, authenticating context: Data) throws(CryptographyError) -> Data? {
    do throws(CryptographyError) {
      return try AESGCM.open(bytes, with: values, authenticating: context)
    } catch {
      guard error == .outOfMemory else { return nil }
      throw error
    }
  }

  // MARK: - Blind indexes

  /// Returns the blind index of a message, 16 bytes.
  func blindIndex(of message: Data) -> Data {
    blindIndexes.code(of: message).leading.bytes
  }

  /// Returns a user's tag for authentication and blind indexes.
  func tag(of user: String) -> Data {
    if let tag = known.withLock({ $0.tags[user] }) { return tag }
    let tag = blindIndex(of: Data([0]) + Data(user.utf8))
    known.withLock { known in
      if known.tags.count >= KnownUsers.most { known.tags = [:] }
      known.tags[user] = tag
    }
    return tag
  }

  // MARK: - Users' names

  // Names must be found and read back. The same name gives the same text: its nonce is a keyed hash
  // of it, as in RFC 5297 (SIV), with keys that encrypt nothing else. Names are padded to a
  // multiple of 32 bytes, so that lengths reveal little.

  private static let nameContext = Data("user".utf8)

  /// Returns the column of a user's name.
  func column(of user: String) throws(CryptographyError) -> String {
    if let column = known.withLock({ $0.columns[user] }) { return column }
    let nonce = Array(nameNonces.code(of: Data(user.utf8)).bytes.prefix(AESGCM.nonceLength))
    let encrypted = try AESGCM.seal(
      Self.padded(Data(user.utf8)), with: names, nonce: nonce, authenticating: Self.nameContext)
    let column = encrypted.base64EncodedString()
    remember(user, column)
    return column
  }

  /// Returns the name in a column; `nil` if the column was not made with this key.
  func user(in column: String) -> String? {
    if let user = known.withLock({ $0.names[column] }) { return user }
    guard let encrypted = Data(base64Encoded: column),
      let padded = try? AESGCM.open(encrypted, with: names, authenticating: Self.nameContext),
      let end = padded.lastIndex(of: 0x80)
    else { return nil }
    let user = String(decoding: padded[..<end], as: UTF8.self)
    remember(user, column)
    return user
  }

  private func remember(_ user: String, _ column: String) {
    known.withLock { known in
      if known.names.count >= KnownUsers.most { (known.names, known.columns) = ([:], [:]) }
      known.names[column] = user
      known.columns[user] = column
    }
  }

  /// Returns the bytes padded with one bit and zeros to a multiple of 32 bytes (ISO/IEC 9797-1,
  /// method 2).
  private static func padded(_ bytes: Data) -> Data {
    let count = (bytes.count + 1 + 31) / 32 * 32
    return bytes + [0x80] + Data(count: count - bytes.count - 1)
  }
}
