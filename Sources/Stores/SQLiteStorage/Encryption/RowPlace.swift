package import Foundation

/// The place of an encrypted value: its table, the user of its row, and the row.
///
/// It is authenticated with the value, so a value can be decrypted only in its own place.
package struct RowPlace {
  /// The tables, with the number that is authenticated.
  enum Table: UInt8 {
    case encryption = 1, donation, feedback, phrase, hint, searchEntry, privacyRule, checkpoint, hashSecret,
      namedPlace, forgottenSecret
  }

  let table: Table
  /// The user; empty for rows without one.
  let user: String
  /// The columns that identify the row, as stored.
  let columns: Data

  private init(_ table: Table, of user: String = "", _ columns: Data = Data()) {
    (self.table, self.user, self.columns) = (table, user, columns)
  }

  /// The value that only the right key decrypts.
  static let check = RowPlace(.encryption)

  /// A donation.
  static func donation(_ identifier: Data, _ identity: Data, of user: String) -> RowPlace {
    RowPlace(.donation, of: user, identifier + identity)
  }

  /// Feedback.
  package static func feedback(_ digest: Data, of user: String) -> RowPlace {
    RowPlace(.feedback, of: user, digest)
  }

  /// A user's own phrase.
  package static func phrase(_ identity: Data, of user: String) -> RowPlace {
    RowPlace(.phrase, of: user, identity)
  }

  /// A hint.
  package static func hint(list: Int, program: Data, place: Int, of user: String) -> RowPlace {
    RowPlace(.hint, of: user, bytes(Int64(list)) + bytes(Int64(place)) + program)
  }

  /// A place that a user has named.
  package static func namedPlace(_ digest: Data, of user: String) -> RowPlace {
    RowPlace(.namedPlace, of: user, digest)
  }

  /// An activity by its identity, or an item by program and identifier.
  package static func searchEntry(identity: Data?, program: Data, item: Data?, of user: String) -> RowPlace {
    RowPlace(.searchEntry, of: user, identity.map { [1] + $0 } ?? [2] + program + (item ?? Data()))
  }

  /// A privacy rule.
  package static func privacyRule(_ number: Int) -> RowPlace { RowPlace(.privacyRule, bytes(Int64(number))) }

  /// A checkpoint.
  static func checkpoint(key: String, numbers: [Int64], of user: String) -> RowPlace {
    RowPlace(.checkpoint, of: user, numbers.reduce(into: Data()) { $0 += bytes($1) } + Data(key.utf8))
  }

  /// The secret of the hashes that privacy rules use instead of values.
  package static let hashSecret = RowPlace(.hashSecret)

  /// The secret of the hashes that identify forgotten donations.
  static let forgottenSecret = RowPlace(.forgottenSecret)

  private static func bytes(_ number: Int64) -> Data {
    Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) })
  }
}
