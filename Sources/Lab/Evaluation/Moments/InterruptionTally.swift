internal import Activities
internal import Suggestions

/// The interruptions that a ranker would have made for a user under a policy, their outcomes, and
/// the misses.
///
/// The ranker is asked at every moment. An activity qualifies if it is at least as likely as the
/// policy requires, was done often enough, and is not in its back-off after an ignored
/// interruption. The most likely one interrupts, except in quiet hours, when the day's budget is
/// used up, or too soon after the last interruption. An interruption comes true if its activity is
/// done within the horizon, and then counts as accepted.
struct InterruptionTally: Sendable {
  /// The number of interruptions.
  private(set) var said = 0
  /// The number of interruptions that came true.
  private(set) var cameTrue = 0
  /// The number of times that an activity could have interrupted but did not, and was done.
  ///
  /// It was done outside quiet hours. At some moment within the horizon before, it was as likely as
  /// the policy requires, and at none of these moments did it interrupt. Repetitions within the
  /// horizon count as the same time.
  private(set) var missed = 0

  /// An interruption, and the time when its activity was done.
  private struct Said {
    let instant: Instant
    let row: Int
    let done: Instant?
  }

  private let policy: SuggestionPolicy
  private let step: Double
  private let horizon: Double
  /// The interruptions so far, in the order of time.
  private var past: [Said] = []
  /// The time (milliseconds since 1970) until which a row counts as likely, as interrupting, or as
  /// already missed.
  private var likelyUntil: [Int: Int64] = [:]
  private var coveredUntil: [Int: Int64] = [:]

  /// Creates an empty tally for moments at a step in seconds.
  init(
    under policy: SuggestionPolicy = SuggestionPolicy(), every step: Double = 900,
    within horizon: Double = 3_600
  ) {
    (self.policy, self.step, self.horizon) = (policy, step, horizon)
  }

  /// Counts a moment; they come in the order of time.
  ///
  /// - Parameters:
  ///   - probabilities: The predicted probability of each row.
  ///   - upcoming: The known activities done within the horizon, in the order of time: the row and
  ///     the time of each.
  ///   - donations: The number of times that each row was done before.
  mutating func count(
    _ probabilities: [Double], at moment: Instant, upcoming: [(row: Int, instant: Instant)], donations: [Int],
    identities: [ActivityIdentity]
  ) {
    let likely = probabilities.indices.filter { probabilities[$0] >= policy.leastToInterrupt }
    let end = moment.advanced(bySeconds: horizon).milliseconds
    for row in likely { likelyUntil[row] = end }
    let first = choice(of: likely, probabilities, at: moment, donations: donations, identities: identities)
    if let first {
      let done = upcoming.first { $0.row == first }?.instant
      past.append(Said(instant: moment, row: first, done: done))
      said += 1
      cameTrue += done == nil ? 0 : 1
      coveredUntil[first] = end
    }
    // Activities after the next moment are judged there: they may still interrupt.
    let next = moment.advanced(bySeconds: step).milliseconds
    for (row, instant) in upcoming where instant.milliseconds < next { judge(row, doneAt: instant) }
  }

  /// Adds the moments of another user.
  mutating func add(_ other: InterruptionTally) {
    said += other.said
    cameTrue += other.cameTrue
    missed += other.missed
  }

  /// Returns the row that interrupts at a moment; `nil` for none.
  private func choice(
    of likely: [Int], _ probabilities: [Double], at moment: Instant, donations: [Int],
    identities: [ActivityIdentity]
  ) -> Int? {
    guard !likely.isEmpty, policy.quietHours?.contains(moment) != true else { return nil }
    var interruptions = Interruptions()
    for each in past {
      let isAccepted = each.done.map { $0.milliseconds < moment.milliseconds } ?? false
      interruptions.note(identities[each.row], accepted: isAccepted, at: each.instant)
    }
    let rest = Double(policy.minutesBetweenInterruptions)
    guard interruptions.count(onDayOf: moment) < policy.interruptionsPerDay,
      interruptions.minutesSinceLast(at: moment).map({ $0 >= rest }) ?? true
    else { return nil }
    return likely.filter { row in
      donations[row] >= policy.leastDonationsToInterrupt
        && interruptions.hoursOfRest(for: identities[row], at: moment, after: policy.hoursAfterIgnored) == 0
    }.max {
      probabilities[$0] != probabilities[$1]
        ? probabilities[$0] < probabilities[$1] : identities[$0] > identities[$1]
    }
  }

  /// Counts an activity that was done as missed, if it was.
  private mutating func judge(_ row: Int, doneAt instant: Instant) {
    let time = instant.milliseconds
    guard likelyUntil[row].map({ time < $0 }) ?? false, coveredUntil[row].map({ time >= $0 }) ?? true,
      policy.quietHours?.contains(instant) != true
    else { return }
    missed += 1
    coveredUntil[row] = instant.advanced(bySeconds: horizon).milliseconds
  }
}
