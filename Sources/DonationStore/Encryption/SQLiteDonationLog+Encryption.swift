internal import Foundation
internal import GRDB

extension SQLiteDonationLog {
  /// Encrypts a store, or gives an encrypted store another key.
  ///
  /// Every row is sealed in one transaction: whenever the process is killed, either the old key (or none) opens the store or
  /// the new one does. Then the file is written anew and the journal is emptied, so that neither holds a byte as it was. If that
  /// cannot be done yet, the error says ``StoreError/Reason/erasureDelayed``: the store is encrypted all the same, and the next
  /// opening catches up. Whoever has the store open meanwhile gets ``StoreError/Reason/encryptionChanged``.
  ///
  /// - Parameters:
  ///   - path: The store; it is made if there is none.
  ///   - newKey: With what it is encrypted from now on. Keep a copy: without it nobody can read the store.
  ///   - key: With what it has been encrypted; `nil` for a plain store.
  ///   - busyTimeout: Seconds to wait while another process writes.
  /// - Throws: ``StoreError``: ``StoreError/Reason/alreadyEncrypted`` if no key was given for an encrypted store, and
  ///   ``StoreError/Reason/damaged`` if a row cannot be opened. The store is as it was then.
  /// - Complexity: O(size of the store), in memory that does not depend on it but for what SQLite needs to write it anew.
  public static func encrypt(
    path: String, with newKey: StoreKey, replacing key: StoreKey? = nil, busyTimeout: Double = 10
  ) async throws {
    guard try exists(path: path) else {
      return try SQLiteDonationLog(path: path, key: newKey, busyTimeout: busyTimeout).close()
    }
    let log = try open(path: path, key, busyTimeout)
    try await log.reseal(EncryptionTable.makeSeal(for: newKey, at: log.path))
  }

  /// Makes sure that ``encrypt(path:with:replacing:busyTimeout:)`` could begin: that the store is plain, or that the key opens it.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: that of opening the store.
  public static func checkKey(_ key: StoreKey?, path: String) throws(StoreError) {
    try open(path: path, key, 10).close()
  }

  private static func open(
    path: String, _ key: StoreKey?, _ busyTimeout: Double
  ) throws(StoreError) -> SQLiteDonationLog {
    do throws(StoreError) {
      return try SQLiteDonationLog(path: path, key: key, busyTimeout: busyTimeout)
    } catch {
      throw error.reason == .keyMissing ? StoreError(.alreadyEncrypted, at: error.path) : error
    }
  }

  /// Makes an encrypted store a plain one again.
  ///
  /// - Throws: ``StoreError``, as ``encrypt(path:with:replacing:busyTimeout:)`` does.
  /// - Complexity: O(size of the store).
  public static func decrypt(path: String, key: StoreKey, busyTimeout: Double = 10) async throws {
    let log = try SQLiteDonationLog(path: path, key: key, busyTimeout: busyTimeout)
    try await log.reseal(nil)
  }

  /// Seals all rows anew, overwrites the bytes of before, and closes the store: this log cannot read it any more.
  private func reseal(_ sealing: (seal: RowSeal, salt: Data)?) async throws {
    let (old, new) = (seal, sealing?.seal ?? RowSeal(path: path))
    try await write { db in
      try Resealing(db: db, old: old, new: new).run()
      try EncryptionTable.write(sealing, to: db)
      try db.execute(sql: "UPDATE state SET unerased = 1")
    }
    try await eraseForgotten()
    try close()
  }
}
