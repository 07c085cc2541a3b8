public import Activities
public import Suggestions

/// The outcome of an expectation.
public struct ExpectationOutcome: Hashable, Sendable {
  /// A Boolean value that tells whether it holds.
  public let holds: Bool
  /// The moment at which it was asked.
  public let instant: Instant
  /// The first three suggestions.
  public let came: [Suggestion]
  /// The activity that it says was just done, if that was never done before: then nothing was
  /// asked.
  public let neverDone: ActivityPattern?
  /// The suggestion that is spoken of, wherever it came; absent if it did not.
  public internal(set) var wanted: Suggestion?
  /// The main reason for what came first, if the expectation does not hold.
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
  /// The number of seeds that were tried; 1 for a log.
  public let trials: Int
  /// The number of seeds for which it held.
  public let held: Int
  /// The outcome that is told: the first that does not hold, else the first.
  public let outcome: ExpectationOutcome
  /// Its seed; absent for a log.
  public let seed: UInt64?

  /// A Boolean value that tells whether it held often enough.
  ///
  /// 0.9 of 10 is 9: what is rounding of the product does not count.
  public var passes: Bool { Double(held) >= Double(trials) * expectation.share - 1e-9 }

  /// Counts outcomes.
  ///
  /// - Parameter outcomes: One a seed; at least one.
  /// - Returns: Nothing if there are none.
  public init?(of expectation: Expectation, _ outcomes: [(seed: UInt64?, outcome: ExpectationOutcome)]) {
    guard let told = outcomes.first(where: { !$0.outcome.holds }) ?? outcomes.first else { return nil }
    self.expectation = expectation
    trials = outcomes.count
    held = outcomes.count { $0.outcome.holds }
    outcome = told.outcome
    seed = told.seed
  }
}
