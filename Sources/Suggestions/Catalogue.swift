internal import Activities
internal import Foundation
internal import Kernels

/// What each row of a user's evidence is, as far as that decides whether it may be shown, and where its text is.
///
/// It keeps numbers only: titles and payloads are in the log, and few of them are ever shown.
struct Catalogue: Sendable {
  /// One activity of the user, by its newest donation: 56 bytes, without a gap between them.
  struct Entry: BitwiseCopyable, Sendable {
    /// Where the newest donation lies in the log: milliseconds since 1970, and its sequence number.
    fileprivate let milliseconds: Int64
    fileprivate let sequence: Int64
    /// Seconds since 1970; infinite if it does not expire.
    fileprivate let expiration: Double
    /// Hashes of texts; two may be equal by chance only, once in 2⁶⁴.
    fileprivate let activityType: UInt64
    fileprivate let program: UInt64
    fileprivate let defaultProgram: UInt64
    /// 1 if it may be suggested.
    fileprivate let eligibility: Int64

    /// Where its newest donation lies in the log.
    var place: LogCursor { LogCursor(milliseconds: milliseconds, sequence: sequence) }

    init(_ donation: Donation, sequence: Int64) {
      let activity = donation.activity
      milliseconds = donation.context.instant.milliseconds
      self.sequence = sequence
      expiration = activity.expirationDate?.timeIntervalSince1970 ?? .infinity
      activityType = StableHash.text(activity.activityType)
      program = StableHash.text(donation.program)
      defaultProgram = StableHash.text(activity.defaultProgram)
      eligibility = activity.isEligibleForPrediction ? 1 : 0
    }

    func isExpired(at instant: Instant) -> Bool { Double(instant.milliseconds) / 1_000 >= expiration }
  }

  /// Row by row.
  private(set) var entries: [Entry] = []
  private var bans = Bans()
  /// When an activity was found to be unreadable for its program, the last time.
  private var retirements: [ActivityIdentity: Instant] = [:]

  /// Knows nothing yet.
  init() {}

  /// Takes notice of a row's newest donation; O(1).
  mutating func observe(_ donation: Donation, sequence: Int64, row: Int) {
    let entry = Entry(donation, sequence: sequence)
    if row == entries.count { entries.append(entry) } else { entries[row] = entry }
  }

  /// Takes the user's verdicts into account, which come in the order of time.
  mutating func apply(_ feedback: Feedback) {
    guard let target = feedback.target else { return }
    if feedback.isRetirement { retirements[target.identity] = feedback.instant }
    switch feedback.verdict {
    case .never: bans.insert(target, scope: feedback.scope)
    case .undone: bans.remove(target, scope: feedback.scope)
    case .accepted, .ignored, .dismissed, .notNow, .pinned: break
    }
  }

  /// Whether an activity may be offered at a moment: neither expired, nor ineligible, nor forbidden, nor retired.
  func mayOffer(row: Int, identity: ActivityIdentity, at instant: Instant) -> Bool {
    entries[row].eligibility == 1 && mayShow(row: row, identity: identity, at: instant)
  }

  /// The rows that were done last and may be shown, the newest first; of one moment the lower identity first.
  ///
  /// - Parameter identities: Row by row.
  /// - Complexity: O(n log n) for n activities.
  func recentRows(_ identities: [ActivityIdentity], at instant: Instant, limit: Int) -> [Int] {
    let rows = entries.indices.filter { mayShow(row: $0, identity: identities[$0], at: instant) }
    return Array(
      rows.sorted { one, other in
        (entries[other].milliseconds, identities[one]) < (entries[one].milliseconds, identities[other])
      }.prefix(limit))
  }

  /// Whether the user may see it at all.
  private func mayShow(row: Int, identity: ActivityIdentity, at instant: Instant) -> Bool {
    let entry = entries[row]
    return !entry.isExpired(at: instant) && !bans.cover(entry, identity: identity)
      && !isRetired(entry, identity: identity)
  }

  /// Whether its program could not read it, and it was not done again since.
  private func isRetired(_ entry: Entry, identity: ActivityIdentity) -> Bool {
    retirements[identity].map { entry.milliseconds <= $0.milliseconds } ?? false
  }
}

/// As bytes, for a checkpoint: what donations say. Verdicts are read from the log each time.
extension Catalogue {
  /// Reads what ``write(into:)`` wrote.
  ///
  /// - Parameter rows: How many rows the evidence has.
  /// - Throws: `StateError` if the bytes are of another number of rows.
  init(rows: Int, from reader: inout StateReader) throws(StateError) {
    entries = try reader.readTable(count: rows)
  }

  func write(into writer: inout StateWriter) {
    writer.write(entries)
  }
}

/// What the user never wants to see again; types and programs by the hashes of their names.
private struct Bans: Sendable {
  private var identities: Set<ActivityIdentity> = []
  private var types: Set<UInt64> = []
  private var programs: Set<UInt64> = []

  mutating func insert(_ target: Feedback.Impression, scope: Feedback.Scope) {
    switch scope {
    case .activity: identities.insert(target.identity)
    case .type: types.insert(StableHash.text(target.activityType))
    case .program: programs.insert(StableHash.text(target.defaultProgram))
    }
  }

  mutating func remove(_ target: Feedback.Impression, scope: Feedback.Scope) {
    switch scope {
    case .activity: identities.remove(target.identity)
    case .type: types.remove(StableHash.text(target.activityType))
    case .program: programs.remove(StableHash.text(target.defaultProgram))
    }
  }

  /// A verdict names a program by the activity's type; a donation may name another program, and is covered by both.
  func cover(_ entry: Catalogue.Entry, identity: ActivityIdentity) -> Bool {
    identities.contains(identity) || types.contains(entry.activityType)
      || programs.contains(entry.program) || programs.contains(entry.defaultProgram)
  }
}
