package import Activities
package import Features
internal import Kernels
internal import Ranking

// A query, from top to bottom:
//
//     candidates → features → scores → rules → gates → ranked
//
// With a horizon, scores also include the probability that each item is done within it
// (`HorizonProbabilities.swift`), and later stages use that. Each stage is a value that the next
// one takes. `RankedCandidates` holds all of them: answers (`AnswerDraft.swift`), reasons and
// diagnoses (Explanation/) are read from it. Order and gates are defined only here.

// MARK: The stages as values

/// The first stage: the activities that may be ranked.
struct QueryCandidates: Sendable {
  /// The user's activities.
  let items: Range<Int>
  /// The hints about activities that may be offered, weighted by the user's feedback.
  let hints: HintPool
}

/// The second stage: the features of the candidates and of "none of these".
struct QueryFeatures: Sendable {
  /// The features of the ``candidates``.
  var matrix = Matrix()
  /// The features of "none of these".
  var novelty: [Float] = []
  /// The circumstances of the moment.
  var circumstances = SparseVector()
  /// The kind of query whose model scores them.
  var mode: PersonalModels.Mode = []
  /// The counts computed on the way, for facts and for judging experts.
  var evidence = FeatureScratch()

  /// The described items.
  var candidates: DescribedCandidates { evidence.candidates }

  /// The described items for the ranking.
  var items: CandidateItems { CandidateItems(evidence.candidates) }

  /// Returns the candidate that represents an item: its own, or one of the sample.
  func candidate(forItem item: Int) -> Int { candidates.candidate(ofItem: item) ?? candidates.sampleStart }

  /// Returns whether an item is described individually, and not only as one of the rest.
  func describes(_ item: Int) -> Bool {
    candidates.candidate(ofItem: item).map { $0 < candidates.sampleStart } ?? false
  }
}

extension CandidateItems {
  /// Creates the candidates of a ranking from described items.
  init(_ described: DescribedCandidates) {
    self =
      described.isWhole
      ? .whole
      : CandidateItems(
        items: described.items, candidates: described.candidateOfItem, logWeights: described.logWeights)
  }
}

/// The fourth stage: scores with the contributions of rules.
///
/// The third stage is ``ScoredCandidates``.
struct RuledCandidates: Sendable {
  /// Scores and probabilities after all rules.
  var scored: ScoredCandidates
  /// The items that represent a combination of parameters.
  var merged: [Int: MergedCombination] = [:]
  /// The items that another one represents.
  var absorbed: Set<Int> = []
  /// The amounts that hints add to the score of the items that they name, in nats.
  var hintGains: [Int: Double] = [:]
  /// The hints that name those items.
  var hints: [Int: HintPool.Member] = [:]

  init(_ scored: consuming ScoredCandidates) {
    self.scored = scored
  }
}

/// A ranked query, with all of its stages.
struct RankedCandidates: Sendable {
  let candidates: QueryCandidates
  let features: QueryFeatures
  let ruled: RuledCandidates
  /// The gates, for this request and moment.
  let gates: GateEvaluator
  /// The items that passed all gates, in order; at most as many as requested.
  let items: [Int]

  var request: SuggestionRequest { gates.request }

  /// The probability of an item, 0 to 1.
  func probability(ofItem item: Int) -> Double { Double(ruled.scored.probability(ofItem: item)) }
}

// MARK: The way of a query

extension UserModel {
  /// Ranks the activities that the user may do next.
  ///
  /// - Parameter required: Items to describe in any case, however many activities there are.
  /// - Throws: `RankingError` if a feature is not finite.
  /// - Complexity: O(n + k log n log k) for scores in random order, n candidates and a limit of k.
  ///   Nothing is allocated if the scratch is warm and was given the previous query back
  ///   (``UserModelScratch/reuse(_:)-(RankedCandidates)``).
  func rank(
    _ request: SuggestionRequest, applying hints: HintPool = .empty, requiring required: [Int] = [],
    scratch: inout UserModelScratch
  ) throws -> RankedCandidates {
    let gates = GateEvaluator(request, feedback, restraints: restraints)
    let candidates = candidates(hints, gates)
    let features = features(at: request.moment, requiring: required, scratch: &scratch)
    let scored = try scores(of: features, within: request.horizon, scratch: &scratch)
    let ruled = applyRules(to: scored, candidates, gates, scratch: &scratch)
    let items = ranked(ruled, gates, into: scratch.takeRows())
    return RankedCandidates(
      candidates: candidates, features: features, ruled: ruled, gates: gates, items: items)
  }

