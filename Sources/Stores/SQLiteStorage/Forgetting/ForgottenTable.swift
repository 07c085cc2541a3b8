internal import Activities
internal import Foundation
internal import GRDB

/// The tables `forgotten`, with the ``Fingerprints`` of forgotten donations, and `forgottenSecret`.
///
/// A fingerprint is the number of its row, so the table is its own index.
struct ForgottenTable {
  /// The maximum number of fingerprints; which excess ones are removed is arbitrary.
  static let limit = 1_000_000

  private let db: Database
  private let fingerprints: Fingerprints

  /// Opens the tables for skipping forgotten donations; `nil` if there are none.
  init?(_ db: Database, _ cipher: RowCipher) throws {
    guard try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM forgotten LIMIT 1")) != nil,
      let secret = try Self.secret(in: db, cipher)
    else { return nil }
    (self.db, fingerprints) = (db, Fingerprints(secret: secret))
  }

  private static func secret(in db: Database, _ cipher: RowCipher) throws -> [UInt8]? {
    let column = try Data.fetchOne(db.cachedStatement(sql: "SELECT secret FROM forgottenSecret"))
    guard let secret = try column.map({ try cipher.decrypted($0, at: .forgottenSecret) }) else { return nil }
    guard secret.count == Fingerprints.secretLength else { throw cipher.damaged }
    return [UInt8](secret)
  }

  /// Records donations in the transaction that forgets them.
  struct Notes {
    private let db: Database
    private let fingerprints: Fingerprints
    private let insert: Statement

    /// Opens the tables for recording; `nil` if the secret is damaged.
    init?(_ db: Database, _ cipher: RowCipher) throws {
      self.db = db
      insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO forgotten VALUES (?)")
      let known: [UInt8]?
      do {
        known = try ForgottenTable.secret(in: db, cipher)
      } catch is StoreError {
        return nil
      }
      if let known {
        fingerprints = Fingerprints(secret: known)
        return
      }
      var random = SystemRandomNumberGenerator()
      let secret = (0..<Fingerprints.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &random)
      }
      try db.execute(
        sql: "INSERT INTO forgottenSecret VALUES (1, ?)",
        arguments: [try cipher.encrypted(secret, at: .forgottenSecret)])
      fingerprints = Fingerprints(secret: secret)
    }

    func add(_ donation: Donation) throws {
      for fingerprint in fingerprints.left(by: donation) { try insert.execute(arguments: [fingerprint]) }
    }

    /// Removes excess fingerprints.
    func finish() throws {
      let surplus = (try Int.fetchOne(db, sql: "SELECT count(*) FROM forgotten") ?? 0) - ForgottenTable.limit
      guard surplus > 0 else { return }
      try db.execute(
        sql: "DELETE FROM forgotten WHERE fingerprint IN (SELECT fingerprint FROM forgotten LIMIT ?)",
        arguments: [surplus])
    }
  }

  /// Returns whether the user forgot a donation, and it is not in the store again.
  func contains(_ donation: Donation, beginsSeries: Bool, _ cipher: RowCipher) throws -> Bool {
    let select = try db.cachedStatement(sql: "SELECT 1 FROM forgotten WHERE fingerprint = ?")
    let isMet = try fingerprints.met(by: donation, beginsSeries: beginsSeries).contains {
      try Row.fetchOne(select, arguments: [$0]) != nil
    }
    guard isMet else { return false }
    let columns = cipher.identifiers(donation.identifier.rawValue, of: donation.user.name)
    return try Row.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM donation WHERE identifier IN (?, ?)"),
      arguments: [columns.beginningWithTime.bytes, columns.other.bytes]) == nil
  }
}
