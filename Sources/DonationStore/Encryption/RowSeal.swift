internal import Activities
internal import Foundation
internal import GRDB

/// How a store keeps what its rows say: as it is, or sealed with its key.
///
/// It is the only thing that readers and writers of rows have to know of encryption. A plain store's seal changes nothing: its
/// rows have the bytes that they had before there was encryption.
struct RowSeal: Sendable {
  /// Where the store lies, for errors.
  let path: String
  /// The keys; `nil` for a plain store.
  let vault: Vault?

  init(path: String, vault: Vault? = nil) {
    (self.path, self.vault) = (path, vault)
  }

  /// The seal of a plain store.
  static let plain = RowSeal(path: "")

  var isPlain: Bool { vault == nil }

  var damaged: StoreError { StoreError(.damaged, at: path) }

  /// The bytes that a row keeps.
  func sealed(_ bytes: some DataProtocol, at place: @autoclosure () -> RowPlace) throws -> Data {
    guard let vault else { return Data(bytes) }
    return try vault.seal(bytes, authenticating: Self.context(of: place(), in: vault))
  }

  /// What a row keeps.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if it is not what was sealed in this place.
  func opened(_ bytes: Data, at place: @autoclosure () -> RowPlace) throws(StoreError) -> Data {
    guard let vault else { return bytes }
    guard let opened = vault.open(bytes, authenticating: Self.context(of: place(), in: vault)) else {
      throw damaged
    }
    return opened
  }

  private static func context(of place: RowPlace, in vault: Vault) -> Data {
    var context = Data(capacity: 17 + place.columns.count)
    context.append(place.table.rawValue)
    context += vault.tag(of: place.user)
    context += place.columns
    return context
  }
}

/// Columns by which rows are found.
extension RowSeal {
  private enum Kind: UInt8 {
    case identity = 1, identifier, digest, name
  }

  /// What stands for a user's name.
  func column(of user: String) throws -> String {
    try vault?.column(of: user) ?? user
  }

  /// The name that a column stands for.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if it stands for none.
  func user(in column: String) throws(StoreError) -> String {
    guard let vault else { return column }
    guard let user = vault.user(in: column) else { throw damaged }
    return user
  }

  /// The user that a column stands for.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if it stands for none.
  func userIdentifier(in column: String) throws(StoreError) -> UserIdentifier {
    let name = try user(in: column)
    do { return try UserIdentifier(name) } catch { throw damaged }
  }

  /// What stands for the identity of an activity of a user.
  func identity(_ identity: UInt128, of user: String) -> UInt128 {
    blinded(identity.bytes, .identity, of: user).flatMap(UInt128.init(bytes:)) ?? identity
  }

  /// What stands for the identifier of a donation.
  ///
  /// An identifier that begins with the donation's time keeps that, so that rows in the order of time are still appended to
  /// the end of the index; the time stands beside it anyway.
  func identifier(_ identifier: UInt128, at time: Int64, of user: String) -> UInt128 {
    let candidates = identifiers(identifier, of: user)
    let begins = identifier >> 80 == UInt128(UInt64(bitPattern: time) & 0xFFFF_FFFF_FFFF)
    return begins ? candidates.beginningWithTime : candidates.other
  }

  /// What may stand for the identifier of a donation whose time is not known.
  func identifiers(_ identifier: UInt128, of user: String) -> (beginningWithTime: UInt128, other: UInt128) {
    guard let hash = blinded(identifier.bytes, .identifier, of: user).flatMap(UInt128.init(bytes:)) else {
      return (identifier, identifier)
    }
    return ((identifier >> 80) << 80 | hash >> 48, hash)
  }

  /// What stands for the digest of a line.
  func digest(_ digest: Data, of user: String) -> Data { blinded(digest, .digest, of: user) ?? digest }

  /// What stands for the name of a program, an item or a domain.
  func name(_ name: Data, of user: String) -> Data { blinded(name, .name, of: user) ?? name }

  /// A keyed hash that differs from user to user; `nil` in a plain store.
  private func blinded(_ bytes: Data, _ kind: Kind, of user: String) -> Data? {
    vault.map { $0.blind([kind.rawValue] + $0.tag(of: user) + bytes) }
  }
}

/// The rows of users.
extension RowSeal {
  /// The number of a user, who gets one if there is none yet.
  func makeUser(_ name: String, in db: Database) throws -> Int64 {
    if let number = try number(of: name, in: db) { return number }
    try db.execute(sql: "INSERT INTO user (name) VALUES (?)", arguments: [column(of: name)])
    return db.lastInsertedRowID
  }

  func number(of name: String, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT number FROM user WHERE name = ?"), arguments: [column(of: name)])
  }
}
