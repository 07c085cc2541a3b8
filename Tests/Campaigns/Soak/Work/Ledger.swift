import Hunch

/// The data of one person that a log has acknowledged, kept separately to check what must and must
/// not exist.
struct Ledger {
  /// The acknowledged donations that are neither forgotten nor beyond the retention.
  private(set) var donations: [DonationIdentifier: Donation] = [:]
  /// The feedback since the last deletion, which may shorten earlier feedback.
  private(set) var feedback: Set<Feedback> = []
  /// The number of forgotten donations, by deletions or by the retention.
  private(set) var forgotten = 0

  mutating func acknowledge(_ batch: [Donation]) {
    for donation in batch { donations[donation.identifier] = donation }
  }

  mutating func acknowledge(_ said: Feedback) { feedback.insert(said) }

  /// Forgets the donations that a deletion matches; returns how many.
  @discardableResult
  mutating func forget(_ deletion: Deletion) -> Int {
    let before = donations.count
    donations = donations.filter { !deletion.matches($0.value) }
    feedback = []
    forgotten += before - donations.count
    return before - donations.count
  }

  /// Compares the log with the acknowledged data.
  ///
  /// Donations before the horizon of the retention may be gone or not, because the retention has a
  /// tolerance; they are no longer checked.
  ///
  /// - Returns: The differences, in words without any content of the donations.
  mutating func compare(with log: some DonationStore, of user: UserIdentifier, horizon: Int64) async throws
    -> [String]
  {
    let kept = try await log.allDonations(of: user).map(\.donation)
    let said = Set(try await log.feedback(of: user))
    let identifiers = Set(kept.map(\.identifier))
    let unknown = kept.count { donations[$0.identifier] == nil }
    let changed = kept.count { donations[$0.identifier] != nil && donations[$0.identifier] != $0 }
    let owed = donations.values.filter { $0.context.instant.milliseconds >= horizon }
    let lost = owed.count { !identifiers.contains($0.identifier) }
    let unsaid = feedback.filter { $0.instant.milliseconds >= horizon }.subtracting(said).count
    donations = donations.filter { identifiers.contains($0.key) }
    feedback = feedback.intersection(said)
    var wrong: [String] = []
    if unknown > 0 {
      wrong.append("\(unknown) donations exist that were forgotten or never acknowledged")
    }
    if changed > 0 { wrong.append("\(changed) donations were changed") }
    if lost > 0 { wrong.append("\(lost) acknowledged donations are lost") }
    if unsaid > 0 { wrong.append("\(unsaid) acknowledged records of feedback are lost") }
    if identifiers.count != kept.count { wrong.append("a donation exists twice") }
    return wrong
  }
}
