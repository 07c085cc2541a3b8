internal import Crypto
internal import Foundation
internal import Synchronization

/// The keys of an encrypted store, and what is done with them.
///
/// From the user's key and the store's salt HKDF-SHA256 (RFC 5869) derives a key for each purpose: sealing, blinding, and the
/// two of users' names. *Sealing* is AES-256-GCM with a random nonce of 96 bits; what a row is (its table, user and columns)
/// is authenticated with it, so that no row can be put into the place of another. *Blinding* is HMAC-SHA256, truncated to 128
/// bits: equal things stay equal, so that they are found, and without the key nobody can try guesses.
final class Vault: Sendable {
  /// Tells the key and the salt apart from others, and tells nothing about them.
  let identifier: Data
  private let sealing: SymmetricKey
  private let blinding: SymmetricKey
  private let naming: SymmetricKey
  private let nonceNaming: SymmetricKey
  private let known = Mutex(KnownUsers())

  /// What was computed for the users of late.
  private struct KnownUsers {
    var tags: [String: Data] = [:]
    var columns: [String: String] = [:]
    var names: [String: String] = [:]
    static let most = 1_024
  }

  init(_ key: StoreKey, salt: Data) {
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key.secret, salt: salt, info: Data("hunch.store.1.\(purpose)".utf8),
        outputByteCount: 32)
    }
    sealing = derived("seal")
    blinding = derived("blind")
    naming = derived("name")
    nonceNaming = derived("nameNonce")
    identifier = Self.code(of: Data("hunch.store.1".utf8), with: derived("identifier"))
  }

  /// Seals bytes: nonce ‖ ciphertext ‖ tag, 28 bytes more than they have.
  func seal(_ bytes: some DataProtocol, authenticating context: Data) throws -> Data {
    let box = try AES.GCM.seal(bytes, using: sealing, authenticating: context)
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    return combined
  }

  /// Opens what was sealed; `nil` if it was not sealed so with this key, or has been changed.
  func open(_ sealed: Data, authenticating context: Data) -> Data? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    return try? AES.GCM.open(box, using: sealing, authenticating: context)
  }

  /// A keyed hash of 16 bytes.
  func blind(_ message: Data) -> Data {
    Self.code(of: message, with: blinding)
  }

  /// What stands for a user in what is authenticated and blinded.
  func tag(of user: String) -> Data {
    if let tag = known.withLock({ $0.tags[user] }) { return tag }
    let tag = blind(Data([0]) + Data(user.utf8))
    known.withLock { known in
      if known.tags.count >= KnownUsers.most { known.tags = [:] }
      known.tags[user] = tag
    }
    return tag
  }

  private static func code(of message: Data, with key: SymmetricKey) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(16))
  }
}

/// Users' names, which have to be found and read back.
///
/// The same name gives the same text: its nonce is a keyed hash of it, as in RFC 5297 (SIV), with keys that seal nothing else.
/// Names are filled up to a multiple of 32 bytes, so that lengths tell little.
extension Vault {
  private static let nameContext = Data("user".utf8)

  /// What stands for a user's name in its column.
  func column(of user: String) throws -> String {
    if let column = known.withLock({ $0.columns[user] }) { return column }
    let code = HMAC<SHA256>.authenticationCode(for: Data(user.utf8), using: nonceNaming)
    let box = try AES.GCM.seal(
      Self.padded(Data(user.utf8)), using: naming, nonce: AES.GCM.Nonce(data: Data(code.prefix(12))),
      authenticating: Self.nameContext)
    let column = (box.combined ?? Data()).base64EncodedString()
    remember(user, column)
    return column
  }

  /// The name that a column stands for; `nil` if it was not made with this key.
  func user(in column: String) -> String? {
    if let user = known.withLock({ $0.names[column] }) { return user }
    guard let sealed = Data(base64Encoded: column), let box = try? AES.GCM.SealedBox(combined: sealed),
      let padded = try? AES.GCM.open(box, using: naming, authenticating: Self.nameContext),
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

  /// One bit, and zeros up to a multiple of 32 bytes (ISO/IEC 9797-1, method 2).
  private static func padded(_ bytes: Data) -> Data {
    let count = (bytes.count + 1 + 31) / 32 * 32
    return bytes + [0x80] + Data(count: count - bytes.count - 1)
  }
}
