internal import Activities
package import Foundation
internal import GRDB

/// The content of an entry of the search index, encrypted or not.
///
/// In a plain store each part has its own column. In an encrypted one the column `payload` has all
/// of it, encrypted. The names for finding rows are blind indexes, and the words are omitted, so
/// the full-text index is empty.
package struct SearchContent: Equatable {
  /// The activity; `nil` for an item.
  var identity: UInt128?
  package var program: Data
  package var item: Data?
  package var domain: Data?
  var offers: Int64
  package var words: [String]
  /// The payload of an item itself.
  package var payload: Data?

  /// The columns of an entry for its content.
  static let columns =
    "identity, program, item, domain, offers, title, keywords, subtitle, attributes, payload"
  /// The values of ``columns``.
  typealias Values = [(any DatabaseValueConvertible)?]

  /// Creates the content of an activity.
  init(_ row: SearchRow, of identity: UInt128) {
    self.identity = identity
    (program, item, domain) = (row.program, row.item, nil)
    (offers, words, payload) = (row.offers, row.words, nil)
  }

  /// Creates the content of an item.
  init(program: Data, item: Data, domain: Data?, words: [String], payload: Data) {
    identity = nil
    (self.program, self.item, self.domain) = (program, item, domain)
    (offers, self.words, self.payload) = (0, words, payload)
  }

  /// Reads the ``columns`` of a row, starting at a column.
  ///
  /// - Throws: ``StoreError/Reason/damaged``.
  init(_ row: Row, from first: Int = 0, of user: String, _ cipher: RowCipher) throws {
    let (identity, program, item): (Data?, Data, Data?) = (
      try row[first], try row[first + 1], try row[first + 2]
    )
    guard !cipher.isPlain else {
      self.identity = try identity.map { bytes in
        guard let number = UInt128(bytes: bytes) else { throw cipher.damaged }
        return number
      }
      (self.program, self.item, domain, offers) = (
        program, item, try row[first + 3], try row[first + 4]
      )
      words = try (5...8).map { try row[first + $0] }
      payload = try row[first + 9]
      return
    }
    guard let encrypted = try row[first + 9] as Data? else { throw cipher.damaged }
    self = try Self.decrypted(
      encrypted, at: .searchEntry(identity: identity, program: program, item: item, of: user), cipher)
    guard (self.identity == nil) == (identity == nil) else { throw cipher.damaged }
  }

  /// Returns the content from the payload of an encrypted store's row.
  ///
  /// - Throws: ``StoreError/Reason/damaged``.
  package static func decrypted(
    _ payload: Data, at place: RowPlace, _ cipher: RowCipher
  ) throws(StoreError) -> SearchContent {
    guard let content = SearchContent(coded: try cipher.decrypted(payload, at: place)) else {
      throw cipher.damaged
    }
    return content
  }

  /// Returns the values of ``columns`` for a row of a user.
  func values(of user: String, _ cipher: RowCipher) throws -> Values {
    guard !cipher.isPlain else {
      return [identity?.bytes, program, item, domain, offers] + words + [payload]
    }
    let identity = identity.map { cipher.identity($0, of: user).bytes }
    let (program, item) = (cipher.name(program, of: user), item.map { cipher.name($0, of: user) })
    let place = RowPlace.searchEntry(identity: identity, program: program, item: item, of: user)
    return [
      identity, program, item, domain.map { cipher.name($0, of: user) }, 0, "", "", "", "",
      try cipher.encrypted(coded, at: place),
    ]
  }
}

/// The binary form: each part as its length and its bytes, an absent one as the length −1.
extension SearchContent {
  private var coded: Data {
    let offers = Data((0..<8).map { UInt8(truncatingIfNeeded: self.offers >> ($0 * 8)) })
    let parts = [identity?.bytes, program, item, domain, offers] + words.map { Data($0.utf8) } + [payload]
    return parts.reduce(into: Data()) { coded, part in
      let length = part.map { UInt32($0.count) } ?? .max
      coded += Data((0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) })
      if let part { coded += part }
    }
  }

  /// - Returns: `nil` for bytes in another form.
  private init?(coded: Data) {
    var (rest, parts): (Data, [Data?]) = (coded, [])
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let length = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      rest = rest.dropFirst(4)
      guard length != .max else {
        parts.append(nil)
        continue
      }
      guard rest.count >= Int(length) else { return nil }
      parts.append(Data(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    guard parts.count == 10, let program = parts[1], let offers = parts[4], offers.count == 8 else {
      return nil
    }
    identity = parts[0].flatMap(UInt128.init(bytes:))
    (self.program, item, domain, payload) = (program, parts[2], parts[3], parts[9])
    self.offers = offers.reversed().reduce(0) { $0 << 8 | Int64($1) }
    words = parts[5...8].map { String(decoding: $0 ?? Data(), as: UTF8.self) }
  }
}
