internal import Activities
internal import Foundation
internal import SQLiteStorage
internal import Storage

/// Decides whether a row still has its stored content.
///
/// A readable line is not enough: a changed byte may have turned it into another line. The other
/// columns are digests of the line or repeat its time, so a change of either shows. The size of the
/// difference reveals which of the two changed. A digest of another line differs in almost every
/// byte, a damaged digest in a few. If this is unclear, the row counts as unreadable: losing it is
/// better than inventing one.
struct RowEvidence {
  /// A reading of a row, and whether a column had to be repaired.
  struct Reading<Value> {
    let value: Value
    let isMended: Bool
  }

  /// Decrypts rows, and has the names of users from their own rows.
  let rows: EncryptedRows
  private var decoding = RowDecoding()

  init(_ rows: EncryptedRows) {
    self.rows = rows
  }

  mutating func donation(_ row: FoundRow.Donation) -> Reading<Donation>? {
    guard let row = rows.donation(row), let line = decoding.donation(row.payload) else { return nil }
    let isSameIdentity = line.identity.rawValue.bytes == row.identity
    let isSameTime = line.context.instant.milliseconds == row.time
    let named = Self.named(line, row.identifier)
    if let named, isSameIdentity, isSameTime { return Reading(value: named, isMended: false) }
    let isDerived = line.details.externalIdentifier == nil
    // A derived identifier is a digest of user, time and identity.
    if let named, isDerived || isSameTime && row.identity.isNearly(line.identity.rawValue.bytes) {
      return Reading(value: named, isMended: true)
    }
    guard named == nil, isSameTime, isSameIdentity else { return nil }
    // The identifier is damaged; its remaining bytes reveal its ordinal among equals.
    if let near = line.possibleIdentifiers().first(where: { row.identifier.isNearly($0.rawValue.bytes) }) {
      return Self.named(line, near.rawValue.bytes).map { Reading(value: $0, isMended: true) }
    }
    return isDerived && rows.names[row.user] == line.user.name ? Reading(value: line, isMended: true) : nil
  }

  /// Returns the decrypted line of a row; `nil` if it cannot be decrypted.
  mutating func line(of row: FoundRow.Donation) -> [UInt8]? {
    rows.donation(row).map { [UInt8]($0.payload) }
  }

  /// Returns the donation with its stored identifier; `nil` if they do not fit.
  private static func named(_ line: Donation, _ stored: Data) -> Donation? {
    if line.identifier.rawValue.bytes == stored { return line }
    guard let stored = UInt128(bytes: stored), line.canBeNamed(stored) else { return nil }
    return try? Donation(
      identifier: DonationIdentifier(rawValue: stored), identity: line.identity, of: line.activity,
      by: line.user, in: line.context, details: line.details)
  }

  mutating func feedback(_ row: FoundRow.Feedback) -> Reading<Feedback>? {
    guard let row = rows.feedback(row), let line = decoding.feedback(row.payload) else { return nil }
    let digest = SHA256Digest(of: row.payload).leading.bytes
    guard digest.isNearly(row.digest) else { return nil }
    let isMended = digest != row.digest || line.instant.milliseconds != row.time
    return Reading(value: line, isMended: isMended)
  }

  mutating func phrase(_ row: FoundRow.Phrase) -> Reading<OwnPhrase>? {
    guard let row = rows.phrase(row, &decoding), let line = decoding.phrase(row.payload), line.phrase != nil,
      line.instant.milliseconds == row.time, line.identity.rawValue.bytes.isNearly(row.identity)
    else { return nil }
    return Reading(value: line, isMended: line.identity.rawValue.bytes != row.identity)
  }

  /// The numbers that a store accepts as counts.
  static let counts: ClosedRange<Int64> = 0...1 << 40

  /// Returns the hint, and its row in the form of a plain store.
  mutating func hint(_ row: FoundRow.Hint) -> (hint: StatedHint, row: FoundRow.Hint)? {
    guard let row = rows.hint(row, &decoding), let line = decoding.hint(row.payload),
      line.program == String(key: row.program),
      let list = HintList(rawValue: Int(row.list)), row.place >= 0,
      (try? list.check([line.hint], of: line.program)) != nil
    else { return nil }
    return (line, row)
  }

  /// Returns the named place, and its row in the form of a plain store.
  mutating func namedPlace(
    _ row: FoundRow.NamedPlace
  ) -> Reading<(place: NamedPlace, row: FoundRow.NamedPlace)>? {
    guard let row = rows.namedPlace(row), let place = decoding.namedPlace(row.payload) else { return nil }
    let digest = SHA256Digest(of: row.payload).leading.bytes
    guard digest.isNearly(row.digest) else { return nil }
    return Reading(value: (place, row), isMended: digest != row.digest)
  }

  /// Returns the item, and its row in the form of a plain store.
  mutating func item(_ row: FoundRow.Item) -> (item: SearchableItem, row: FoundRow.Item)? {
    guard let row = rows.item(row) else { return nil }
    let item = decoding.item(identifier: row.item, domain: row.domain, payload: row.payload)
    guard let item, !row.program.isEmpty, (try? Instant(milliseconds: row.time)) != nil,
      SearchFields(item).folded == row.words,
      item.expirationDate.map(SearchEntry.milliseconds) == row.expires
    else { return nil }
    return (item, row)
  }

  mutating func rule(_ row: FoundRow.PrivacyRule, number: Int64) -> PrivacyRule? {
    guard Self.counts.contains(row.count), Self.counts.contains(number),
      let row = rows.rule(row, number: number)
    else { return nil }
    return decoding.rule(row.payload)
  }
}

extension Data {
  /// Returns whether two digests differ in a few bytes at most, which for unrelated digests has a
  /// probability of 2 to the power of -90.
  fileprivate func isNearly(_ other: Data) -> Bool {
    count == other.count && zip(self, other).count { $0 != $1 } <= 3
  }
}
