package import Activities
internal import Features
internal import Kernels
internal import Ranking

/// Everything that is known of one user: evidence, what its rows are, what was said about them, and a ranking that follows the user.
///
/// A value that is built by observing donations in the order of time: the same log and model give the same user model, and
/// forgetting is building it anew. How it answers is in `SuggestionPipeline.swift`.
package struct UserModel: Sendable {
  /// The evidence for each activity; a row is an activity, in the order of first donations.
  private(set) var evidence = EvidenceState()
  /// The table of what each row is, and where its text lies.
  private(set) var table = CandidateTable()
  /// The combinations of parameters that each row counts for.
  private(set) var combinations = Combinations()
  /// The state of what the user said and did about suggestions; no part of a checkpoint.
  private(set) var feedback = FeedbackState()
  /// The weights, as they follow the user.
  private(set) var ranking: PersonalModel
  /// What follows the user about horizons.
  var horizon: HorizonState
  /// The network of horizons; `nil` if the model has none.
  let horizonModel: HorizonModel?
  /// The questions that the model was not fitted to.
  let silentGroups: Set<FeatureGroup>
  /// The numbers of candidates that are described at most.
  let limits: CandidateLimits

  /// Creates a model that knows nothing yet: it answers as the ranking was fitted to others.
  ///
  /// - Parameter limits: Of who has more activities, only those that can matter are described, and a sample of the rest. What is learned
  ///   of a log depends on them.
  package init(_ model: SuggestionModel, limits: CandidateLimits = .standard) {
    self.limits = limits
    ranking = PersonalModel(
      model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation)
    horizon = HorizonState(model.horizonPool)
    horizonModel = model.horizon
    silentGroups = model.silentGroups
  }

  // MARK: Learning

  /// Learns a donation; donations come in the order of time.
  ///
  /// The ranking learns first, from the choice as a query just before would have put it: with the last known place, and of the
  /// time with what the donation tells.
  ///
  /// - Throws: `RankingError`, if a feature is not finite; nothing was learned then.
  /// - Complexity: O(``CandidateLimits/learned``), independent of the history's length and, beyond the limit, of the number of activities.
  package mutating func observe(_ donation: Donation, scratch: inout UserModelScratch) throws {
    try observe(LoggedDonation(sequence: 0, donation: donation), scratch: &scratch)
  }

  /// Learns a donation, but not what opinions about horizons are worth: for fitting the model that is one of them.
  package mutating func observeOutsideHours(
    _ donation: Donation, scratch: inout UserModelScratch
  ) throws {
    try observeDonation(LoggedDonation(sequence: 0, donation: donation), scratch: &scratch)
  }

  /// Learns a donation, and notes where in the log its text is.
  mutating func observe(_ logged: LoggedDonation, scratch: inout UserModelScratch) throws {
    try learnHours(before: logged.donation, scratch: &scratch)
    try observeDonation(logged, scratch: &scratch)
  }

  private mutating func observeDonation(
    _ logged: LoggedDonation, scratch: inout UserModelScratch
  ) throws {
    let donation = logged.donation
    var features = scratch.takeFeatures()
    let teaches = donation.details.source != .suggestion && !evidence.identities.isEmpty && teachesRanking
    if teaches {
      let asked = try Context(at: donation.context.instant, attributes: donation.context.attributes)
      let target = evidence.row(of: donation.identity)
      describe(
        asked, precision: donation.details.timePrecision,
        requiring: target.map { [$0] } ?? [], limit: limits.learned(of: candidateCount),
        into: &features)
      try ranking.learn(
        target.flatMap(features.lines.line), candidates: features.matrix, numbers: features.numbers,
        novelty: features.novelty,
        circumstances: features.circumstances, scratch: &scratch.scoring)
    }
    // What was described last may be another moment: of a question, or of an hour.
    evidence.observe(donation, foreseenBy: teaches ? features.evidence : nil)
    if donation.hasExactTime, let row = evidence.row(of: donation.identity) {
      horizon.note(row: row, at: donation.context.instant.milliseconds)
    }
    note(logged)
    scratch.reuse(features)
  }

  /// The number of donations from which on the ranking learns of one in ``stride``.
  ///
  /// 20,000 and 4: what it knows of a person by then changes slowly. Chosen for cost, a million donations in a minute; with 5,000 in place of 20,000 the
  /// MRR of public logs is lower by 0.002 at most, on what they have between 60 % and 70 % of each person's donations.
  static let settled = 20_000
  static let stride: UInt64 = 4

  /// A Boolean value that indicates whether the ranking learns from the next donation; evidence counts every one.
  ///
  /// Which ones is drawn by a hash, as what people do may repeat every so many donations.
  private var teachesRanking: Bool { isDrawn(UInt64(evidence.donationCount)) }

  private func isDrawn(_ number: UInt64) -> Bool {
    evidence.donationCount < Self.settled || StableHash.mix(0, number) % Self.stride == 0
  }

  /// Returns whether an hour teaches what opinions about horizons are worth.
  ///
  /// - Parameter hour: Milliseconds since 1970, on the hour.
  func teachesHorizon(_ hour: Int64) -> Bool {
    isDrawn(UInt64(bitPattern: hour / 3_600_000))
  }

  /// Counts a donation without teaching the ranking: for benchmarks, whose long histories would take minutes to follow.
  package mutating func observeEvidence(_ donation: Donation) {
    evidence.observe(donation)
    note(LoggedDonation(sequence: 0, donation: donation))
  }

  private mutating func note(_ logged: LoggedDonation) {
    guard let row = evidence.row(of: logged.donation.identity) else { return }
    table.observe(logged.donation, sequence: logged.sequence, row: row)
    combinations.observe(logged.donation.activity, row: row)
  }

  /// Applies all that the user said about suggestions, in place of what was applied before.
  ///
  /// - Parameter records: In the order of time.
  /// - Complexity: O(size of the records).
  package mutating func apply(_ records: [Feedback]) {
    feedback = FeedbackState(records)
  }

  // MARK: What is known

  /// The time at which the newest donation happened.
  package var lastInstant: Instant? { evidence.lastInstant }

  /// The time of the newest donation that has an exact one, in milliseconds since 1970.
  var lastTime: Int64? { evidence.lastTime }

  /// Describes the candidates in a context, of whose time so much is known.
  ///
  /// - Parameters:
  ///   - required: Rows that are described in any case.
  ///   - limit: How many are described at most; `nil` for as many as for an answer.
  func describe(
    _ context: Context, precision: TimePrecision, requiring required: [Int] = [], limit: Int? = nil,
    into features: inout QueryFeatures
  ) {
    evidence.describe(
      context, precision: precision, limit: limit ?? limits.answered, requiring: required,
      into: &features.matrix,
      novelty: &features.novelty, scratch: &features.evidence)
    evidence.circumstances(
      of: context, precision: precision, without: silentGroups, into: &features.circumstances,
      scratch: &features.evidence)
  }

  /// Returns whether it knows what happened or was said after a moment (milliseconds since 1970).
  func isAhead(of moment: Int64) -> Bool {
    [lastInstant, feedback.lastInstant].contains { $0.map { moment < $0.milliseconds } ?? false }
  }

  /// The activity that a row is.
  func identity(ofRow row: Int) -> ActivityIdentity { evidence.identities[row] }

  /// The rows that were done last, at most so many, in order of their numbers.
  func newestRows(limit: Int) -> [Int] { evidence.newestRows(limit: limit) }

  /// The number of activities that are ranked.
  package var candidateCount: Int { evidence.identities.count }

  /// The bytes of its tables, without the weights that all users share.
  ///
  /// - Complexity: O(attribute sets in the window).
  package var memoryFootprint: Int {
    evidence.memoryFootprint + ranking.memoryFootprint + table.memoryFootprint
      + combinations.memoryFootprint + horizon.memoryFootprint
  }

  /// The rows that an identity means: its own, or those that have it as a combination of parameters.
  func rows(of identity: ActivityIdentity) -> [Int] {
    if let row = evidence.row(of: identity) { return [row] }
    return combinations.rows.filter { row in combinations[row].contains { $0.identity == identity } }
  }

  /// Returns the subject of feedback that covers a row.
  func subject(ofRow row: Int) -> FeedbackState.Subject {
    FeedbackState.Subject(
      entry: table.entries[row], identity: evidence.identities[row], combinations: combinations[row])
  }

  /// Returns the places of the texts of rows.
  func places(of rows: [Int]) -> [Int: LogCursor] {
    Dictionary(Set(rows).map { ($0, table.entries[$0].place) }) { first, _ in first }
  }

  /// Returns the activities that were done last and may be shown, the newest first, of one moment the lower
  /// identity first: identities, and where the texts are.
  ///
  /// - Complexity: O(n log n) for n activities.
  func recent(at instant: Instant, limit: Int) -> [(identity: ActivityIdentity, place: LogCursor)] {
    let (entries, identities) = (table.entries, evidence.identities)
    let gates = ActivityGates(feedback: feedback, instant: instant)
    return entries.indices.filter { row in
      let subject = subject(ofRow: row)
      return [.current, .permitted, .readable].allSatisfy { gates.passes($0, subject) }
    }
    .sorted { one, other in
      (entries[other].milliseconds, identities[one]) < (entries[one].milliseconds, identities[other])
    }
    .prefix(limit).map { (identities[$0], entries[$0].place) }
  }

  // MARK: Checkpoints

  /// Writes what donations have taught; nothing of what was said about suggestions.
  func write(into writer: inout StateWriter) {
    evidence.write(into: &writer)
    ranking.write(into: &writer)
    table.write(into: &writer)
    combinations.write(into: &writer)
    horizon.write(into: &writer)
  }

  /// Reads what ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` if the bytes are no such state, or do not fit the model.
  init(from reader: inout StateReader, _ model: SuggestionModel) throws {
    limits = .standard
    silentGroups = model.silentGroups
    evidence = try EvidenceState(from: &reader)
    let rows = evidence.identities.count
    ranking = try PersonalModel(
      model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation, from: &reader)
    table = try CandidateTable(rows: rows, from: &reader)
    combinations = try Combinations(rows: rows, from: &reader)
    horizonModel = model.horizon
    horizon = try HorizonState(model.horizonPool, rows: rows, from: &reader)
    try reader.finish()
    guard ranking.rowCount <= rows else { throw StateError() }
  }
}
