public import Activities
public import Suggestions

/// The outcome of an expectation.
public struct ExpectationOutcome: Hashable, Sendable {
  /// A Boolean value that tells whether it holds.
  public let holds: Bool
  /// The moment of the query.
  public let instant: Instant
  /// The first three suggestions.
  public let came: [Suggestion]
  /// The activity just done, if it was never done before; then there was no query.
  public let neverDone: ActivityPattern?
  /// The named suggestion at any rank; absent if it was not suggested.
  public internal(set) var wanted: Suggestion?
  /// The main reason for the first suggestion, if the expectation does not hold.
  public internal(set) var reason: String?
}

extension ExpectationOutcome {
  init(neverDone: ActivityPattern, at instant: Instant) {
    self.init(holds: false, instant: instant, came: [], neverDone: neverDone)
  }
}

/// The outcomes of an expectation for a number of seeds.
public struct ExpectationResult: Hashable, Sendable {
  /// The expectation.
  public let expectation: Expectation
  /// The number of tried seeds; 1 for a log.
  public let trials: Int
  /// The number of seeds for which it held.
  public let held: Int
  /// The outcome to report: the first that does not hold, or else the first.
  public let outcome: ExpectationOutcome
  /// Its seed; absent for a log.
  public let seed: UInt64?

  /// A Boolean value that tells whether it held often enough.
  ///
  /// 0.9 of 10 is 9: rounding errors of the product do not count.
  public var passes: Bool { Double(held) >= Double(trials) * expectation.share - 1e-9 }

  /// Counts outcomes.
  ///
  /// - Parameter outcomes: One per seed; at least one.
  /// - Returns: `nil` if there are none.
  public init?(of expectation: Expectation, _ outcomes: [(seed: UInt64?, outcome: ExpectationOutcome)]) {
    guard let told = outcomes.first(where: { !$0.outcome.holds }) ?? outcomes.first else { return nil }
    self.expectation = expectation
    trials = outcomes.count
    held = outcomes.count { $0.outcome.holds }
    outcome = told.outcome
    seed = told.seed
  }
}
