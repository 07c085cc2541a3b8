internal import Activities
internal import Crypto
internal import DonationCodec
internal import Foundation

/// Decides whether what a row says is what was stored.
///
/// A line that can be read is not enough: a changed byte may have made another line of it. The columns beside the line are
/// digests of it or repeat its time, so a change of either shows. Which of the two changed is told by how much they differ:
/// a digest of another line differs in almost every byte, a damaged digest in a few. Where that cannot be told the row
/// counts as unreadable: rather lost than invented.
struct RowEvidence {
  /// What a row says, and whether all of its columns agreed.
  struct Reading<Value> {
    let value: Value
    let isMended: Bool
  }

  /// The names of users that their own rows give.
  let names: [Int64: String]
  private var reader = PayloadReader()
  private var decoder = RecordDecoder()

  init(names: [Int64: String]) {
    self.names = names
  }

  mutating func donation(_ row: FoundRow.Donation) -> Reading<Donation>? {
    guard let line = reader.donation(row.payload) else { return nil }
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
    let isIdentifierDamaged =
      row.identifier.isNearly(line.identifier.rawValue.bytes)
      || isDerived && names[row.user] == line.user.name
    return isIdentifierDamaged ? Reading(value: line, isMended: true) : nil
  }

  /// The donation with its stored identifier; `nil` if that cannot be its.
  private static func named(_ line: Donation, _ stored: Data) -> Donation? {
    if line.identifier.rawValue.bytes == stored { return line }
    guard line.details.externalIdentifier == nil, let stored = UInt128(bytes: stored) else { return nil }
    let isOrdinal = (1..<1_000).contains { ordinal in
      DonationIdentifier(user: line.user, at: line.context.instant, of: line.identity, ordinal: ordinal)
        .rawValue == stored
    }
    guard isOrdinal else { return nil }
    return try? Donation(
      identifier: DonationIdentifier(rawValue: stored), identity: line.identity, of: line.activity,
      by: line.user, in: line.context, details: line.details)
  }

  mutating func feedback(_ row: FoundRow.Feedback) -> Reading<Feedback>? {
    guard let line = reader.feedback(row.payload) else { return nil }
    let digest = Data(SHA256.hash(data: row.payload).prefix(16))
    guard digest.isNearly(row.digest) else { return nil }
    let isMended = digest != row.digest || line.instant.milliseconds != row.time
    return Reading(value: line, isMended: isMended)
  }

  mutating func phrase(_ row: FoundRow.Phrase) -> Reading<OwnPhrase>? {
    guard let line = reader.phrase(row.payload), line.phrase != nil,
      line.instant.milliseconds == row.time, line.identity.rawValue.bytes.isNearly(row.identity)
    else { return nil }
    return Reading(value: line, isMended: line.identity.rawValue.bytes != row.identity)
  }

  mutating func hint(_ row: FoundRow.Hint) -> StatedHint? {
    guard let line = reader.hint(row.payload), line.program == String(key: row.program),
      let list = HintList(rawValue: Int(row.list)), row.place >= 0,
      (try? list.check([line.hint], of: line.program)) != nil
    else { return nil }
    return line
  }

  mutating func item(_ row: FoundRow.Item) -> SearchableItem? {
    let item = StoredItem.item(
      identifier: row.item, domain: row.domain, payload: row.payload, with: &decoder)
    guard let item, !row.program.isEmpty, SearchFields(item).folded == row.words,
      item.expirationDate.map(SearchEntry.milliseconds) == row.expires
    else { return nil }
    return item
  }

  mutating func rule(_ row: FoundRow.DoorRule) -> DoorRule? {
    row.count >= 0 ? StoredRule.rule(row.payload, with: &decoder) : nil
  }
}

extension Data {
  /// Whether two digests are the same but for a few bytes, which has a probability of 2 to the power of -90 for digests of
  /// different things.
  fileprivate func isNearly(_ other: Data) -> Bool {
    count == other.count && zip(self, other).count { $0 != $1 } <= 3
  }
}
