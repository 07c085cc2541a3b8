import Hunch

/// What a log has acknowledged to one person, kept beside it: what has to be there, and what may
/// not.
struct Ledger {
  /// Everything that was acknowledged and neither forgotten nor, by now, beyond the retention.
  private(set) var donations: [DonationIdentifier: Donation] = [:]
  /// What was said since something was forgotten last: a deletion may shorten what came before it.
  private(set) var feedback: Set<Feedback> = []
  /// How many donations were forgotten one way or the other.
  private(set) var forgotten = 0

  mutating func acknowledge(_ batch: [Donation]) {
    for donation in batch { donations[donation.identifier] = donation }
  }

  mutating func acknowledge(_ said: Feedback) { feedback.insert(said) }

  /// Forgets what a deletion matches; answers how many donations those were.
  @discardableResult
  mutating func forget(_ deletion: Deletion) -> Int {
    let before = donations.count
    donations = donations.filter { !deletion.matches($0.value) }
    feedback = []
    forgotten += before - donations.count
    return before - donations.count
  }

  /// Compares the log with what was acknowledged.
  ///
  /// What lies before the horizon of the retention may be gone or not, for forgetting it has slack;
  /// it is not asked for any more.
  ///
  /// - Returns: What is wrong, in words without anything of the donations.
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
      wrong.append("\(unknown) donations are there that were forgotten or never acknowledged")
    }
    if changed > 0 { wrong.append("\(changed) donations are not as they were donated") }
    if lost > 0 { wrong.append("\(lost) acknowledged donations are lost") }
    if unsaid > 0 { wrong.append("\(unsaid) acknowledged records of feedback are lost") }
    if identifiers.count != kept.count { wrong.append("a donation is there twice") }
    return wrong
  }
}
