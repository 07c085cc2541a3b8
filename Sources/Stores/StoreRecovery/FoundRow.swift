internal import Foundation
internal import SQLiteStorage

/// A readable row, identified by the types of its columns: they differ between tables, so a row is
/// recognised wherever its page was found.
enum FoundRow {
  case state(isUnerased: Bool)
  case user(User)
  case donation(Donation)
  case feedback(Feedback)
  case phrase(Phrase)
  case hint(Hint)
  case namedPlace(NamedPlace)
  case item(Item)
  case settings(Settings)
  case privacyRule(PrivacyRule)
  case encryption(EncryptionTable.Entry)

  struct User {
    var name: String
    let donations: Int64
    let feedback: Int64
  }

  struct Donation {
    let user: Int64
    let time: Int64
    var identifier: Data
    var identity: Data
    var payload: Data
  }

  struct Feedback {
    let user: Int64
    let time: Int64
    var digest: Data
    var payload: Data
  }

  struct Phrase {
    let user: Int64
    var identity: Data
    let time: Int64
    var payload: Data
  }

  struct Hint {
    let user: Int64
    let list: Int64
    var program: Data
    let place: Int64
    var payload: Data
    /// The name of the row's user, if it is proven.
    var owner: String?

    /// The columns that identify the row.
    var name: Data { user.bytes + list.bytes + place.bytes + program }
  }

  struct NamedPlace {
    let user: Int64
    var digest: Data
    var payload: Data
    /// The name of the row's user, if it is proven.
    var owner: String?

    /// The columns that identify the row.
    var name: Data { user.bytes + payload }
  }

  struct Item {
    let user: Int64
    var program: Data
    var item: Data
    var domain: Data?
    let time: Int64
    let expires: Int64?
    var words: [String]
    var payload: Data
    /// The name of the row's user, if it is proven.
    var owner: String?

    /// The columns that identify the row.
    var name: Data { user.bytes + Int64(program.count).bytes + program + item }
  }

  /// The row of the table `door`.
  struct Settings {
    let lastNumber: Int64
    let keepDays: Double?
    let keepCount: Int64?
    let incognito: Int64
    /// The secret of the hashes that rules put in place of values.
    var hashSecret: Data?
  }

  struct PrivacyRule {
    let count: Int64
    var payload: Data
  }

  /// - Returns: `nil` if it is not a row of any of these tables.
  init?(_ columns: [StoredColumn], row: Int64) {
    guard row > 0, let found = Self.row(columns, row) else { return nil }
    self = found
  }

  /// A row written before a column was added has one column less: SQLite leaves it so until it
  /// changes.
  private static func row(_ c: [StoredColumn], _ row: Int64) -> FoundRow? {
    switch c.count {
    case 3: return state(c, row) ?? privacyRule(c)
    case 4: return namedPlace(c)
    case 5: return feedback(c) ?? phrase(c) ?? settings(c, row)
    case 6: return user(c) ?? donation(c) ?? hint(c) ?? settings(c, row) ?? encryption(c, row)
    case 16: return item(c)
    default: return nil
    }
  }

  private static func state(_ c: [StoredColumn], _ row: Int64) -> FoundRow? {
    guard row == 1, c[0].isNull, c[1].integer != nil, let unerased = c[2].integer else { return nil }
    return .state(isUnerased: unerased != 0)
  }

  private static func user(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let name = c[1].text, c[2].integer != nil, c[3].integer != nil,
      let donations = c[4].integer, let feedback = c[5].integer, donations >= 0, feedback >= 0
    else { return nil }
    return .user(User(name: name, donations: donations, feedback: feedback))
  }

  private static func donation(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let user = c[1].integer, let time = c[2].integer, let identifier = c[3].blob,
      let identity = c[4].blob, let payload = c[5].blob
    else { return nil }
    return .donation(
      Donation(user: user, time: time, identifier: identifier, identity: identity, payload: payload))
  }

  private static func feedback(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let user = c[1].integer, let time = c[2].integer, let digest = c[3].blob,
      let payload = c[4].blob
    else { return nil }
    return .feedback(Feedback(user: user, time: time, digest: digest, payload: payload))
  }

  private static func phrase(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let user = c[1].integer, let identity = c[2].blob, let time = c[3].integer,
      let payload = c[4].blob
    else { return nil }
    return .phrase(Phrase(user: user, identity: identity, time: time, payload: payload))
  }

  private static func hint(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let user = c[1].integer, let list = c[2].integer, let program = c[3].blob,
      let place = c[4].integer, let payload = c[5].blob
    else { return nil }
    return .hint(Hint(user: user, list: list, program: program, place: place, payload: payload))
  }

  private static func namedPlace(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let user = c[1].integer, let digest = c[2].blob, let payload = c[3].blob else {
      return nil
    }
    return .namedPlace(NamedPlace(user: user, digest: digest, payload: payload))
  }

  private static func item(_ c: [StoredColumn]) -> FoundRow? {
    let words = c[11...14].compactMap(\.text)
    guard c[0].isNull, let user = c[1].integer, c[2].isNull, let program = c[3].blob, let item = c[4].blob,
      let time = c[6].integer, words.count == 4, let payload = c[15].blob
    else { return nil }
    return .item(
      Item(
        user: user, program: program, item: item, domain: c[5].blob, time: time, expires: c[9].integer,
        words: words, payload: payload))
  }

  private static func settings(_ c: [StoredColumn], _ row: Int64) -> FoundRow? {
    guard row == 1, c[0].isNull, let last = c[1].integer, c[2].isNull || c[2].real != nil,
      c[3].isNull || c[3].integer != nil, let incognito = c[4].integer,
      c.count == 5 || c[5].isNull || c[5].blob != nil
    else { return nil }
    return .settings(
      Settings(
        lastNumber: last, keepDays: c[2].real, keepCount: c[3].integer, incognito: incognito,
        hashSecret: c.count == 5 ? nil : c[5].blob))
  }

  private static func encryption(_ c: [StoredColumn], _ row: Int64) -> FoundRow? {
    guard row == 1, c[0].isNull, let format = c[1].integer, let salt = c[2].blob,
      let identifier = c[3].blob, let checkValue = c[4].blob, let checksum = c[5].blob
    else { return nil }
    return .encryption(
      EncryptionTable.Entry(
        format: Int(format), salt: salt, keyIdentifier: identifier, checkValue: checkValue, checksum: checksum
      ))
  }

  private static func privacyRule(_ c: [StoredColumn]) -> FoundRow? {
    guard c[0].isNull, let count = c[1].integer, let payload = c[2].blob else { return nil }
    return .privacyRule(PrivacyRule(count: count, payload: payload))
  }
}

extension Int64 {
  fileprivate var bytes: Data { Data((0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }) }
}
