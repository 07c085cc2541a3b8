internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Encrypts a store, or gives an encrypted store another key.
  ///
  /// Every row is encrypted in one transaction: whenever the process is killed, either the old key
  /// (or none) opens the store or the new one does. Then the file is written anew and the journal
  /// is emptied, so that neither holds a byte as it was. If that cannot be done yet, the error says
  /// ``StoreError/Reason/erasureDelayed``: the store is encrypted all the same, and the next
  /// opening catches up. Whoever has the store open meanwhile gets
  /// ``StoreError/Reason/encryptionChanged``.
  ///
  /// - Parameters:
  ///   - path: The store; it is made if there is none.
  ///   - newKey: The key from now on. Keep a copy: without it nobody can read the store.
  ///   - key: The key until now; `nil` for a plain store.
  ///   - busyTimeout: Seconds to wait while another process writes.
  /// - Throws: ``StoreError``: ``StoreError/Reason/alreadyEncrypted`` if no key was given for an
  ///   encrypted store, and ``StoreError/Reason/damaged`` if a row cannot be decrypted. The store
  ///   is as it was then.
  /// - Complexity: O(size of the store), in memory that does not depend on it but for what SQLite
  ///   needs to write it anew.
  public static func encrypt(
    path: String, with newKey: StoreKey, replacing key: StoreKey? = nil, busyTimeout: Double = 10
  ) async throws {
    guard try exists(path: path) else {
      return try SQLiteDonationStore(path: path, key: newKey, busyTimeout: busyTimeout).close()
    }
    let store = try open(path: path, key, busyTimeout)
    try await store.reencrypt(EncryptionTable.makeCipher(for: newKey, at: store.path))
  }

  /// Makes sure that ``encrypt(path:with:replacing:busyTimeout:)`` could begin: that the store is
  /// plain, or that the key opens it.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: that of opening the store.
  public static func checkKey(_ key: StoreKey?, path: String) throws(StoreError) {
    try open(path: path, key, 10).close()
  }

  private static func open(
    path: String, _ key: StoreKey?, _ busyTimeout: Double
  ) throws(StoreError) -> SQLiteDonationStore {
    do throws(StoreError) {
      return try SQLiteDonationStore(path: path, key: key, busyTimeout: busyTimeout)
    } catch {
      throw error.reason == .keyMissing ? StoreError(.alreadyEncrypted, at: error.path) : error
    }
  }

  /// Makes an encrypted store a plain one again.
  ///
  /// - Throws: ``StoreError``, as ``encrypt(path:with:replacing:busyTimeout:)`` does.
  /// - Complexity: O(size of the store).
  public static func decrypt(path: String, key: StoreKey, busyTimeout: Double = 10) async throws {
    let store = try SQLiteDonationStore(path: path, key: key, busyTimeout: busyTimeout)
    try await store.reencrypt(nil)
  }

  /// Encrypts all rows anew, overwrites the bytes of before, and closes the store: it cannot be
  /// read by this connection any more.
  private func reencrypt(_ encryption: (cipher: RowCipher, salt: Data)?) async throws {
    let (old, new) = (cipher, encryption?.cipher ?? RowCipher(plainAt: path))
    try await write { db in
      try Reencryption(db: db, old: old, new: new).run()
      try EncryptionTable.write(encryption, to: db)
      try db.execute(sql: "UPDATE state SET unerased = 1")
    }
    try await eraseForgotten()
    try close()
  }
}
