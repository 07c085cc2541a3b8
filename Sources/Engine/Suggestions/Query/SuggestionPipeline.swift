package import Activities
package import Features
internal import Kernels
internal import Ranking

// A query, from top to bottom:
//
//     candidates → features → scores → rules → gates → ranked
//
// With a horizon, scores also tell how likely each row is to be done within it (`HorizonProbabilities.swift`); what follows goes by that.
// Each stage is a value that the next one takes. `RankedCandidates` holds all of them: answers (`AnswerDraft.swift`), reasons and diagnoses
// (Explanation/) are read off it, and order and gates are those that are stated here, once.

// MARK: The stages as values

/// The first stage: what may be ranked.
struct QueryCandidates: Sendable {
  /// The user's activities.
  let rows: Range<Int>
  /// The hints that take part: of what may be offered, weighing as much as the user's feedback leaves of them.
  let hints: HintPool
}

/// The second stage: the candidates, and "none of these", in numbers.
struct QueryFeatures: Sendable {
  /// The ``lines``, in numbers.
  var matrix = Matrix()
  /// The features that describe "none of these".
  var novelty: [Float] = []
  /// The circumstances of the moment.
  var circumstances = SparseVector()
  /// The kind of question by whose model they are scored.
  var mode: PersonalModels.Mode = []
  /// The counts that were made on the way, by which facts are told, and experts judged.
  var evidence = FeatureScratch()

  /// The rows that are described.
  var lines: CandidateLines { evidence.lines }

  /// The same for the ranking.
  var numbers: CandidateRows {
    let lines = evidence.lines
    if lines.isWhole { return .whole }
    return CandidateRows(numbers: lines.rows, rows: lines.lineOfRow, logWeights: lines.logWeights)
  }

  /// The line that tells of a row: its own, or one of the sample.
  func line(forRow row: Int) -> Int { lines.line(ofRow: row) ?? lines.sampleStart }

  /// Returns whether a row is described by itself, and not only as one of the rest.
  func describes(_ row: Int) -> Bool { lines.line(ofRow: row).map { $0 < lines.sampleStart } ?? false }
}

/// The fourth stage: scores, with what no evidence tells.
///
/// The third stage is ``ScoredCandidates``.
struct RuledCandidates: Sendable {
  /// Scores and probabilities after all rules.
  var scored: ScoredCandidates
  /// The rows that stand for a combination of parameters.
  var merged: [Int: MergedCombination] = [:]
  /// The rows for which another one stands.
  var absorbed: Set<Int> = []
  /// The amounts that hints add to the score of the rows that they name, in nats.
  var hintGains: [Int: Double] = [:]
  /// The hints that name those rows.
  var hints: [Int: HintPool.Member] = [:]

  init(_ scored: consuming ScoredCandidates) {
    self.scored = scored
  }
}

/// A query that was ranked: every stage of it.
struct RankedCandidates: Sendable {
  let candidates: QueryCandidates
  let features: QueryFeatures
  let ruled: RuledCandidates
  /// The gates, for this request and moment.
  let gates: GateEvaluator
  /// The rows that passed all gates, in order; at most as many as were asked for.
  let rows: [Int]

  var request: SuggestionRequest { gates.request }

  /// The probability of a row, 0 to 1.
  func probability(ofRow row: Int) -> Double { Double(ruled.scored.probability(ofRow: row)) }
}

// MARK: The way of a query

