public import Activities

/// How an activity fared in a question: what it got, what it passed and what stopped it, and what would bring it to the front.
public struct Account: Hashable, Sendable {
  /// The activity, as it was last donated.
  public let activity: UserActivity
  /// What makes it the same again.
  public let identity: ActivityIdentity
  /// Its place among all that may be offered, counted from 1; what may not be offered is counted as if it might.
  public let rank: Int
  /// The probability that it is what the user does next, 0 to 1.
  public let probability: Double
  /// The short words to invoke it by.
  public let phrase: String
  /// Why it got its score.
  public let explanation: Explanation
  /// All that it had to pass, in order.
  public let gates: [GateReport]
  /// Under which other circumstances it would come first, or would come closest to that.
  ///
  /// Empty if it comes first already.
  public let alternatives: [Alternative]

  /// What stopped it; `nil` if nothing did, so that it is suggested.
  public var firstClosedGate: GateReport? { gates.first { !$0.isPassed } }
}

/// Circumstances that differ from those asked about, with what the model answers in them.
public struct Alternative: Hashable, Sendable {
  /// What is different.
  public enum Change: Hashable, Sendable {
    /// The moment, if nothing else is done before.
    case time(Instant)
    /// The place.
    case place(Place)
    /// What was done just before.
    case previous(ActivityIdentity, title: String)
    /// Moment, place and what was done just before, as they usually are when it is done.
    case usual(Instant, Place?, previousTitle: String?)
  }

  /// What is different.
  public let change: Change
  /// The place it would have, counted from 1.
  public let rank: Int
  /// The probability it would have, 0 to 1.
  public let probability: Double
}
