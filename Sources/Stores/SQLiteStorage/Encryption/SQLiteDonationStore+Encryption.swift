internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Encrypts a store, or changes the key of an encrypted store.
  ///
  /// One transaction encrypts every row: whenever the process is killed, either the old key (or
  /// none) or the new one opens the store. Then the file is rewritten and the journal is emptied,
  /// so that neither has any of the old bytes. If that cannot be done yet, the error is
  /// ``StoreError/Reason/erasureDelayed``: the store is encrypted nevertheless, and the next
  /// opening overwrites the bytes. Other processes with the store open get
  /// ``StoreError/Reason/encryptionChanged``.
  ///
  /// - Parameters:
  /// - path: The path of the store, which is created if it does not exist.
  /// - newKey: The new key. Keep a copy: without it nobody can read the store.
  /// - key: The current key; `nil` for a plain store.
  /// - busyTimeout: The seconds to wait while another process writes.
  /// - Throws: ``StoreError``: ``StoreError/Reason/alreadyEncrypted`` if no key was given for an
  ///   encrypted store, and ``StoreError/Reason/damaged`` if a row cannot be decrypted. The store
  ///   is then unchanged.
  /// - Complexity: O(size of the store); memory does not depend on it, except where SQLite rewrites
  ///   the file.
  public static func encrypt(
    path: String, with newKey: StoreKey, replacing key: StoreKey? = nil, busyTimeout: Double = 10
  ) async throws {
    guard try exists(path: path) else {
      return try SQLiteDonationStore(path: path, key: newKey, busyTimeout: busyTimeout).close()
    }
    let store = try open(path: path, key, busyTimeout)
    try await store.reencrypt(EncryptionTable.makeCipher(for: newKey, at: store.path))
  }

  /// Checks that ``encrypt(path:with:replacing:busyTimeout:)`` could start: that the store is
  /// plain, or that the key opens it.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: The same as for opening the store.
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

  /// Decrypts an encrypted store into a plain one.
  ///
  /// - Throws: ``StoreError``, as ``encrypt(path:with:replacing:busyTimeout:)`` does.
  /// - Complexity: O(size of the store).
  public static func decrypt(path: String, key: StoreKey, busyTimeout: Double = 10) async throws {
    let store = try SQLiteDonationStore(path: path, key: key, busyTimeout: busyTimeout)
    try await store.reencrypt(nil)
  }

  /// Re-encrypts all rows, overwrites the old bytes, and closes the store, which this connection
  /// can no longer read.
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
