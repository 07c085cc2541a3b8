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

  /// Opens rows, and has the names of users that their own rows give.
  let sealed: SealedRows
  private var reader = PayloadReader()
  private var decoder = RecordDecoder()

  init(_ sealed: SealedRows) {
    self.sealed = sealed
  }

  mutating func donation(_ row: FoundRow.Donation) -> Reading<Donation>? {
    guard let row = sealed.donation(row), let line = reader.donation(row.payload) else { return nil }
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
      || isDerived && sealed.names[row.user] == line.user.name
    return isIdentifierDamaged ? Reading(value: line, isMended: true) : nil
  }

  /// The donation with its stored identifier; `nil` if that cannot be its.
  private static func named(_ line: Donation, _ stored: Data) -> Donation? {
    if line.identifier.rawValue.bytes == stored { return line }
    guard let stored = UInt128(bytes: stored), line.canBeNamed(stored) else { return nil }
    return try? Donation(
      identifier: DonationIdentifier(rawValue: stored), identity: line.identity, of: line.activity,
      by: line.user, in: line.context, details: line.details)
  }

  mutating func feedback(_ row: FoundRow.Feedback) -> Reading<Feedback>? {
    guard let row = sealed.feedback(row), let line = reader.feedback(row.payload) else { return nil }
    let digest = Data(SHA256.hash(data: row.payload).prefix(16))
    guard digest.isNearly(row.digest) else { return nil }
    let isMended = digest != row.digest || line.instant.milliseconds != row.time
    return Reading(value: line, isMended: isMended)
  }

  mutating func phrase(_ row: FoundRow.Phrase) -> Reading<OwnPhrase>? {
    guard let row = sealed.phrase(row, &reader), let line = reader.phrase(row.payload), line.phrase != nil,
      line.instant.milliseconds == row.time, line.identity.rawValue.bytes.isNearly(row.identity)
    else { return nil }
    return Reading(value: line, isMended: line.identity.rawValue.bytes != row.identity)
  }

  /// What a store takes for a number of things.
  static let counts: ClosedRange<Int64> = 0...1 << 40

  /// The hint, and its row as it would be in a plain store.
  mutating func hint(_ row: FoundRow.Hint) -> (hint: StatedHint, row: FoundRow.Hint)? {
    guard let row = sealed.hint(row, &reader), let line = reader.hint(row.payload),
      line.program == String(key: row.program),
      let list = HintList(rawValue: Int(row.list)), row.place >= 0,
      (try? list.check([line.hint], of: line.program)) != nil
    else { return nil }
    return (line, row)
  }

  /// The item, and its row as it would be in a plain store.
  mutating func item(_ row: FoundRow.Item) -> (item: SearchableItem, row: FoundRow.Item)? {
    guard let row = sealed.item(row) else { return nil }
    let item = StoredItem.item(
      identifier: row.item, domain: row.domain, payload: row.payload, with: &decoder)
    guard let item, !row.program.isEmpty, (try? Instant(milliseconds: row.time)) != nil,
      SearchFields(item).folded == row.words,
      item.expirationDate.map(SearchEntry.milliseconds) == row.expires
    else { return nil }
    return (item, row)
  }

  mutating func rule(_ row: FoundRow.DoorRule, number: Int64) -> DoorRule? {
    guard Self.counts.contains(row.count), Self.counts.contains(number),
      let row = sealed.rule(row, number: number)
    else { return nil }
    return StoredRule.rule(row.payload, with: &decoder)
  }
}

extension Donation {
  /// Whether an identifier is what one of its line can have: that of its `id`, or a digest with an ordinal.
  ///
  /// - Complexity: O(1) for the first among equals, and for a wrong one 1,000 digests.
  func canBeNamed(_ stored: UInt128, equals: Int = 0) -> Bool {
    if let own = details.externalIdentifier {
      let named = DonationIdentifier(user: user, at: context.instant, of: identity, externalIdentifier: own)
      return named.rawValue == stored
    }
    return (0..<max(1_000, 2 * equals)).contains { ordinal in
      DonationIdentifier(user: user, at: context.instant, of: identity, ordinal: ordinal).rawValue == stored
    }
  }
}

extension Data {
  /// Whether two digests are the same but for a few bytes, which has a probability of 2 to the power of -90 for digests of
  /// different things.
  fileprivate func isNearly(_ other: Data) -> Bool {
    count == other.count && zip(self, other).count { $0 != $1 } <= 3
  }
}