extension UserModel {
  /// Ranks what the user may do next.
  ///
  /// - Parameter required: Rows that are described in any case, however many activities there are.
  /// - Throws: `RankingError`, if a feature is not finite.
  /// - Complexity: O(n + k log n log k) for scores in random order, n candidates and a limit of k; nothing is allocated if the
  ///   scratch is warm and got the query before back (``UserModelScratch/reuse(_:)-(RankedCandidates)``).
  func rank(
    _ request: SuggestionRequest, applying hints: HintPool = .empty, requiring required: [Int] = [],
    scratch: inout UserModelScratch
  ) throws -> RankedCandidates {
    let gates = GateEvaluator(request, feedback, restraints: restraints)
    let candidates = candidates(hints, gates)
    let features = features(at: request.moment, requiring: required, scratch: &scratch)
    let scored = try scores(of: features, within: request.horizon, scratch: &scratch)
    let ruled = applyRules(to: scored, candidates, gates, scratch: &scratch)
    let rows = ranked(ruled, gates, into: scratch.takeRows())
    return RankedCandidates(
      candidates: candidates, features: features, ruled: ruled, gates: gates, rows: rows)
  }

  // MARK: 1. Candidates

  private func candidates(_ hints: HintPool, _ gates: GateEvaluator) -> QueryCandidates {
    QueryCandidates(rows: evidence.identities.indices, hints: admitted(hints, gates))
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

  /// - Parameter horizon: In seconds; `nil` for conditional probabilities alone.
  func scores(
    of features: QueryFeatures, within horizon: Double? = nil,
    scratch: inout UserModelScratch
  ) throws -> ScoredCandidates {
    try scoreLines(of: features, scratch: &scratch)
    var scored = scratch.takeScored()
    scored.fill(scratch.scores, of: features.lines)
    guard let horizon else { return scored }
    var probabilities = scored.takeHorizonProbabilities()
    try horizonProbabilities(
      within: horizon, scored: scored, features: features, scratch: &scratch, into: &probabilities)
    scored.setHorizon(horizon, probabilities)
    return scored
  }

  /// Scores the lines, into the scratch; of a sample the score is that of all that it stands for.
  func scoreLines(of features: QueryFeatures, scratch: inout UserModelScratch) throws {
    try rankings[features.mode].score(
      candidates: features.matrix, numbers: features.numbers, novelty: features.novelty,
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

  /// - Complexity: O(activities · what was said about each) if anything was said, else O(1).
  private func addBenefitsAndFeedback(
    to scored: inout ScoredCandidates, at instant: Instant, scratch: inout UserModelScratch
  ) {
    let saysNothing = feedback.movesNothing
    guard table.hasBenefits || !saysNothing else { return }
    scratch.amounts.removeAll(keepingCapacity: true)
    for (row, entry) in table.entries.enumerated() {
      let said = saysNothing ? 0 : feedback.amount(subject(ofRow: row), at: instant)
      scratch.amounts.append(entry.benefit + Float(said))
    }
    scored.shift(by: scratch.amounts)
  }

  // MARK: 5. Gates

  /// The gates at a moment, of no question.
  func gates(at instant: Instant) -> GateEvaluator {
    GateEvaluator(SuggestionRequest(in: Context(at: instant)), feedback, restraints: restraints)
  }

  /// A row as the gates see it.
  func candidate(_ row: Int, of ruled: RuledCandidates, rank: Int = 1) -> GateEvaluator.Candidate {
    GateEvaluator.Candidate(
      subject: subject(ofRow: row), count: count(ofRow: row, merged: ruled.merged[row]),
      probability: Double(ruled.scored.probability(ofRow: row)), rank: rank)
  }

  /// The number of times that what a row is offered as was done: the activity, or all that have the combination.
  func count(ofRow row: Int, merged: MergedCombination?) -> Int {
    guard let merged else { return evidence.count(ofRow: row) }
    return merged.rows.reduce(0) { $0 + evidence.count(ofRow: $1) }
  }

  // MARK: 6. Ranked

  private func ranked(
    _ ruled: RuledCandidates, _ gates: GateEvaluator, into storage: consuming [Int]
  ) -> [Int] {
    var rows = storage
    guard gates.isSurfaceOpen else { return rows }
    let pinsFirst = gates.pinsFirst
    for row in ruled.scored.scores.indices {
      // Most candidates are unlikely, or come after those that there is room for: other gates are not asked about them.
      guard gates.isLikely(Double(ruled.scored.probability(ofRow: row)), orPinned: subject(ofRow: row)) else {
        continue
      }
      let isFull = rows.count == gates.limit
      if isFull, let last = rows.last, !precedes(row, last, in: ruled, pinsFirst: pinsFirst) { continue }
      guard !ruled.absorbed.contains(row), gates.pass(candidate(row, of: ruled), for: .answer) else {
        continue
      }
      if isFull { rows.removeLast() }
      let place = rows.partitioningIndex { precedes(row, $0, in: ruled, pinsFirst: pinsFirst) }
      rows.insert(row, at: place)
    }
    return rows
  }

  /// Returns whether a row comes before another one: what is pinned first, then the likelier, then the lower
  /// identity, whatever order the activities were first donated in.
  func precedes(_ row: Int, _ other: Int, in ruled: RuledCandidates, pinsFirst: Bool) -> Bool {
    if pinsFirst {
      let (isFirst, isSecond) = (
        feedback.pins(subject(ofRow: row)), feedback.pins(subject(ofRow: other))
      )
      if isFirst != isSecond { return isFirst }
    }
    let (value, otherValue) = (
      ruled.scored.precedence(ofRow: row), ruled.scored.precedence(ofRow: other)
    )
    return value != otherValue
      ? value > otherValue : evidence.identities[row] < evidence.identities[other]
  }

  /// The row of some that comes first, pinned or not.
  func first(of rows: some Sequence<Int>, in ruled: RuledCandidates) -> Int? {
    rows.min { precedes($0, $1, in: ruled, pinsFirst: false) }
  }

  /// The place of a row among all that may be offered, likely or not, counted from 1; what may not be offered is counted as if it
  /// might.
  ///
  /// - Complexity: O(activities).
  func rank(ofRow row: Int, in query: RankedCandidates) -> Int {
    let (ruled, gates) = (query.ruled, query.gates)
    return 1
      + query.candidates.rows.count { other in
        other != row && !ruled.absorbed.contains(other)
          && precedes(other, row, in: ruled, pinsFirst: gates.pinsFirst)
          && gates.pass(candidate(other, of: ruled), for: .rank)
      }
  }
}

// MARK: Single stages, for evaluation and benchmarks

extension UserModel {
  /// Scores everything the user ever did, without rules and gates: the first three stages.
  ///
  /// Rows are the user's activities in the order of their first donation.
  ///
  /// - Parameter horizon: In seconds; `nil` for conditional probabilities alone.
  /// - Throws: `RankingError`, if a feature is not finite.
  /// - Complexity: O(activities of the user), of little more than one operation each beyond ``CandidateLimits/answered``.
  package func score(
    _ moment: AskedMoment, within horizon: Double? = nil, scratch: inout UserModelScratch
  ) throws -> ScoredCandidates {
    let features = features(at: moment, scratch: &scratch)
    let scored = try scores(of: features, within: horizon, scratch: &scratch)
    scratch.reuse(features)
    return scored
  }

  /// Describes the candidates and returns the first number.
  package func describe(_ context: Context, scratch: inout UserModelScratch) -> Float {
    var features = scratch.takeFeatures()
    describe(AskedMoment(context), into: &features)
    let first = features.matrix.elements.first ?? 0
    scratch.reuse(features)
    return first
  }

  /// Returns the rows that a query would offer if more were asked for.
  func leading(
    _ request: SuggestionRequest, limit: Int, applying hints: HintPool, scratch: inout UserModelScratch
  ) throws -> [Int] {
    var request = request
    request.limit = limit
    let query = try rank(request, applying: hints, scratch: &scratch)
    let rows = query.rows
    scratch.reuse(query)
    return rows
  }

  /// Ranks, and returns the probability of the first; `nil` if nothing is offered.
  package func likeliest(_ request: SuggestionRequest, scratch: inout UserModelScratch) throws -> Float? {
    let query = try rank(request, scratch: &scratch)
    let first = query.rows.first.map { query.ruled.scored.probability(ofRow: $0) }
    scratch.reuse(query)
    return first
  }
}
