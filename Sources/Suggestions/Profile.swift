public import Activities
internal import Features
internal import Kernels
internal import Ranking

/// All that is known of one user: evidence, what its rows are, what may be offered, and a model that follows them.
///
/// This is where candidates, features, ranking and policy meet. It is a value that is built by observing donations in the
/// order of time, so the same log and model give the same profile, and forgetting is building it anew.
public struct Profile: Sendable {
  var evidence = EvidenceState()
  var catalogue = Catalogue()
  var verdicts = Verdicts()
  var model: PersonalModel
  private let silentGroups: Set<FeatureGroup>

  /// Knows nothing yet: answers as the model was fitted to others.
  public init(_ model: SuggestionModel) {
    self.model = PersonalModel(
      model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation)
    silentGroups = model.silentGroups
  }

  /// When the newest donation happened.
  public var lastInstant: Instant? { evidence.lastInstant }

  /// Whether it knows what happened or was said after a moment (milliseconds since 1970).
  func isAhead(of moment: Int64) -> Bool {
    [lastInstant, verdicts.lastInstant].contains { $0.map { moment < $0.milliseconds } ?? false }
  }

  /// How many bytes its tables take; the model that all people share is not counted.
  ///
  /// - Complexity: O(attribute sets in the window).
  package var memoryFootprint: Int {
    evidence.memoryFootprint + model.memoryFootprint + catalogue.memoryFootprint
  }

  /// Learns a donation; donations come in the order of time.
  ///
  /// The model learns first, from the choice as a query just before would have put it: with the last known place.
  ///
  /// - Throws: `RankingError`, if a feature is not finite; nothing was learned then.
  /// - Complexity: O(activities of the user), independent of the history's length.
  public mutating func observe(_ donation: Donation, scratch: inout ProfileScratch) throws {
    try observe(LoggedDonation(sequence: 0, donation: donation), scratch: &scratch)
  }

