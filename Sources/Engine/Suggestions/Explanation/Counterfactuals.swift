internal import Activities
internal import Features

/// Other circumstances in which an activity would fare better, without titles: the model's answer
/// there, including rules and gates.
struct Counterfactual: Sendable {
  enum Kind { case time, place, previous, usual }

  /// An activity done some seconds before.
  struct Predecessor: Sendable, Hashable {
    let item: Int
    let seconds: Double
  }

  /// A moment, a place, and the activity done before.
  struct Circumstances: Sendable {
    var instant: Instant
    var place: Place?
    var previous: Predecessor?
  }

  let kind: Kind
  let circumstances: Circumstances
  let rank: Int
  let probability: Double
}

/// The subject of a search for counterfactuals.
struct CounterfactualQuestion: Sendable {
  let identity: ActivityIdentity
  let item: Int
  let request: SuggestionRequest
  /// Its current rank; `nil` if it is not offered.
  let rank: Int?
  /// Its current probability, 0 to 1.
  let probability: Double
  /// The activities that it usually follows, most frequent first.
  let predecessors: [Counterfactual.Predecessor]
  /// Returns the hints in other circumstances.
  let hints: @Sendable (Context) -> HintPool
  /// The newest donations of the predecessors, by item.
  let texts: [Int: ShownActivities.Text]
}

/// Searches by trial: each change is applied to a copy of the user model, which then answers the
/// same query.
///
/// For another moment, which is always ahead, the user is observed until the original moment, or
/// until the one in the request. For an activity done before, the user is observed until the
/// trial's moment, as in a query at the time of that activity.
struct CounterfactualSearch {
  /// The number of places, and of usual circumstances, to try: those in which it is done most often
  /// first.
  private static let triedOfEach = 5
  /// The number of predecessors to try for each of two reasons: it follows them most often, or they
  /// lead to it most often.
  static let triedPredecessors = 6
  /// The future moments to try: a week, in half hours.
  private static let moments = (count: 336, seconds: 1_800.0)

  private typealias Trial = (kind: Counterfactual.Kind, circumstances: Counterfactual.Circumstances)

  let user: UserModel
  let question: CounterfactualQuestion

  /// Returns other circumstances, one for each kind of change: a moment, a place, a preceding
  /// activity.
  ///
  /// It returns those in which the activity would come first. Failing that, it returns those in
  /// which it would rank highest, if higher than now. The activity is also more likely in all of
  /// them: a better rank among unlikely activities is not an improvement.
  ///
  /// Moments at which it is usually done are tried before others, in both cases the soonest first.
  /// Only circumstances in which it would be suggested are returned, so that nothing forbidden by a
  /// rule is promised.
  ///
  /// - Complexity: The cost of at most 336 answers at other moments, 5 at other places, 12 after
  ///   another donation, and 5 with all three changed, each with a donation and a copy of the user
  ///   model.
  func counterfactuals(scratch: inout UserModelScratch) throws -> [Counterfactual] {
    let occurrences = user.evidence.occurrences(ofItem: question.item)
    let context = question.request.context
    let now = Counterfactual.Circumstances(instant: context.instant, place: context.place)
    let times = momentsAhead(usuallyAt: occurrences).map { instant -> Trial in
      var other = now
      other.instant = instant
      return (.time, other)
    }
    let places = Self.mostFrequent(occurrences.compactMap(\.place)).map { place -> Trial in
      var other = now
      other.place = place
      return (.place, other)
    }
    let previous = question.predecessors.map { before -> Trial in
      var other = now
      (other.previous, other.instant) = (before, context.instant.advanced(bySeconds: before.seconds))
      return (.previous, other)
    }
    let single = try [times, places, previous].compactMap { try best(of: $0, scratch: &scratch) }
    if single.contains(where: { $0.rank == 1 }) { return single.filter { $0.rank == 1 } }
    return single + (try best(of: usual(occurrences), scratch: &scratch).map { [$0] } ?? [])
  }

  /// Returns the usual moment, place and predecessor.
  private func usual(_ occurrences: [EvidenceState.Occurrence]) -> [Trial] {
    let now = question.request.context.instant
    return Self.mostFrequent(occurrences.filter { $0.weekday != nil && $0.quarterHour != nil }).map {
      occurrence in
      let before = question.predecessors.first { $0.item == occurrence.previousItem }
      let instant = Self.next(occurrence, after: now.advanced(bySeconds: before?.seconds ?? 0))
      return (
        .usual, Counterfactual.Circumstances(instant: instant, place: occurrence.place, previous: before)
      )
    }
  }

  // MARK: Trials

  /// Returns the first circumstances in which the activity comes first, or else those in which it
  /// ranks highest; `nil` if it nowhere ranks higher and is more likely than now.
  private func best(of trials: [Trial], scratch: inout UserModelScratch) throws -> Counterfactual? {
    var best: Counterfactual?
    for (kind, circumstances) in trials {
      guard let (rank, probability) = try outcome(in: circumstances, scratch: &scratch),
        rank < question.rank ?? .max, probability > question.probability
      else { continue }
      if let best, (best.rank, -best.probability) <= (rank, -probability) { continue }
      best = Counterfactual(kind: kind, circumstances: circumstances, rank: rank, probability: probability)
      if rank == 1 { break }
    }
    return best
  }

