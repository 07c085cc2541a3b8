internal import Crypto
internal import Foundation
internal import GRDB

/// The table `encryption`: one row in an encrypted store, none in a plain one; and its copy.
///
/// It has the salt, an identifier of key and salt that every transaction compares (so that a process that opened the store
/// before it was encrypted, or before it got another key, neither writes nor reads what is not its own any more), a value by
/// which the right key is known, and a checksum, so that damage to the row is not taken for a wrong key. One damaged page must
/// not take everything, so the row stands twice, and the next opening with the key mends either from the other.
enum EncryptionTable {
  /// How rows are sealed.
  static let format = 1
  static let saltLength = 16
  static let tables = ["encryption", "encryptionCopy"]
  fileprivate static let checkValue = Data("hunch".utf8)

  /// The row.
  struct Entry {
    let format: Int
    let salt: Data
    let keyIdentifier: Data
    let checkValue: Data
    let checksum: Data

    /// Whether it is as it was written, by a version whose seals this one knows.
    var isWhole: Bool {
      EncryptionTable.checksum(format: format, salt, keyIdentifier, checkValue) == checksum
        && format == EncryptionTable.format
    }

    /// - Throws: ``StoreError`` with ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey`` or
    ///   ``StoreError/Reason/damaged``.
    func unlock(with key: StoreKey?, at path: String) throws(StoreError) -> RowSeal {
      guard isWhole else { throw StoreError(.damaged, at: path) }
      guard let key else { throw StoreError(.keyMissing, at: path) }
      let vault = Vault(key, salt: salt)
      let seal = RowSeal(path: path, vault: vault)
      guard vault.identifier == keyIdentifier,
        (try? seal.opened(checkValue, at: .check)) == EncryptionTable.checkValue
      else { throw StoreError(.wrongKey, at: path) }
      return seal
    }
  }

  /// What stands in one of the tables.
  private enum Finding {
    case nothing
    case damaged
    case whole(Entry)

    var entry: Entry? {
      if case .whole(let entry) = self { entry } else { nil }
    }
  }

  /// How the rows of a store are kept.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey``,
  ///   ``StoreError/Reason/notEncrypted`` or ``StoreError/Reason/damaged``.
  static func unlock(_ db: Database, with key: StoreKey?, at path: String) throws -> RowSeal {
    let findings = try tables.map { try finding(in: $0, db) }
    guard let entry = findings.lazy.compactMap(\.entry).first else {
      for case .damaged in findings { throw StoreError(.damaged, at: path) }
      guard key == nil else { throw StoreError(.notEncrypted, at: path) }
      return RowSeal(path: path)
    }
    let seal = try entry.unlock(with: key, at: path)
    if findings.contains(where: { $0.entry == nil }) { try mend(db) }
    return seal
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

  /// Writes the intact row over the other, unless another process was quicker.
  private static func mend(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      let findings = try tables.map { try finding(in: $0, db) }
      if let entry = findings.compactMap(\.entry).first, findings.contains(where: { $0.entry == nil }) {
        try write(entry, to: db)
      }
      return .commit
    }
  }

  /// A seal of its own for a key: with a new salt, so that a key that is used twice never seals as before.
  static func makeSeal(for key: StoreKey, at path: String) -> (seal: RowSeal, salt: Data) {
    var source = SystemRandomNumberGenerator()
    let salt = Data((0..<saltLength).map { _ in UInt8.random(in: .min ... .max, using: &source) })
    return (RowSeal(path: path, vault: Vault(key, salt: salt)), salt)
  }

  /// Notes with what rows are sealed from now on; `nil` that they are plain.
  static func write(_ sealing: (seal: RowSeal, salt: Data)?, to db: Database) throws {
    guard let (seal, salt) = sealing, let identifier = seal.vault?.identifier else {
      for table in tables { try db.execute(sql: "DELETE FROM \(table)") }
      return
    }
    let sealed = try seal.sealed(checkValue, at: .check)
    let entry = Entry(
      format: format, salt: salt, keyIdentifier: identifier, checkValue: sealed,
      checksum: checksum(format: format, salt, identifier, sealed))
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
    hash.update(data: Data("\(format)".utf8))
    for part in parts { hash.update(data: part) }
    return Data(hash.finalize().prefix(16))
  }
}

extension RowSeal {
  /// Makes sure that the rows are still kept as they were when the store was opened; within a transaction.
  ///
  /// - Throws: ``StoreError/Reason/encryptionChanged``.
  func check(_ db: Database) throws {
    let found = try Data.fetchOne(db.cachedStatement(sql: "SELECT keyIdentifier FROM encryption"))
    guard found == vault?.identifier else { throw StoreError(.encryptionChanged, at: path) }
  }
}
