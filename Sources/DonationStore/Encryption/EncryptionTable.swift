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
  private static let checkValue = Data("hunch".utf8)

  /// What stands in one of the tables.
  private enum Finding {
    case nothing
    case damaged
    case intact(Record)

    var record: Record? {
      if case .intact(let record) = self { record } else { nil }
    }
  }

  /// The row of a table.
  private struct Record {
    let salt: Data
    let identifier: Data
    let sealed: Data
  }

  /// How the rows of a store are kept.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey``,
  ///   ``StoreError/Reason/notEncrypted`` or ``StoreError/Reason/damaged``.
  static func unlock(_ db: Database, with key: StoreKey?, at path: String) throws -> RowSeal {
    let findings = try tables.map { try finding(in: $0, db) }
    guard let record = findings.lazy.compactMap(\.record).first else {
      for case .damaged in findings { throw StoreError(.damaged, at: path) }
      guard key == nil else { throw StoreError(.notEncrypted, at: path) }
      return RowSeal(path: path)
    }
    guard let key else { throw StoreError(.keyMissing, at: path) }
    let seal = RowSeal(path: path, vault: Vault(key, salt: record.salt))
    guard seal.vault?.identifier == record.identifier,
      (try? seal.opened(record.sealed, at: .check)) == checkValue
    else { throw StoreError(.wrongKey, at: path) }
    if findings.contains(where: { $0.record == nil }) { try mend(db) }
    return seal
  }

  private static func finding(in table: String, _ db: Database) throws -> Finding {
    do {
      let row = try Row.fetchOne(
        db, sql: "SELECT format, salt, keyIdentifier, checkValue, checksum FROM \(table)")
      guard let row else { return .nothing }
      let record = Record(salt: try row[1], identifier: try row[2], sealed: try row[3])
      let found: Int = try row[0]
      return try found == format && checksum(of: record) == row[4] as Data ? .intact(record) : .damaged
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return .damaged
    }
  }

  /// Writes the intact row over the other, unless another process was quicker.
  private static func mend(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      let findings = try tables.map { try finding(in: $0, db) }
      if let record = findings.compactMap(\.record).first, findings.contains(where: { $0.record == nil }) {
        try write(record, to: db)
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
    try write(Record(salt: salt, identifier: identifier, sealed: sealed), to: db)
  }

  private static func write(_ record: Record, to db: Database) throws {
    for table in tables {
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO \(table) (id, format, salt, keyIdentifier, checkValue, checksum)
          VALUES (1, ?, ?, ?, ?, ?)
          """,
        arguments: [format, record.salt, record.identifier, record.sealed, checksum(of: record)])
    }
  }

  /// The first 128 bits of the SHA-256 of the row.
  private static func checksum(of record: Record) -> Data {
    var hash = SHA256()
    hash.update(data: Data("\(format)".utf8))
    for part in [record.salt, record.identifier, record.sealed] { hash.update(data: part) }
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
