package import Activities
internal import Features
internal import Kernels
internal import Ranking

/// Everything that is known of one user: evidence, what its items are, what was said about them,
/// and a ranking that follows the user.
///
/// A value that is built by observing donations in the order of time: the same log and model give
/// the same user model, and forgetting is building it anew. How it answers is in
/// `SuggestionPipeline.swift`.
package struct UserModel: Sendable {
  /// The evidence for each activity; an item is an activity, in the order of first donations.
  private(set) var evidence = EvidenceState()
  /// The table of what each item is, and where its text lies.
  private(set) var table = CandidateTable()
  /// The combinations of parameters that each item counts for.
  private(set) var combinations = Combinations()
  /// The state of what the user said and did about suggestions; no part of a checkpoint.
  private(set) var feedback = FeedbackState()
  /// The restraints that were found until now, by the places of the newest donations; no part of a
  /// checkpoint.
  var restraints: [LogCursor: Restraint] = [:]
  /// The weights, as they follow the user in each kind of question.
  private(set) var rankings: PersonalModels
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
  /// - Parameter limits: Of who has more activities, only those that can matter are described, and
  ///   a sample of the rest. What is learned of a log depends on them.
  package init(_ model: SuggestionModel, limits: CandidateLimits = .standard) {
    self.limits = limits
    rankings = PersonalModels(
      PersonalModel(model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation),
      places: model.placeOpinion)
    horizon = HorizonState(model.horizonPool)
    horizonModel = model.horizon
    silentGroups = model.silentGroups
  }

  // MARK: Learning

  /// Learns a donation; donations come in the order of time.
  ///
  /// The ranking learns first, from the choice as each kind of query just before would have put it:
  /// one that names the donation's place and attributes, one that names neither
  /// (``PersonalModels``), and of the time what the donation tells.
  ///
  /// - Throws: `RankingError`, if a feature is not finite; nothing was learned then.
  /// - Complexity: O(``CandidateLimits/learned``), independent of the history's length and, beyond
  ///   the limit, of the number of activities.
  package mutating func observe(_ donation: Donation, scratch: inout UserModelScratch) throws {
    try observe(LoggedDonation(sequence: 0, donation: donation), scratch: &scratch)
  }

  /// Learns a donation, but not what opinions about horizons are worth: for fitting the model that
  /// is one of them.
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
    var (bare, named) = (scratch.takeFeatures(), scratch.takeFeatures())
    let teaches = donation.details.source != .suggestion && !evidence.identities.isEmpty && teachesRanking
    if teaches { try teach(donation, bare: &bare, named: &named, scratch: &scratch) }
    let told = PersonalModels.Mode(of: donation.context)
    // What was described last may be another moment: of a question, or of an hour.
    evidence.observe(
      donation, foreseenBy: teaches ? bare.evidence : nil,
      naming: teaches && !told.isEmpty ? named.evidence : nil)
    if donation.hasExactTime, let item = evidence.item(of: donation.identity) {
      horizon.note(item: item, at: donation.context.instant.milliseconds)
    }
    note(logged)
    scratch.reuse(bare)
    scratch.reuse(named)
  }

  /// Teaches each kind of question what was chosen.
  ///
  /// - Parameters:
  ///   - bare: Becomes the features of the question that names nothing.
  ///   - named: Becomes those of the question that names all that the donation tells, if it tells
  ///     anything.
  private mutating func teach(
    _ donation: Donation, bare: inout QueryFeatures, named: inout QueryFeatures,
    scratch: inout UserModelScratch
  ) throws {
    let told = PersonalModels.Mode(of: donation.context)
    rankings.begin(told)
    let target = evidence.item(of: donation.identity)
    // What names less comes first, so that what names most is described last.
    for asked in PersonalModels.Mode.all where asked.isSubset(of: told) {
      let moment = AskedMoment(
        try donation.context.naming(asked), precision: donation.details.timePrecision)
      let modes = rankings.modes.filter { $0.intersection(told) == asked }
      if asked.isEmpty {
        try teach(modes, target, at: moment, features: &bare, scratch: &scratch)
      } else {
        try teach(modes, target, at: moment, features: &named, scratch: &scratch)
      }
    }
  }

  private mutating func teach(
    _ modes: [PersonalModels.Mode], _ target: Int?, at moment: AskedMoment, features: inout QueryFeatures,
    scratch: inout UserModelScratch
  ) throws {
    describe(
      moment, requiring: target.map { [$0] } ?? [], limit: limits.learned(of: candidateCount),
      into: &features)
    for mode in modes {
      try rankings.learn(mode) { ranking in
        try ranking.learn(
          target.flatMap(features.candidates.candidate), candidates: features.matrix, items: features.items,
          novelty: features.novelty, circumstances: features.circumstances, scratch: &scratch.scoring)
      }
    }
  }

  /// After so many donations the ranking learns from one in 8, after twice as many from one in 16,
  /// and after four times as many from one in 32: by then what it knows of a person changes slowly.
  ///
  /// 10,000 makes the first answer after 100,000 donations take half as long as one in 4 from
  /// 20,000 on. The MRR of people with more donations than that (a phone's) is the same within
  /// 0.001; with 5,000 that of music listeners is 0.0015 lower.
  static let settling = 10_000

  /// A Boolean value that indicates whether the ranking learns from the next donation; evidence
  /// counts every one.
  ///
  /// Which ones is drawn by a hash, as what people do may repeat every so many donations.
  private var teachesRanking: Bool { isDrawn(UInt64(evidence.donationCount)) }

  private func isDrawn(_ number: UInt64) -> Bool {
    let times = evidence.donationCount / Self.settling
    let stride: UInt64 = times == 0 ? 1 : times == 1 ? 8 : times < 4 ? 16 : 32
    return StableHash.mix(0, number) % stride == 0
  }

  /// Returns whether an hour teaches what opinions about horizons are worth.
  ///
  /// - Parameter hour: Milliseconds since 1970, on the hour.
  func teachesHorizon(_ hour: Int64) -> Bool {
    isDrawn(UInt64(bitPattern: hour / 3_600_000))
  }

  /// Counts a donation without teaching the ranking: for benchmarks, whose long histories would
  /// take minutes to follow.
  package mutating func observeEvidence(_ donation: Donation) {
    evidence.observe(donation)
    note(LoggedDonation(sequence: 0, donation: donation))
  }

  private mutating func note(_ logged: LoggedDonation) {
    guard let item = evidence.item(of: logged.donation.identity) else { return }
    table.observe(logged.donation, sequence: logged.sequence, item: item)
    combinations.observe(logged.donation.activity, item: item)
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

  /// Describes the candidates at a moment.
  ///
  /// - Parameters:
  ///   - required: Items that are described in any case.
  ///   - limit: How many are described at most; `nil` for as many as for an answer.
  func describe(
    _ moment: AskedMoment, requiring required: [Int] = [], limit: Int? = nil,
    into features: inout QueryFeatures
  ) {
    features.mode = rankings.mode(of: moment.context)
    evidence.describe(
      moment, limit: limit ?? limits.answered, requiring: required, into: &features.matrix,
      novelty: &features.novelty, scratch: &features.evidence)
    evidence.circumstances(
      of: moment, without: silentGroups, into: &features.circumstances, scratch: &features.evidence)
  }

  /// Returns whether it knows what happened or was said after a moment (milliseconds since 1970).
  func isAhead(of moment: Int64) -> Bool {
    [lastInstant, feedback.lastInstant].contains { $0.map { moment < $0.milliseconds } ?? false }
  }

  /// The activity that an item is.
  func identity(ofItem item: Int) -> ActivityIdentity { evidence.identities[item] }

  /// The items that were done last, at most so many, in order of their numbers.
  func newestItems(limit: Int) -> [Int] { evidence.newestItems(limit: limit) }

  /// The number of activities that are ranked.
  package var candidateCount: Int { evidence.identities.count }

  /// The bytes of its tables, without the weights that all users share.
  ///
  /// - Complexity: O(attribute sets in the window).
  package var memoryFootprint: Int {
    evidence.memoryFootprint + rankings.memoryFootprint + table.memoryFootprint
      + combinations.memoryFootprint + horizon.memoryFootprint
  }

  /// The items that an identity means: its own, or those that have it as a combination of
  /// parameters.
  func items(of identity: ActivityIdentity) -> [Int] {
    if let item = evidence.item(of: identity) { return [item] }
    return combinations.items.filter { item in combinations[item].contains { $0.identity == identity } }
  }

  /// Returns the subject of feedback that covers an item.
  func subject(ofItem item: Int) -> FeedbackState.Subject {
    FeedbackState.Subject(
      entry: table.entries[item], identity: evidence.identities[item], combinations: combinations[item])
  }

  /// Returns the places of the texts of items.
  func places(of items: [Int]) -> [Int: LogCursor] {
    Dictionary(Set(items).map { ($0, table.entries[$0].place) }) { first, _ in first }
  }

  /// Returns the activities that were done last and may be shown, the newest first, of one moment
  /// the lower identity first: identities, and where the texts are.
  ///
  /// - Complexity: O(n log n) for n activities.
  func recent(at instant: Instant, limit: Int) -> [(identity: ActivityIdentity, place: LogCursor)] {
    let (entries, identities) = (table.entries, evidence.identities)
    let gates = gates(at: instant)
    return entries.indices.filter { gates.pass(.init(subject: subject(ofItem: $0)), for: .recent) }
      .sorted { one, other in
        (entries[other].milliseconds, identities[one]) < (entries[one].milliseconds, identities[other])
      }
      .prefix(limit).map { (identities[$0], entries[$0].place) }
  }

  // MARK: Checkpoints

  /// Writes what donations have taught; nothing of what was said about suggestions.
  func write(into writer: inout StateWriter) {
    evidence.write(into: &writer)
    rankings.write(into: &writer)
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
    let items = evidence.identities.count
    rankings = try PersonalModels(
      model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation,
      places: model.placeOpinion, from: &reader)
    table = try CandidateTable(items: items, from: &reader)
    combinations = try Combinations(items: items, from: &reader)
    horizonModel = model.horizon
    horizon = try HorizonState(model.horizonPool, items: items, from: &reader)
    try reader.finish()
    guard rankings.itemCount <= items else { throw StateError() }
  }
}
