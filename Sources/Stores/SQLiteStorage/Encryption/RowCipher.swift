internal import Activities
package import Foundation
internal import GRDB

/// The cipher of a store's rows, with the store's keys, or without keys for a plain store.
///
/// Readers and writers of rows need to know nothing else about encryption. A plain store's cipher
/// changes nothing: its rows are the same as before encryption existed.
package struct RowCipher: Sendable {
  /// The path of the store, for errors.
  let path: String
  /// The keys; `nil` for a plain store.
  let keys: KeyRing?

  /// Creates the cipher of a store, without keys for a plain one.
  init(path: String, keys: KeyRing?) {
    (self.path, self.keys) = (path, keys)
  }

  /// Creates the cipher of a plain store.
  package init(plainAt path: String) {
    self.init(path: path, keys: nil)
  }

  /// The cipher of a plain store whose path does not matter.
  static let plain = RowCipher(plainAt: "")

  /// A Boolean value that indicates whether the store is not encrypted.
  package var isPlain: Bool { keys == nil }

  /// The error for rows that cannot be decrypted, or not be read afterwards.
  var damaged: StoreError { StoreError(.damaged, at: path) }

  /// Returns the bytes to store in a row.
  ///
  /// - Throws: ``StoreError/Reason/outOfMemory``.
  func encrypted(
    _ bytes: some ContiguousBytes & Sequence<UInt8>, at place: @autoclosure () -> RowPlace
  ) throws(StoreError) -> Data {
    guard let keys else { return Data(bytes) }
    do throws(CryptographyError) {
      return try keys.encrypt(bytes, authenticating: Self.context(of: place(), in: keys))
    } catch {
      throw StoreError(.outOfMemory, at: path)
    }
  }

  /// Returns the plain bytes of a row.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if they were not encrypted in this place,
  ///   ``StoreError/Reason/outOfMemory``.
  package func decrypted(_ bytes: Data, at place: @autoclosure () -> RowPlace) throws(StoreError) -> Data {
    guard let keys else { return bytes }
    let decrypted: Data?
    do throws(CryptographyError) {
      decrypted = try keys.decrypt(bytes, authenticating: Self.context(of: place(), in: keys))
    } catch {
      throw StoreError(.outOfMemory, at: path)
    }
    guard let decrypted else { throw damaged }
    return decrypted
  }

  private static func context(of place: RowPlace, in keys: KeyRing) -> Data {
    var context = Data(capacity: 17 + place.columns.count)
    context.append(place.table.rawValue)
    context += keys.tag(of: place.user)
    context += place.columns
    return context
  }
}

/// Columns for finding rows: blind indexes in an encrypted store.
extension RowCipher {
  private enum Kind: UInt8 {
    case identity = 1, identifier, digest, name
  }

  /// Returns the column of a user's name.
  ///
  /// SQLite would end a text at U+0000, and find another user's rows by the text before it. A plain
  /// store does not have users with such names, so their column is empty, which is never a name.
  ///
  /// - Throws: ``StoreError/Reason/outOfMemory``.
  func column(of user: String) throws(StoreError) -> String {
    do throws(CryptographyError) {
      return try keys?.column(of: user) ?? (user.utf8.contains(0) ? "" : user)
    } catch {
      throw StoreError(.outOfMemory, at: path)
    }
  }

  /// Returns whether the store can have rows of a user.
  func canName(_ user: UserIdentifier) -> Bool { !isPlain || !user.name.utf8.contains(0) }

  /// Returns the name of a user in a column.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if the column has no name.
  package func user(in column: String) throws(StoreError) -> String {
    guard let keys else { return column }
    guard let user = keys.user(in: column) else { throw damaged }
    return user
  }

  /// Returns the user in a column.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if the column has no user.
  func userIdentifier(in column: String) throws(StoreError) -> UserIdentifier {
    let name = try user(in: column)
    do { return try UserIdentifier(name) } catch { throw damaged }
  }

  /// Returns the column of an activity's identity for a user.
  func identity(_ identity: UInt128, of user: String) -> UInt128 {
    blindIndex(identity.bytes, .identity, of: user).flatMap(UInt128.init(bytes:)) ?? identity
  }

  /// Returns the column of a donation's identifier.
  ///
  /// An identifier that begins with the donation's time keeps it, so that rows in the order of time
  /// are still appended to the end of the index. The time is stored in plain form anyway.
  func identifier(_ identifier: UInt128, at time: Int64, of user: String) -> UInt128 {
    let candidates = identifiers(identifier, of: user)
    let begins = identifier >> 80 == UInt128(UInt64(bitPattern: time) & 0xFFFF_FFFF_FFFF)
    return begins ? candidates.beginningWithTime : candidates.other
  }

  /// Returns the two possible columns of a donation's identifier whose time is unknown.
  func identifiers(_ identifier: UInt128, of user: String) -> (beginningWithTime: UInt128, other: UInt128) {
    guard let hash = blindIndex(identifier.bytes, .identifier, of: user).flatMap(UInt128.init(bytes:)) else {
      return (identifier, identifier)
    }
    return ((identifier >> 80) << 80 | hash >> 48, hash)
  }

  /// Returns the column of a line's digest.
  func digest(_ digest: Data, of user: String) -> Data { blindIndex(digest, .digest, of: user) ?? digest }

  /// Returns the column of the name of a program, an item or a domain.
  func name(_ name: Data, of user: String) -> Data { blindIndex(name, .name, of: user) ?? name }

  /// Returns a blind index, which differs between users; `nil` in a plain store.
  private func blindIndex(_ bytes: Data, _ kind: Kind, of user: String) -> Data? {
    keys.map { $0.blindIndex(of: [kind.rawValue] + $0.tag(of: user) + bytes) }
  }
}

/// The transaction in which rows are read or written.
extension RowCipher {
  /// Checks, within a transaction, that the encryption of rows has not changed since the store was
  /// opened.
  ///
  /// - Throws: ``StoreError/Reason/encryptionChanged``.
  func check(_ db: Database) throws {
    let found = try Data.fetchOne(db.cachedStatement(sql: "SELECT keyIdentifier FROM encryption"))
    guard found == keys?.identifier else { throw StoreError(.encryptionChanged, at: path) }
  }

  /// Returns the number of a user, and creates one if necessary.
  func makeUser(_ name: String, in db: Database) throws -> Int64 {
    if let number = try number(of: name, in: db) { return number }
    let column = try column(of: name)
    guard !column.isEmpty else { throw ActivityError.controlCharacter(field: "user", codePoint: 0) }
    try db.execute(sql: "INSERT INTO user (name) VALUES (?)", arguments: [column])
    return db.lastInsertedRowID
  }

  /// Returns the number of a user; `nil` if there is none.
  func number(of name: String, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT number FROM user WHERE name = ?"), arguments: [column(of: name)])
  }
}
