public import Activities
internal import Features
internal import Kernels
internal import Ranking

/// All that is known of one user: evidence, what its rows are, what may be offered, and a model that follows them.
///
/// This is where candidates, features, ranking and policy meet. It is a value that is built by observing donations in the
/// order of time, so the same log and model give the same profile, and forgetting is building it anew.
public struct Profile: Sendable {
  private(set) var evidence = EvidenceState()
  private(set) var catalogue = Catalogue()
  private var model: PersonalModel
  private let silentGroups: Set<FeatureGroup>
  private var lastVerdict: Instant?

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
    [lastInstant, lastVerdict].contains { $0.map { moment < $0.milliseconds } ?? false }
  }

  /// Learns a donation; donations come in the order of time.
  ///
  /// The model learns first, from the choice as a query just before would have put it: with the last known place.
  ///
  /// - Throws: `RankingError`, if a feature is not finite; nothing was learned then.
  /// - Complexity: O(activities of the user), independent of the history's length.
  public mutating func observe(_ donation: Donation, scratch: inout ProfileScratch) throws {
    if donation.details.source != .suggestion, !evidence.identities.isEmpty {
      let asked = try Context(at: donation.context.instant, attributes: donation.context.attributes)
      evidence.describe(asked, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
      evidence.circumstances(of: asked, without: silentGroups, into: &scratch.circumstances)
      try model.learn(
        evidence.row(of: donation.identity), candidates: scratch.matrix, novelty: scratch.novelty,
        circumstances: scratch.circumstances, scratch: &scratch.scoring)
    }
    observeEvidence(donation)
  }

  /// Counts a donation without teaching the model: for benchmarks, whose long histories would take minutes to follow.
  package mutating func observeEvidence(_ donation: Donation) {
    evidence.observe(donation)
    if let row = evidence.row(of: donation.identity) { catalogue.observe(donation, row: row) }
  }

  /// Describes all candidates and does nothing with it but answer the first number: for benchmarks.
  package func describe(_ context: Context, scratch: inout ProfileScratch) -> Float {
    evidence.describe(context, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
    return scratch.matrix.elements.first ?? 0
  }

  /// Obeys a verdict; verdicts come in the order of time.
  public mutating func apply(_ feedback: Feedback) {
    lastVerdict = feedback.instant
    catalogue.apply(feedback)
  }

  /// Scores everything the user ever did, without any policy.
  ///
  /// Rows are the user's activities in the order of their first donation.
  ///
  /// - Throws: `RankingError`, if a feature is not finite.
  /// - Complexity: O(activities of the user).
  public func assess(_ context: Context, scratch: inout ProfileScratch) throws -> Assessment {
    evidence.describe(context, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
    evidence.circumstances(of: context, without: silentGroups, into: &scratch.circumstances)
    let scored = try model.score(
      candidates: scratch.matrix, novelty: scratch.novelty, circumstances: scratch.circumstances,
      scratch: &scratch.scoring)
    var probabilities = scored.candidates
    let novelty = Softmax.normalize(&probabilities, in: probabilities.indices, with: scored.none).other
    return Assessment(
      scores: scored.candidates, probabilities: probabilities, noveltyProbability: novelty)
  }

  /// Ranks, filters and words the candidates; O(activities of the user).
  package func suggestions(
    _ request: SuggestionRequest, scratch: inout ProfileScratch
  ) throws -> SuggestionList {
    let assessment = try assess(request.context, scratch: &scratch)
    let explained = request.explains ? try explainer(scratch: &scratch) : nil
    var suggestions: [Suggestion] = []
    for row in offer(request, from: assessment) {
      let entry = catalogue.entries[row]
      var reasons: Explanation?
      if let explained {
        reasons = try explanation(of: row, in: request.context, by: explained)
      }
      suggestions.append(
        Suggestion(
          activity: entry.activity, identity: entry.identity, rank: suggestions.count + 1,
          probability: Double(assessment.probabilities[row]), phrase: PhraseMaker.phrase(for: entry.activity),
          explanation: reasons))
    }
    return SuggestionList(
      suggestions: suggestions, noveltyProbability: Double(assessment.noveltyProbability),
      candidates: evidence.identities.count, donations: evidence.donationCount)
  }

  /// The best rows that may be offered, best first; of equal scores the lower identity first, whatever order the activities
  /// were first donated in.
  ///
  /// - Complexity: O(n + k log n log k) for scores in random order, n candidates and a limit of k.
  private func offer(_ request: SuggestionRequest, from assessment: Assessment) -> [Int] {
    let (scores, identities) = (assessment.scores, evidence.identities)
    func precedes(_ row: Int, _ other: Int) -> Bool {
      scores[row] != scores[other] ? scores[row] > scores[other] : identities[row] < identities[other]
    }
    var best: [Int] = []
    for row in scores.indices where Double(assessment.probabilities[row]) >= request.minimumProbability {
      if best.count == request.limit, let last = best.last, !precedes(row, last) { continue }
      guard catalogue.mayOffer(row: row, at: request.context.instant) else { continue }
      if best.count == request.limit { best.removeLast() }
      best.insert(row, at: best.partitioningIndex { precedes(row, $0) })
    }
    return best
  }

  /// Explains the query that was assessed last with the scratch.
  private func explainer(scratch: inout ProfileScratch) throws -> PersonalModel.Explainer {
    try model.explainer(
      of: scratch.matrix, novelty: scratch.novelty, circumstances: scratch.circumstances,
      scratch: &scratch.scoring)
  }

  private func explanation(
    of row: Int, in context: Context, by explainer: PersonalModel.Explainer
  ) throws -> Explanation {
    let groups = FeatureGroup.allCases
    func number(_ group: FeatureGroup) -> Int { groups.firstIndex(of: group) ?? 0 }
    let contributions = try explainer.contributions(
      to: row, groups: evidence.groups(in: context).map(number),
      circumstanceGroups: evidence.circumstanceGroups(of: context, without: silentGroups).map(number))
    let parts = zip(groups, contributions.groups).map { group, amount in
      Explanation.Contribution(
        group: group, amount: Double(amount),
        fact: evidence.fact(for: group, row: row, in: context).map(worded))
    }
    return Explanation(
      score: Double(contributions.score) - Double(contributions.averageScore),
      contributions: parts.filter { $0.amount != 0 }.sorted { abs($0.amount) > abs($1.amount) })
  }

  private func worded(_ fact: Fact) -> Explanation.StatedFact {
    Explanation.StatedFact(
      fact: fact,
      words: fact.words { row in
        let activity = catalogue.entries[row].activity
        return activity.title ?? PhraseMaker.phrase(for: activity)
      })
  }
}

/// What a model makes of all candidates of a query, row by row.
public struct Assessment: Hashable, Sendable {
  /// The score of each row, in nats: the logarithm of its probability, up to a constant.
  public let scores: [Float]
  /// The probability of each row; together with ``noveltyProbability`` they sum to 1.
  public let probabilities: [Float]
  /// The probability of something that was never donated.
  public let noveltyProbability: Float
}

/// Buffers that are reused from query to query; one for each caller at a time.
public struct ProfileScratch: Sendable {
  var matrix = Matrix()
  var novelty: [Float] = []
  var circumstances = SparseVector()
  var features = FeatureScratch()
  var scoring = ScoringScratch()

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