  /// Returns rank and probability in other circumstances, or `nil` if the activity is not suggested
  /// there.
  private func outcome(
    in circumstances: Counterfactual.Circumstances, scratch: inout UserModelScratch
  ) throws -> (rank: Int, probability: Double)? {
    var request = question.request
    let asked = request.context
    let place = circumstances.place ?? asked.place
    let isDoneBefore = circumstances.previous != nil
    request.observedUntil = isDoneBefore ? nil : request.observedUntil ?? asked.instant
    request.context = try Context(at: circumstances.instant, place: place, attributes: asked.attributes)
    guard let before = circumstances.previous else {
      return try user.standing(
        of: question.identity, request, applying: question.hints(request.context), scratch: &scratch)
    }
    guard let text = question.texts[before.item] else { return nil }
    let instant = circumstances.instant.advanced(bySeconds: -before.seconds)
    var details = Donation.Details()
    details.program = text.program
    var after = user
    try after.observe(
      Donation(
        of: text.activity, by: request.user,
        in: Context(at: instant, place: place, attributes: asked.attributes), details: details),
      scratch: &scratch)
    return try after.standing(
      of: question.identity, request, applying: question.hints(request.context), scratch: &scratch)
  }

  // MARK: Candidates for trials

  /// Returns the moments of the coming week, the usual ones first.
  ///
  /// A moment is usual within half an hour of a time at which it was done on such a day, workday or
  /// day off.
  private func momentsAhead(usuallyAt occurrences: [EvidenceState.Occurrence]) -> [Instant] {
    let now = question.request.context.instant
    let sinceBoundary = Double(now.localMilliseconds) / 1_000
    let ahead = Self.moments.seconds - sinceBoundary.truncatingRemainder(dividingBy: Self.moments.seconds)
    let daysOff = user.evidence.daysOff
    var usual: [Bool: Set<Int>] = [:]
    for occurrence in occurrences {
      guard let quarter = occurrence.quarterHour, let weekday = occurrence.weekday else { continue }
      let isOff = daysOff.contains(weekday: weekday)
      for near in quarter - 2...quarter + 2 { usual[isOff, default: []].insert((near + 96) % 96) }
    }
    let moments = (0..<Self.moments.count).map {
      now.advanced(bySeconds: ahead + Double($0) * Self.moments.seconds)
    }
    func isUsual(_ moment: Instant) -> Bool {
      usual[daysOff.contains(weekday: moment.localWeekday)]?.contains(Int(moment.localHour * 4)) ?? false
    }
    return moments.filter(isUsual) + moments.filter { !isUsual($0) }
  }

  /// Returns the next moment with the weekday and time of day of an occurrence.
  private static func next(_ occurrence: EvidenceState.Occurrence, after instant: Instant) -> Instant {
    let minutes = occurrence.quarterHour.map { Double($0) * 15 } ?? instant.localHour * 60
    let day = Double(((occurrence.weekday ?? instant.localWeekday) - instant.localWeekday + 7) % 7)
    let seconds = day * 86_400 + (minutes / 60 - instant.localHour) * 3_600
    return instant.advanced(bySeconds: seconds > 0 ? seconds : seconds + 7 * 86_400)
  }

  /// Returns the most frequent values, at most ``triedOfEach``; ties are in order of first
  /// occurrence.
  private static func mostFrequent<Value: Hashable>(_ values: [Value]) -> [Value] {
    var counts: [Value: (count: Int, first: Int)] = [:]
    for (number, value) in values.enumerated() { counts[value, default: (0, number)].count += 1 }
    return counts.sorted { one, other in
      one.value.count != other.value.count
        ? one.value.count > other.value.count : one.value.first < other.value.first
    }
    .prefix(triedOfEach).map(\.key)
  }
}

extension UserModel {
  /// Returns the activities that an item usually follows, each with the usual time between them:
  /// the median within the window.
  ///
  /// These are the activities that it follows most often, and those that lead to it most often; at
  /// most twice ``CounterfactualSearch/triedPredecessors``. Predecessors without a known time are
  /// skipped.
  ///
  /// - Complexity: O(window).
  func predecessors(ofItem item: Int) -> [Counterfactual.Predecessor] {
    let found = evidence.predecessors(ofItem: item)
    let most = CounterfactualSearch.triedPredecessors
    let often = found.sorted { ($0.gaps.count, $1.item) > ($1.gaps.count, $0.item) }
    let leading = found.sorted { one, other in
      let (share, otherShare) = (one.gaps.count * other.count, other.gaps.count * one.count)
      return (share, one.gaps.count, other.item) > (otherShare, other.gaps.count, one.item)
    }
    var items: Set<Int> = []
    return (often.prefix(most) + leading.prefix(most)).filter { items.insert($0.item).inserted }
      .map { Counterfactual.Predecessor(item: $0.item, seconds: $0.usualGap) }
  }

  /// Returns the rank and probability of an activity, or `nil` if it is not suggested.
  func standing(
    of identity: ActivityIdentity, _ request: SuggestionRequest, applying hints: HintPool,
    scratch: inout UserModelScratch
  ) throws -> (rank: Int, probability: Double)? {
    let query = try rank(request, applying: hints, requiring: items(of: identity), scratch: &scratch)
    defer { scratch.reuse(query) }
    guard let item = offeredItem(of: identity, in: query.ruled) else { return nil }
    let rank = try fullRank(ofItem: item, in: query)
    let candidate = candidate(item, of: query.ruled, rank: rank)
    return query.gates.firstClosed(candidate) == nil ? (rank, query.probability(ofItem: item)) : nil
  }
}
