/// A gate that an activity has to pass before it is suggested, in the order of evaluation.
public enum SuggestionGate: String, Hashable, Sendable, CaseIterable {
  /// It was done before; what never was cannot be predicted.
  case known
  /// Its newest donation says that it may be suggested.
  case eligible
  /// It has not expired.
  case current
  /// The user has not said "never".
  case permitted
  /// Neither a rule of the user nor a list of sensitive sites keeps it out of suggestions (``Restraint``).
  case discreet
  /// Its program could read it the last time it was continued.
  case readable
  /// The user has not said "not now" lately.
  case due
  /// It is likely enough for the surface, or pinned.
  case likely
  /// It was done often enough to interrupt for it.
  case practised
  /// It is not the user's quiet hours.
  case awake
  /// The day's interruptions are not used up.
  case withinBudget
  /// The last interruption is long enough ago, and so is the last one for this activity that was not accepted.
  case rested
  /// No more than the limit of others come before it.
  case placed
}

/// The report of whether an activity passed a gate.
public struct GateReport: Hashable, Sendable {
  /// The gate.
  public let gate: SuggestionGate
  /// A Boolean value that indicates whether it was passed.
  public let isPassed: Bool
  /// The question and the finding, in words.
  public let words: String

  /// Makes a report.
  package init(_ gate: SuggestionGate, isPassed: Bool, words: String) {
    (self.gate, self.isPassed, self.words) = (gate, isPassed, words)
  }
}
