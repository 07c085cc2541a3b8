public import Activities
internal import Features
internal import Hints
internal import Kernels
internal import Ranking

/// All that is known of one user: evidence, what its rows are, what may be offered, and a model that follows them.
///
/// This is where candidates, features, ranking and policy meet. It is a value that is built by observing donations in the
/// order of time, so the same log and model give the same profile, and forgetting is building it anew.
public struct Profile: Sendable {
  var evidence = EvidenceState()
  var catalogue = Catalogue()
  var combinations = Combinations()
  var verdicts = Verdicts()
  var model: PersonalModel
  let silentGroups: Set<FeatureGroup>

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
      + combinations.memoryFootprint
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
    combinations.observe(logged.donation.activity, row: row)
  }

  /// Describes all candidates and does nothing with it but answer the first number: for benchmarks.
  package func describe(_ context: Context, scratch: inout ProfileScratch) -> Float {
    evidence.describe(context, into: &scratch.matrix, novelty: &scratch.novelty, scratch: &scratch.features)
    return scratch.matrix.elements.first ?? 0
  }

  /// Obeys all that the user said about suggestions, in place of what it obeyed before.
  ///
  /// - Parameter feedback: In the order of time.
  /// - Complexity: O(size of the feedback).
  public mutating func obey(_ feedback: [Feedback]) {
    verdicts = Verdicts(feedback)
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
  func answer(
    _ request: SuggestionRequest, heeding hints: HintPool = .empty, scratch: inout ProfileScratch
  ) throws -> Answer {
    let hints = admitted(hints, at: request.context.instant)
    try rank(request, heeding: hints, scratch: &scratch)
    let explained = request.explains ? try explainer(scratch: &scratch) : nil
    let known = try scratch.offered.map { row in
      Answer.Offer(
        row: row, identity: scratch.merged[row]?.identity ?? evidence.identities[row],
        probability: Double(scratch.assessment.probabilities[row]), isPinned: isPinned(row: row),
        reasons: try explained.map { try reasons(for: row, in: request.context, by: $0, scratch: scratch) })
    }
    let offers = try welcome(hints, among: known, request, scratch: &scratch)
    let named = offers.flatMap { $0.reasons?.parts ?? [] }.compactMap { $0.fact?.namedRow }
    return Answer(
      offers: offers, noveltyProbability: Double(scratch.assessment.noveltyProbability),
      candidates: evidence.identities.count, donations: evidence.donationCount,
      silence: offers.isEmpty ? silence(request, scratch: scratch) : nil,
      places: places(of: offers.compactMap(\.row) + named))
  }

  /// Where the texts of rows are.
  func places(of rows: [Int]) -> [Int: LogCursor] {
    Dictionary(Set(rows).map { ($0, catalogue.entries[$0].place) }) { first, _ in first }
  }

  /// What was done last and may be shown, the newest first, of one moment the lower identity first: identities, and where
  /// the texts are.
  ///
  /// - Complexity: O(n log n) for n activities.
  func recent(at instant: Instant, limit: Int) -> [(identity: ActivityIdentity, place: LogCursor)] {
    let (entries, identities) = (catalogue.entries, evidence.identities)
    return entries.indices.filter { row in
      [.current, .permitted, .readable].allSatisfy { passes($0, row: row, at: instant) }
    }
    .sorted { one, other in
      (entries[other].milliseconds, identities[one]) < (entries[one].milliseconds, identities[other])
    }
    .prefix(limit).map { (identities[$0], entries[$0].place) }
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
    try rank(request, heeding: .empty, scratch: &scratch)
  }

  /// The same, with what hints say.
  @discardableResult
  func rank(
    _ request: SuggestionRequest, heeding hints: HintPool, scratch: inout ProfileScratch
  ) throws -> Float? {
    var assessment = Assessment()
    swap(&assessment, &scratch.assessment)
    defer { swap(&assessment, &scratch.assessment) }
    try assess(request.context, scratch: &scratch, into: &assessment)
    applyRules(at: request.context.instant, to: &assessment, scratch: &scratch)
    mergeCombinations(&assessment, request, scratch: &scratch)
    heed(hints, in: &assessment, scratch: &scratch)
    scratch.offered.removeAll(keepingCapacity: true)
    guard isOpen(request.surface, under: request.policy, at: request.context.instant) else { return nil }
    let (scores, threshold) = (assessment.scores, request.threshold)
    let pins = verdicts.pinsSomething && request.surface != .interrupt
    func precedes(_ row: Int, _ other: Int) -> Bool {
      if pins {
        let (isFirst, isSecond) = (isPinned(row: row), isPinned(row: other))
        if isFirst != isSecond { return isFirst }
      }
      return scores[row] != scores[other]
        ? scores[row] > scores[other] : evidence.identities[row] < evidence.identities[other]
    }
    let limit = request.surface == .interrupt ? 1 : request.limit
    for row in scores.indices
    where Double(assessment.probabilities[row]) >= threshold || (pins && isPinned(row: row)) {
      let isFull = scratch.offered.count == limit
      if isFull, let last = scratch.offered.last, !precedes(row, last) { continue }
      guard !scratch.absorbed.contains(row), mayOffer(row: row, request, merged: scratch.merged) else {
        continue
      }
      if isFull { scratch.offered.removeLast() }
      scratch.offered.insert(row, at: scratch.offered.partitioningIndex { precedes(row, $0) })
    }
    return scratch.offered.first.map { assessment.probabilities[$0] }
  }
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