  // MARK: 1. Candidates

  private func candidates(_ hints: HintPool, _ gates: GateEvaluator) -> QueryCandidates {
    QueryCandidates(items: evidence.identities.indices, hints: admitted(hints, gates))
  }

  // MARK: 2. Features

  func features(
    at moment: AskedMoment, requiring required: [Int] = [], scratch: inout UserModelScratch
  ) -> QueryFeatures {
    var features = scratch.takeFeatures()
    describe(moment, requiring: required, into: &features)
    return features
  }

  // MARK: 3. Scores

  /// - Parameter horizon: The horizon in seconds; `nil` for conditional probabilities alone.
  func scores(
    of features: QueryFeatures, within horizon: Double? = nil,
    scratch: inout UserModelScratch
  ) throws -> ScoredCandidates {
    try scoreCandidates(of: features, scratch: &scratch)
    var scored = scratch.takeScored()
    scored.fill(scratch.scores, of: features.candidates)
    guard let horizon else { return scored }
    var probabilities = scored.takeHorizonProbabilities()
    try horizonProbabilities(
      within: horizon, scored: scored, features: features, scratch: &scratch, into: &probabilities)
    scored.setHorizon(horizon, probabilities)
    return scored
  }

  /// Scores the candidates into the scratch; a sample's score is that of all the items that it
  /// represents.
  func scoreCandidates(of features: QueryFeatures, scratch: inout UserModelScratch) throws {
    try rankings[features.mode].score(
      candidates: features.matrix, items: features.items, novelty: features.novelty,
      circumstances: features.circumstances, scratch: &scratch.scoring, into: &scratch.scores)
  }

  // MARK: 4. Rules

  private func applyRules(
    to scored: consuming ScoredCandidates, _ candidates: QueryCandidates, _ gates: GateEvaluator,
    scratch: inout UserModelScratch
  ) -> RuledCandidates {
    var ruled = RuledCandidates(scored)
    addBenefitsAndFeedback(to: &ruled.scored, at: gates.instant, scratch: &scratch)
    mergeCombinations(in: &ruled, gates)
    apply(candidates.hints, to: &ruled)
    return ruled
  }

  /// - Complexity: O(activities · feedback about each) if there is feedback, otherwise O(1).
  private func addBenefitsAndFeedback(
    to scored: inout ScoredCandidates, at instant: Instant, scratch: inout UserModelScratch
  ) {
    let saysNothing = feedback.movesNothing
    guard table.hasBenefits || !saysNothing else { return }
    scratch.amounts.removeAll(keepingCapacity: true)
    for (item, entry) in table.entries.enumerated() {
      let said = saysNothing ? 0 : feedback.amount(subject(ofItem: item), at: instant)
      scratch.amounts.append(entry.benefit + Float(said))
    }
    scored.shift(by: scratch.amounts)
  }

  // MARK: 5. Gates

  /// Returns the gates at a moment, without a query.
  func gates(at instant: Instant) -> GateEvaluator {
    GateEvaluator(SuggestionRequest(in: Context(at: instant)), feedback, restraints: restraints)
  }

  /// Returns an item as the gates see it.
  func candidate(_ item: Int, of ruled: RuledCandidates, rank: Int = 1) -> GateEvaluator.Candidate {
    GateEvaluator.Candidate(
      subject: subject(ofItem: item), count: count(ofItem: item, merged: ruled.merged[item]),
      probability: Double(ruled.scored.probability(ofItem: item)), rank: rank)
  }

  /// Returns how often an item was done in the form that is offered: the activity, or all
  /// activities with the combination.
  func count(ofItem item: Int, merged: MergedCombination?) -> Int {
    guard let merged else { return evidence.count(ofItem: item) }
    return merged.items.reduce(0) { $0 + evidence.count(ofItem: $1) }
  }

  // MARK: 6. Ranked