  /// Learns a donation, and remembers where in the log its text is.
  mutating func observe(_ logged: LoggedDonation, scratch: inout ProfileScratch) throws {
    let donation = logged.donation
    if donation.details.source != .suggestion, !evidence.identities.isEmpty {
      let asked = try Context(at: donation.context.instant, attributes: donation.context.attributes)
      evidence.describe(asked, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
      evidence.circumstances(
        of: asked, without: silentGroups, into: &scratch.circumstances, scratch: &scratch.features)
      try model.learn(
        evidence.row(of: donation.identity), candidates: scratch.matrix, novelty: scratch.novelty,
        circumstances: scratch.circumstances, scratch: &scratch.scoring)
    }
    evidence.observe(donation, foreseenBy: scratch.features)
    note(logged)
  }

  /// Counts a donation without teaching the model: for benchmarks, whose long histories would take minutes to follow.
  package mutating func observeEvidence(_ donation: Donation) {
    evidence.observe(donation)
    note(LoggedDonation(sequence: 0, donation: donation))
  }

  /// Remembers where in the log the text of a donation is.
  private mutating func note(_ logged: LoggedDonation) {
    guard let row = evidence.row(of: logged.donation.identity) else { return }
    catalogue.observe(logged.donation, sequence: logged.sequence, row: row)
  }

  /// Describes all candidates and does nothing with it but answer the first number: for benchmarks.
  package func describe(_ context: Context, scratch: inout ProfileScratch) -> Float {
    evidence.describe(context, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
    return scratch.matrix.elements.first ?? 0
  }

  /// Obeys a verdict; verdicts come in the order of time.
  public mutating func apply(_ feedback: Feedback) {
    verdicts.apply(feedback)
  }

  /// Scores everything the user ever did, without any policy.
  ///
  /// Rows are the user's activities in the order of their first donation.
  ///
  /// - Throws: `RankingError`, if a feature is not finite.
  /// - Complexity: O(activities of the user).
  public func assess(_ context: Context, scratch: inout ProfileScratch) throws -> Assessment {
    var assessment = Assessment()
    try assess(context, scratch: &scratch, into: &assessment)
    return assessment
  }

  /// The same, into an assessment whose storage is used again.
  ///
  /// - Throws: `RankingError`, if a feature is not finite; the assessment is then worth nothing.
  public func assess(
    _ context: Context, scratch: inout ProfileScratch, into assessment: inout Assessment
  ) throws {
    evidence.describe(context, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
    evidence.circumstances(
      of: context, without: silentGroups, into: &scratch.circumstances, scratch: &scratch.features)
    try model.score(
      candidates: scratch.matrix, novelty: scratch.novelty, circumstances: scratch.circumstances,
      scratch: &scratch.scoring, into: &scratch.scores)
    assessment.fill(scratch.scores)
  }

  /// Ranks and filters the candidates; O(activities of the user).
  func answer(_ request: SuggestionRequest, scratch: inout ProfileScratch) throws -> Answer {
    try rank(request, scratch: &scratch)
    let explained = request.explains ? try explainer(scratch: &scratch) : nil
    let offers = try scratch.offered.map { row in
      Answer.Offer(
        row: row, identity: evidence.identities[row],
        probability: Double(scratch.assessment.probabilities[row]),
        reasons: try explained.map { try reasons(for: row, in: request.context, by: $0, scratch: scratch) })
    }
    let named = offers.flatMap { $0.reasons?.parts ?? [] }.compactMap { $0.fact?.namedRow }
    let places = Set(offers.map(\.row) + named).map { ($0, catalogue.entries[$0].place) }
    return Answer(
      offers: offers, noveltyProbability: Double(scratch.assessment.noveltyProbability),
      candidates: evidence.identities.count, donations: evidence.donationCount,
      places: Dictionary(uniqueKeysWithValues: places))
  }

  /// What was done last and may be shown, the newest first, of one moment the lower identity first: identities, and where
  /// the texts are.
  ///
  /// - Complexity: O(n log n) for n activities.
  func recent(at instant: Instant, limit: Int) -> [(identity: ActivityIdentity, place: LogCursor)] {
    let (entries, identities) = (catalogue.entries, evidence.identities)
    return entries.indices.filter { mayShow(row: $0, at: instant) }
      .sorted { one, other in
        (entries[other].milliseconds, identities[one]) < (entries[one].milliseconds, identities[other])
      }
      .prefix(limit).map { (identities[$0], entries[$0].place) }
  }

  /// Whether the user may see the activity of a row: it is neither expired, nor forbidden, nor retired.
  private func mayShow(row: Int, at instant: Instant) -> Bool {
    let entry = catalogue.entries[row]
    return !entry.isExpired(at: instant) && !verdicts.forbids(entry, identity: evidence.identities[row])
  }

  /// A query without its words: assesses all candidates and finds the best that may be offered, in the scratch.
  ///
  /// The likeliest comes first; of equal scores the lower identity, whatever order the activities were first donated in.
  ///
  /// - Returns: The probability of the first; `nil` if there is none.
  /// - Throws: `RankingError`, if a feature is not finite.
  /// - Complexity: O(n + k log n log k) for scores in random order, n candidates and a limit of k; nothing is allocated once
  ///   the scratch is warm.
  @discardableResult
  package func rank(_ request: SuggestionRequest, scratch: inout ProfileScratch) throws -> Float? {
    var assessment = Assessment()
    swap(&assessment, &scratch.assessment)
    defer { swap(&assessment, &scratch.assessment) }
    try assess(request.context, scratch: &scratch, into: &assessment)
    let scores = assessment.scores
    func precedes(_ row: Int, _ other: Int) -> Bool {
      scores[row] != scores[other]
        ? scores[row] > scores[other] : evidence.identities[row] < evidence.identities[other]
    }
    scratch.offered.removeAll(keepingCapacity: true)
    for row in scores.indices where Double(assessment.probabilities[row]) >= request.minimumProbability {
      let isFull = scratch.offered.count == request.limit
      if isFull, let last = scratch.offered.last, !precedes(row, last) { continue }
      guard catalogue.entries[row].isEligible, mayShow(row: row, at: request.context.instant) else {
        continue
      }
      if isFull { scratch.offered.removeLast() }
      scratch.offered.insert(row, at: scratch.offered.partitioningIndex { precedes(row, $0) })
    }
    return scratch.offered.first.map { assessment.probabilities[$0] }
  }

  /// Explains the query that was assessed last with the scratch.
  private func explainer(scratch: inout ProfileScratch) throws -> PersonalModel.Explainer {
    try model.explainer(
      of: scratch.matrix, novelty: scratch.novelty, circumstances: scratch.circumstances,
      scratch: &scratch.scoring)
  }

  private func reasons(
    for row: Int, in context: Context, by explainer: PersonalModel.Explainer, scratch: ProfileScratch
  ) throws -> Answer.Reasons {
    let groups = FeatureGroup.allCases
    func number(_ group: FeatureGroup) -> Int { groups.firstIndex(of: group) ?? 0 }
    let contributions = try explainer.contributions(
      to: row, groups: evidence.groups(in: context).map(number),
      circumstanceGroups: evidence.circumstanceGroups(of: context, without: silentGroups).map(number))
    let parts = zip(groups, contributions.groups).map { group, amount in
      Answer.Reasons.Part(
        group: group, amount: Double(amount),
        fact: evidence.fact(for: group, row: row, from: scratch.features))
    }
    return Answer.Reasons(
      score: Double(contributions.score) - Double(contributions.averageScore),
      parts: parts.filter { $0.amount != 0 }.sorted { abs($0.amount) > abs($1.amount) })
  }
}

/// What a model makes of all candidates of a query, row by row.
public struct Assessment: Hashable, Sendable {
  /// The score of each row, in nats: the logarithm of its probability, up to a constant.
  public private(set) var scores: [Float] = []
  /// The probability of each row; together with ``noveltyProbability`` they sum to 1.
  public private(set) var probabilities: [Float] = []
  /// The probability of something that was never donated.
  public private(set) var noveltyProbability: Float = 1

  /// That of a query without candidates, to be filled.
  public init() {}

  fileprivate mutating func fill(_ scored: QueryScores) {
    scores.removeAll(keepingCapacity: true)
    scores.append(contentsOf: scored.candidates)
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scored.candidates)
    noveltyProbability = Softmax.normalize(&probabilities, in: probabilities.indices, with: scored.none).other
  }
}

/// Buffers that are reused from query to query; one for each caller at a time.
public struct ProfileScratch: Sendable {
  var matrix = Matrix()
  var novelty: [Float] = []
  var circumstances = SparseVector()
  var features = FeatureScratch()
  var scoring = ScoringScratch()
  var scores = QueryScores()
  var assessment = Assessment()
  /// The rows that were offered last, the likeliest first.
  var offered: [Int] = []

  /// Empty buffers.
  public init() {}
}

extension [Int] {
  /// The first index whose element satisfies a predicate that is false, then true, along the array; O(log n).
  fileprivate func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
