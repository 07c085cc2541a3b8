internal import Activities
package import Foundation
internal import GRDB

/// The table `encryption` and its copy: one row in an encrypted store, none in a plain one.
///
/// The row has a salt, an identifier of key and salt, a value that only the right key decrypts, and
/// a checksum. Every transaction compares the identifier. So a process that opened the store before
/// its encryption changed no longer reads or writes foreign rows. The checksum keeps damage from
/// looking like a wrong key. One damaged page must not lose everything, so the row exists twice,
/// and the next opening with the key repairs either from the other.
package enum EncryptionTable {
  /// The format of encrypted rows.
  static let format = 1
  static let saltLength = 16
  static let tables = ["encryption", "encryptionCopy"]
  fileprivate static let checkValue = Data("hunch".utf8)

  /// The row.
  package struct Entry: Sendable {
    fileprivate let format: Int
    fileprivate let salt: Data
    fileprivate let keyIdentifier: Data
    fileprivate let checkValue: Data
    fileprivate let checksum: Data

    /// Creates a row with the values found.
    package init(format: Int, salt: Data, keyIdentifier: Data, checkValue: Data, checksum: Data) {
      (self.format, self.salt, self.keyIdentifier) = (format, salt, keyIdentifier)
      (self.checkValue, self.checksum) = (checkValue, checksum)
    }

    /// A Boolean value that indicates whether the row is unchanged, and written in a format that
    /// this version knows.
    package var isWhole: Bool {
      EncryptionTable.checksum(format: format, salt, keyIdentifier, checkValue) == checksum
        && format == EncryptionTable.format
    }

    /// Returns the cipher of the rows, if this is their key.
    ///
    /// - Throws: ``StoreError`` with ``StoreError/Reason/keyMissing``,
    ///   ``StoreError/Reason/wrongKey`` or ``StoreError/Reason/damaged``.
    package func unlock(with key: StoreKey?, at path: String) throws(StoreError) -> RowCipher {
      guard isWhole else { throw StoreError(.damaged, at: path) }
      guard let key else { throw StoreError(.keyMissing, at: path) }
      let keys: KeyRing
      do { keys = try KeyRing(key, salt: salt) } catch { throw StoreError(.outOfMemory, at: path) }
      let cipher = RowCipher(path: path, keys: keys)
      guard keys.identifier == keyIdentifier,
        (try? cipher.decrypted(checkValue, at: .check)) == EncryptionTable.checkValue
      else { throw StoreError(.wrongKey, at: path) }
      return cipher
    }
  }

  /// The row of one of the tables.
  private enum Finding {
    case nothing
    case damaged
    case whole(Entry)

    var entry: Entry? {
      if case .whole(let entry) = self { entry } else { nil }
    }
  }

  /// Returns the cipher of a store's rows.
  ///
  /// - Parameters:
  /// - db: The connection, outside a transaction if it is to repair.
  ///   - key: The key that was given.
  ///   - path: The store, for errors.
  /// - isMending: Whether to rewrite a damaged row from the other.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/keyMissing``,
  ///   ``StoreError/Reason/wrongKey``, ``StoreError/Reason/notEncrypted`` or
  ///   ``StoreError/Reason/damaged``.
  static func unlock(
    _ db: Database, with key: StoreKey?, at path: String, isMending: Bool = true
  ) throws -> RowCipher {
    let findings = try tables.map { try finding(in: $0, db) }
    guard let entry = findings.lazy.compactMap(\.entry).first else {
      for case .damaged in findings { throw StoreError(.damaged, at: path) }
      guard key == nil else { throw StoreError(.notEncrypted, at: path) }
      return RowCipher(plainAt: path)
    }
    let cipher = try entry.unlock(with: key, at: path)
    if isMending, findings.contains(where: { $0.entry == nil }) { try mend(db) }
    return cipher
  }

  private static func finding(in table: String, _ db: Database) throws -> Finding {
    do {
      let row = try Row.fetchOne(
        db, sql: "SELECT format, salt, keyIdentifier, checkValue, checksum FROM \(table)")
      guard let row else { return .nothing }
      let entry = Entry(
        format: try row[0], salt: try row[1], keyIdentifier: try row[2], checkValue: try row[3],
        checksum: try row[4])
      return entry.isWhole ? .whole(entry) : .damaged
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return .damaged
    }
  }

  /// Writes the intact row over the other, unless another process was faster.
  private static func mend(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      let findings = try tables.map { try finding(in: $0, db) }
      if let entry = findings.compactMap(\.entry).first, findings.contains(where: { $0.entry == nil }) {
        try write(entry, to: db)
      }
      return .commit
    }
  }

  /// Creates a cipher for a key with a new salt, so that a reused key never encrypts in the same
  /// way.
  ///
  /// - Throws: ``StoreError/Reason/outOfMemory``.
  static func makeCipher(for key: StoreKey, at path: String) throws(StoreError) -> (
    cipher: RowCipher, salt: Data
  ) {
    var source = SystemRandomNumberGenerator()
    let salt = Data((0..<saltLength).map { _ in UInt8.random(in: .min ... .max, using: &source) })
    do throws(CryptographyError) {
      return (RowCipher(path: path, keys: try KeyRing(key, salt: salt)), salt)
    } catch {
      throw StoreError(.outOfMemory, at: path)
    }
  }

  /// Records the cipher of all rows from now on; `nil` for plain rows.
  static func write(_ encryption: (cipher: RowCipher, salt: Data)?, to db: Database) throws {
    guard let (cipher, salt) = encryption, let identifier = cipher.keys?.identifier else {
      for table in tables { try db.execute(sql: "DELETE FROM \(table)") }
      return
    }
    let encrypted = try cipher.encrypted(checkValue, at: .check)
    let entry = Entry(
      format: format, salt: salt, keyIdentifier: identifier, checkValue: encrypted,
      checksum: checksum(format: format, salt, identifier, encrypted))
    try write(entry, to: db)
  }

  private static func write(_ entry: Entry, to db: Database) throws {
    for table in tables {
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO \(table) (id, format, salt, keyIdentifier, checkValue, checksum)
          VALUES (1, ?, ?, ?, ?, ?)
          """,
        arguments: [entry.format, entry.salt, entry.keyIdentifier, entry.checkValue, entry.checksum])
    }
  }

  /// The first 128 bits of the SHA-256 of the row.
  fileprivate static func checksum(format: Int, _ parts: Data...) -> Data {
    var hash = SHA256()
    hash.update(Data("\(format)".utf8))
    for part in parts { hash.update(part) }
    return hash.finalize().leading.bytes
  }
}
