internal import Activities
internal import Features

/// What an activity passed and what stopped it, in words.
extension Profile {
  /// What kept the likeliest activity from being offered by the query that was assessed last; `nil` if nothing is known.
  func silence(_ request: SuggestionRequest, scratch: ProfileScratch) -> GateReport? {
    let scores = scratch.assessment.scores
    let best = scores.indices.max { one, other in
      (scores[one], evidence.identities[other]) < (scores[other], evidence.identities[one])
    }
    guard let best else { return nil }
    return gates(ofRow: best, request, scratch: scratch).first { !$0.isPassed }
  }

  /// All gates of a row in the query that was assessed last, in order.
  ///
  /// - Complexity: O(activities).
  ///
  /// - Parameter strangers: How many that were never done come before it, because hints name them.
  func gates(
    ofRow row: Int, _ request: SuggestionRequest, behind strangers: Int = 0, scratch: ProfileScratch
  ) -> [GateReport] {
    let instant = request.context.instant
    let ofActivity = Self.gatesOfActivities.map { gate in
      let isPassed = passes(gate, row: row, at: instant)
      return GateReport(gate, isPassed: isPassed, words: GateWording.words(for: gate, isPassed: isPassed))
    }
    let probability = Double(scratch.assessment.probabilities[row])
    let count = count(ofRow: row, merged: scratch.merged)
    let pinned = isPinned(row: row) && request.surface != .interrupt
    let known = GateReport(
      .known, isPassed: true, words: "it was done \(count) \(count == 1 ? "time" : "times")")
    let likely = GateReport(
      .likely, isPassed: probability >= request.threshold || pinned,
      words: GateWording.likelihood(probability, threshold: request.threshold, isPinned: pinned))
    return [known] + ofActivity + [likely] + gatesOfInterruption(row: row, count: count, request)
      + [placement(atRank: rank(ofRow: row, request, scratch: scratch) + strangers, request)]
  }

  private func gatesOfInterruption(row: Int, count: Int, _ request: SuggestionRequest) -> [GateReport] {
    guard request.surface == .interrupt else { return [] }
    let (policy, instant) = (request.policy, request.context.instant)
    let rest = hoursOfRest(row: row, under: policy, at: instant)
    return [
      GateReport(
        .practised, isPassed: count >= policy.leastDonationsToInterrupt,
        words: "an interruption wants it done at least \(policy.leastDonationsToInterrupt) times"),
      GateReport(
        .awake, isPassed: !isQuiet(under: policy, at: instant),
        words: GateWording.quietHours(policy.quietHours)),
      GateReport(
        .withinBudget, isPassed: isWithinBudget(under: policy, at: instant),
        words:
          "\(verdicts.interruptions.count(onDayOf: instant)) of \(policy.interruptionsPerDay) interruptions today"
      ),
      GateReport(
        .rested, isPassed: isRested(under: policy, at: instant) && rest == 0,
        words: GateWording.rest(
          minutesSinceLast: verdicts.interruptions.minutesSinceLast(at: instant),
          minutesBetween: policy.minutesBetweenInterruptions, hoursOfRest: rest)),
    ]
  }

  /// Whether no more than the limit of others that may be offered come before it.
  private func placement(atRank rank: Int, _ request: SuggestionRequest) -> GateReport {
    let limit = request.surface == .interrupt ? 1 : request.limit
    return GateReport(
      .placed, isPassed: rank <= limit,
      words: "number \(rank) of what may be offered; \(limit) \(limit == 1 ? "is" : "are") asked for")
  }

  /// Its place among what may be offered, itself included, counted from 1.
  func rank(ofRow row: Int, _ request: SuggestionRequest, scratch: ProfileScratch) -> Int {
    let scores = scratch.assessment.scores
    let pins = verdicts.pinsSomething && request.surface != .interrupt
    func key(_ other: Int) -> (Bool, Float) { (pins && isPinned(row: other), scores[other]) }
    let own = key(row)
    return 1
      + scores.indices.count { other in
        guard other != row, !scratch.absorbed.contains(other),
          mayOffer(row: other, request, merged: scratch.merged)
        else {
          return false
        }
        let theirs = key(other)
        if theirs.0 != own.0 { return theirs.0 }
        return theirs.1 != own.1
          ? theirs.1 > own.1 : evidence.identities[other] < evidence.identities[row]
      }
  }
}
