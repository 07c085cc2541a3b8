internal import Activities
internal import Suggestions

/// The predictions of one ranker at moments, and their outcomes.
struct MomentTally: Sendable {
  /// The thresholds of announcements.
  static let thresholds = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

  /// The number of moments.
  private(set) var moments = 0
  /// The sum of squared errors over all moments.
  private(set) var squaredError = 0.0
  /// The sum of all probabilities over all moments.
  private(set) var expected = 0.0
  /// The number of known activities that were then done, over all moments.
  private(set) var happened = 0
  /// The highest probability at each moment with one above 0, and whether that activity was done.
  private(set) var highest: [QueryOutcome] = []
  /// The counts for each threshold: moments with an announcement, moments at which it came true,
  /// and moments at which another activity above the threshold was done.
  private(set) var said = thresholds.map { _ in 0 }, cameTrue = thresholds.map { _ in 0 }
  private(set) var missed = thresholds.map { _ in 0 }
  /// The expected and the actual activities, by day and hour.
  var week = WeekOfMoments()
  /// The interruptions under a policy.
  var underPolicy: InterruptionTally

  /// Creates an empty tally for moments at a step in seconds.
  init(
    under policy: SuggestionPolicy = SuggestionPolicy(), every step: Double = 900,
    within horizon: Double = 3_600
  ) {
    underPolicy = InterruptionTally(under: policy, every: step, within: horizon)
  }

  /// Counts a moment.
  ///
  /// - Parameters:
  ///   - probabilities: The predicted probability of each row; among equal ones the first by
  ///     identity is announced.
  ///   - done: The rows that were then done.
  ///   - novel: The number of activities that were then done for the first time.
  mutating func count(
    _ probabilities: [Double], done: Set<Int>, novel: Int, identities: [ActivityIdentity]
  ) {
    moments += 1
    squaredError += probabilities.reduce(Double(novel)) { $0 + $1 * $1 }
    expected += probabilities.reduce(0, +)
    happened += done.count
    for row in done { squaredError += 1 - 2 * probabilities[row] }  // (p − 1)² in place of p²
    let top = probabilities.indices.filter { probabilities[$0] > 0 }.max {
      probabilities[$0] != probabilities[$1]
        ? probabilities[$0] < probabilities[$1] : identities[$0] > identities[$1]
    }
    guard let top else { return }
    let isDone = done.contains(top)
    highest.append(
      QueryOutcome(
        rank: isDone ? 1 : nil, probability: nil, topProbability: Float(probabilities[top])))
    for (index, threshold) in Self.thresholds.enumerated() where probabilities[top] >= threshold {
      said[index] += 1
      if isDone { cameTrue[index] += 1 }
      if done.contains(where: { $0 != top && probabilities[$0] >= threshold }) { missed[index] += 1 }
    }
  }

  /// Adds the moments of another user.
  mutating func add(_ other: MomentTally) {
    moments += other.moments
    squaredError += other.squaredError
    expected += other.expected
    happened += other.happened
    highest += other.highest
    week.add(other.week)
    underPolicy.add(other.underPolicy)
    for index in Self.thresholds.indices {
      said[index] += other.said[index]
      cameTrue[index] += other.cameTrue[index]
      missed[index] += other.missed[index]
    }
  }
}
