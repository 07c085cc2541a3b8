package import Activities
internal import Features
internal import Kernels
internal import Ranking

/// Everything known about one user: evidence, items, feedback, and a ranking that adapts to the
/// user.
///
/// It is a value built by observing donations in order of time: the same log and model give the
/// same user model, and forgetting means rebuilding it. `SuggestionPipeline.swift` shows how it
/// answers.
package struct UserModel: Sendable {
  /// The evidence for each activity; an item is an activity, in the order of first donations.
  private(set) var evidence = EvidenceState()
  /// The table of items, with the log positions of their texts.
  private(set) var table = CandidateTable()
  /// The combinations of parameters that each item counts for.
  private(set) var combinations = Combinations()
  /// The user's feedback about suggestions; not part of a checkpoint.
  private(set) var feedback = FeedbackState()
  /// The restraints found so far, by the log positions of the newest donations; not part of a
  /// checkpoint.
  var restraints: [LogCursor: Restraint] = [:]
  /// The weights, adapted to the user in each kind of query.
  private(set) var rankings: PersonalModels
  /// The state that adapts horizons to the user.
  var horizon: HorizonState
  /// The network of horizons; `nil` if the model has none.
  let horizonModel: HorizonModel?
  /// The query features that the model was not trained on.
  let silentGroups: Set<FeatureGroup>
  /// The maximum numbers of candidates to describe.
  let limits: CandidateLimits

  /// Creates a model without history, which answers as the ranking was trained.
  ///
  /// - Parameter limits: The limits for users with more activities: only candidates that can
  ///   matter, and a sample of the rest, are described. Learning depends on them.
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

  /// Learns a donation; donations come in order of time.
  ///
  /// The ranking learns first, from the choice in each kind of query just before the donation: with
  /// its place and attributes, with neither (``PersonalModels``), and with as much of the time as
  /// the donation has.
  ///
  /// - Throws: `RankingError` if a feature is not finite; then nothing was learned.
  /// - Complexity: O(``CandidateLimits/learned``), independent of the history's length and, beyond
  ///   the limit, of the number of activities.
  package mutating func observe(_ donation: Donation, scratch: inout UserModelScratch) throws {
    try observe(LoggedDonation(sequence: 0, donation: donation), scratch: &scratch)
  }

  /// Learns a donation without weighing opinions about horizons, for training the model that is one
  /// of them.
  package mutating func observeOutsideHours(
    _ donation: Donation, scratch: inout UserModelScratch
  ) throws {
    try observeDonation(LoggedDonation(sequence: 0, donation: donation), scratch: &scratch)
  }

  /// Learns a donation and the log position of its text.
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
    // If nothing was taught, the features are of another moment, so they judge nobody.
    if !teaches {
      evidence.observe(donation)
    } else if PersonalModels.Mode(of: donation.context).isEmpty {
      evidence.observe(donation, foreseenBy: bare.evidence, naming: bare.evidence)
    } else {
      evidence.observe(donation, foreseenBy: bare.evidence, naming: named.evidence)
    }
    if donation.hasExactTime, let item = evidence.item(of: donation.identity) {
      horizon.note(item: item, at: donation.context.instant.milliseconds)
    }
    note(logged)
    scratch.reuse(consume bare)
    scratch.reuse(consume named)
  }

  /// Teaches the choice to each kind of query.
  ///
  /// - Parameters:
  ///   - bare: Receives the features of the query that names nothing.
  ///   - named: Receives those of the query that names all of the donation's circumstances, if it
  ///     has any.
  private mutating func teach(
    _ donation: Donation, bare: inout QueryFeatures, named: inout QueryFeatures,
    scratch: inout UserModelScratch
  ) throws {
    let told = PersonalModels.Mode(of: donation.context)
    rankings.begin(told)
    let target = evidence.item(of: donation.identity)
    // Kinds that name less come first, so that the fullest is described last.
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
    // Only these parts: a copy of all features counts references to dozens of arrays.
    let candidates = features.evidence.candidates
    let (chosen, items) = (target.flatMap { candidates.candidate(ofItem: $0) }, CandidateItems(candidates))
    for mode in modes {
      try rankings.learn(mode) { ranking in
        try ranking.learn(
          chosen, candidates: features.matrix, items: items,
          novelty: features.novelty, circumstances: features.circumstances, scratch: &scratch.scoring)
      }
    }
  }

  /// The number of donations after which the ranking learns from one in 8, after twice as many from
  /// one in 16, and after four times as many from one in 32: by then its knowledge of a user
  /// changes slowly.
  ///
  /// With 10,000, the first answer after 100,000 donations takes half as long as with one in 4 from
  /// 20,000 on. The MRR of users with more donations than that (a phone's) is the same within
  /// 0.001; with 5,000 that of music listeners is 0.0015 lower.
  static let settling = 10_000

  /// A Boolean value that indicates whether the ranking learns from the next donation; evidence
  /// counts every one.
  ///
  /// A hash draws the donations, because users may repeat themselves at a fixed interval of
  /// donations.
  private var teachesRanking: Bool { isDrawn(UInt64(evidence.donationCount)) }

  private func isDrawn(_ number: UInt64) -> Bool {
    let times = evidence.donationCount / Self.settling
    let stride: UInt64 = times == 0 ? 1 : times == 1 ? 8 : times < 4 ? 16 : 32
    return StableHash.mix(0, number) % stride == 0
  }

  /// Returns whether opinions about horizons learn from an hour.
  ///
  /// - Parameter hour: Milliseconds since 1970, on the hour.
  func teachesHorizon(_ hour: Int64) -> Bool {
    isDrawn(UInt64(bitPattern: hour / 3_600_000))
  }

  /// Counts a donation without teaching the ranking, for benchmarks with histories that would take
  /// minutes to learn.
  package mutating func observeEvidence(_ donation: Donation) {
    evidence.observe(donation)
    note(LoggedDonation(sequence: 0, donation: donation))
  }

  private mutating func note(_ logged: LoggedDonation) {
    guard let item = evidence.item(of: logged.donation.identity) else { return }
    table.observe(logged.donation, sequence: logged.sequence, item: item)
    combinations.observe(logged.donation.activity, item: item)
  }

  /// Replaces all feedback about suggestions.
  ///
  /// - Parameter records: The records, in order of time.
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
  ///   - required: Items to describe in any case.
  ///   - limit: The maximum number to describe; `nil` for the limit of an answer.
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

  /// Returns whether it knows of events or feedback after a moment (milliseconds since 1970).
  func isAhead(of moment: Int64) -> Bool {
    [lastInstant, feedback.lastInstant].contains { $0.map { moment < $0.milliseconds } ?? false }
  }

  /// Returns the activity of an item.
  func identity(ofItem item: Int) -> ActivityIdentity { evidence.identities[item] }

  /// Returns the items that were done last, at most `limit`, in order of index.
  func newestItems(limit: Int) -> [Int] { evidence.newestItems(limit: limit) }

  /// The number of activities that are ranked.
  package var candidateCount: Int { evidence.identities.count }

  /// The size of its tables in bytes, without the weights that all users share.
  ///
  /// - Complexity: O(attribute sets in the window).
  package var memoryFootprint: Int {
    evidence.memoryFootprint + rankings.memoryFootprint + table.memoryFootprint
      + combinations.memoryFootprint + horizon.memoryFootprint
  }

  /// Returns the items of an identity: its own, or those that have it as a combination of
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

  /// Returns the log positions of items' texts.
  func places(of items: [Int]) -> [Int: LogCursor] {
    Dictionary(Set(items).map { ($0, table.entries[$0].place) }) { first, _ in first }
  }

  /// Returns identities and text positions of the activities that were done last and may be shown,
  /// newest first; ties are in order of identity.
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

  /// Writes the state learned from donations, without feedback about suggestions.
  func write(into writer: inout StateWriter) {
    evidence.write(into: &writer)
    rankings.write(into: &writer)
    table.write(into: &writer)
    combinations.write(into: &writer)
    horizon.write(into: &writer)
  }

  /// Reads a state that ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` if the bytes are not such a state, or do not match the model.
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