  private func ranked(
    _ ruled: RuledCandidates, _ gates: GateEvaluator, into storage: consuming [Int]
  ) -> [Int] {
    var items = storage
    guard gates.isSurfaceOpen else { return items }
    let pinsFirst = gates.pinsFirst
    for item in ruled.scored.scores.indices {
      // Most candidates are unlikely, or beyond the limit; other gates are not asked about them.
      guard gates.isLikely(Double(ruled.scored.probability(ofItem: item)), orPinned: subject(ofItem: item))
      else {
        continue
      }
      let isFull = items.count == gates.limit
      if isFull, let last = items.last, !precedes(item, last, in: ruled, pinsFirst: pinsFirst) { continue }
      guard !ruled.absorbed.contains(item), gates.pass(candidate(item, of: ruled), for: .answer) else {
        continue
      }
      if isFull { items.removeLast() }
      let place = items.partitioningIndex { precedes(item, $0, in: ruled, pinsFirst: pinsFirst) }
      items.insert(item, at: place)
    }
    return items
  }

  /// Returns whether an item comes before another one.
  ///
  /// Pinned items come first, then the more likely, then the lower identity. The order of first
  /// donations does not matter.
  func precedes(_ item: Int, _ other: Int, in ruled: RuledCandidates, pinsFirst: Bool) -> Bool {
    if pinsFirst {
      let (isFirst, isSecond) = (
        feedback.pins(subject(ofItem: item)), feedback.pins(subject(ofItem: other))
      )
      if isFirst != isSecond { return isFirst }
    }
    let (value, otherValue) = (
      ruled.scored.precedence(ofItem: item), ruled.scored.precedence(ofItem: other)
    )
    return value != otherValue
      ? value > otherValue : evidence.identities[item] < evidence.identities[other]
  }

  /// Returns the first of some items, pinned or not.
  func first(of items: some Sequence<Int>, in ruled: RuledCandidates) -> Int? {
    items.min { precedes($0, $1, in: ruled, pinsFirst: false) }
  }

  /// Returns the rank of an item among all that may be offered, likely or not, counted from 1; an
  /// item that may not be offered is ranked as if it might.
  ///
  /// - Complexity: O(activities).
  func rank(ofItem item: Int, in query: RankedCandidates) -> Int {
    let (ruled, gates) = (query.ruled, query.gates)
    return 1
      + query.candidates.items.count { other in
        other != item && !ruled.absorbed.contains(other)
          && precedes(other, item, in: ruled, pinsFirst: gates.pinsFirst)
          && gates.pass(candidate(other, of: ruled), for: .rank)
      }
  }
}

// MARK: Single stages, for evaluation and benchmarks

extension UserModel {
  /// Scores everything the user ever did, without rules and gates: the first three stages.
  ///
  /// Items are the user's activities in order of first donation.
  ///
  /// - Parameter horizon: The horizon in seconds; `nil` for conditional probabilities alone.
  /// - Throws: `RankingError` if a feature is not finite.
  /// - Complexity: O(activities of the user), with little more than one operation each beyond
  ///   ``CandidateLimits/answered``.
  package func score(
    _ moment: AskedMoment, within horizon: Double? = nil, scratch: inout UserModelScratch
  ) throws -> ScoredCandidates {
    let features = features(at: moment, scratch: &scratch)
    let scored = try scores(of: features, within: horizon, scratch: &scratch)
    scratch.reuse(consume features)
    return scored
  }

  /// Describes the candidates and returns the first number.
  package func describe(_ context: Context, scratch: inout UserModelScratch) -> Float {
    var features = scratch.takeFeatures()
    describe(AskedMoment(context), into: &features)
    let first = features.matrix.elements.first ?? 0
    scratch.reuse(consume features)
    return first
  }

  /// Returns the items that a query would offer with a higher limit.
  func leading(
    _ request: SuggestionRequest, limit: Int, applying hints: HintPool, scratch: inout UserModelScratch
  ) throws -> [Int] {
    var request = request
    request.limit = limit
    let query = try rank(request, applying: hints, scratch: &scratch)
    let items = query.items
    scratch.reuse(query)
    return items
  }

  /// Ranks, and returns the probability of the first item, or `nil` if nothing is offered.
  package func likeliest(_ request: SuggestionRequest, scratch: inout UserModelScratch) throws -> Float? {
    let query = try rank(request, scratch: &scratch)
    let first = query.items.first.map { query.ruled.scored.probability(ofItem: $0) }
    scratch.reuse(query)
    return first
  }
}
