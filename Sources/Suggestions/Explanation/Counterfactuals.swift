internal import Activities
internal import Features

/// Other circumstances in which an activity would fare otherwise, without titles: the model is asked, nothing is guessed.
struct Counterfactual: Sendable {
  enum Kind { case time, place, previous, usual }

  /// A moment, a place, and what was done just before.
  struct Circumstances: Sendable {
    var instant: Instant
    var place: Place?
    var previousRow: Int?
  }

  let kind: Kind
  let circumstances: Circumstances
  let rank: Int
  let probability: Double
}

extension UserModel {
  /// The number of places, and of activities before it, that are tried: those first under which it is done most often.
  private static let triedOfEach = 5
  /// The seconds before it at which the other activity is taken to be done: a minute.
  private static let pause = 60.0
  /// The moments ahead that are tried, and how far apart they are: a week, in half hours.
  private static let moments = (count: 336, seconds: 1_800.0)

  /// The circumstances in which a row would come first, for each thing that can differ: the soonest moment, the usual place, the
  /// usual activity before; where it does not come first in any, those in which it would be likeliest.
  ///
  /// - Complexity: O(activities) for each of some 350 circumstances, and a copy of the user model for each activity before.
  func counterfactuals(
    ofRow row: Int, _ request: SuggestionRequest, scratch: inout UserModelScratch
  ) throws -> [Counterfactual] {
    typealias Tried = (Counterfactual.Kind, Counterfactual.Circumstances)
    let occurrences = evidence.occurrences(ofRow: row)
    let now = Counterfactual.Circumstances(instant: request.context.instant, place: request.context.place)
    let times = Self.momentsAhead(of: now.instant).map { instant -> Tried in
      var other = now
      other.instant = instant
      return (.time, other)
    }
    let places = Self.mostFrequent(occurrences.compactMap(\.place)).map { place -> Tried in
      var other = now
      other.place = place
      return (.place, other)
    }
    let previous = Self.mostFrequent(occurrences.compactMap(\.previousRow)).filter { $0 != row }
      .map { before -> Tried in
        var other = now
        other.previousRow = before
        return (.previous, other)
      }
    let single = try [times, places, previous].compactMap {
      try best(of: $0, row: row, request, scratch: &scratch)
    }
    if single.contains(where: { $0.rank == 1 }) { return single.filter { $0.rank == 1 } }
    let usual = Self.mostFrequent(occurrences.filter { $0.weekday != nil && $0.quarterHour != nil }).map {
      occurrence -> Tried in
      let other = Counterfactual.Circumstances(
        instant: Self.next(occurrence, after: now.instant), place: occurrence.place,
        previousRow: occurrence.previousRow)
      return (.usual, other)
    }
    return single + (try best(of: usual, row: row, request, scratch: &scratch).map { [$0] } ?? [])
  }

  /// The first circumstances in which the row comes first, else those in which it comes closest to that.
  private func best(
    of tried: [(Counterfactual.Kind, Counterfactual.Circumstances)], row: Int, _ request: SuggestionRequest,
    scratch: inout UserModelScratch
  ) throws -> Counterfactual? {
    var best: Counterfactual?
    for (kind, circumstances) in tried {
      let (rank, probability) = try outcome(ofRow: row, in: circumstances, request, scratch: &scratch)
      if let best, (best.rank, -best.probability) <= (rank, -probability) { continue }
      best = Counterfactual(kind: kind, circumstances: circumstances, rank: rank, probability: probability)
      if rank == 1 { break }
    }
    return best
  }

  private func outcome(
    ofRow row: Int, in circumstances: Counterfactual.Circumstances, _ request: SuggestionRequest,
    scratch: inout UserModelScratch
  ) throws -> (rank: Int, probability: Double) {
    var request = request
    request.context = try Context(
      at: circumstances.instant, place: circumstances.place ?? request.context.place,
      attributes: request.context.attributes)
    var user = self
    if let before = circumstances.previousRow {
      let earlier = try Context(
        at: circumstances.instant.advanced(bySeconds: -Self.pause), place: request.context.place)
      user.simulate(row: before, doneIn: earlier)
    }
    let query = try user.rank(request, scratch: &scratch)
    let offered = user.standIn(forRow: row, in: query.ruled)
    let outcome = (user.rank(ofRow: offered, in: query), query.probability(ofRow: offered))
    scratch.reuse(query)
    return outcome
  }

  private static func momentsAhead(of instant: Instant) -> [Instant] {
    let sinceBoundary = Double(instant.localMilliseconds) / 1_000
    let first = moments.seconds - sinceBoundary.truncatingRemainder(dividingBy: moments.seconds)
    return (0..<moments.count).map { instant.advanced(bySeconds: first + Double($0) * moments.seconds) }
  }

  /// The next moment at the weekday and time of day of an occurrence.
  private static func next(_ occurrence: EvidenceState.Occurrence, after instant: Instant) -> Instant {
    let minutes = occurrence.quarterHour.map { Double($0) * 15 } ?? instant.localHour * 60
    let day = Double(((occurrence.weekday ?? instant.localWeekday) - instant.localWeekday + 7) % 7)
    let seconds = day * 86_400 + (minutes / 60 - instant.localHour) * 3_600
    return instant.advanced(bySeconds: seconds > 0 ? seconds : seconds + 7 * 86_400)
  }

  /// The values that occur most often, at most ``triedOfEach``; of equally frequent ones those that occurred first.
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
