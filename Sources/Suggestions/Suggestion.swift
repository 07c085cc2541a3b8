public import Activities
public import Features

/// A candidate that was good enough to offer.
public struct Suggestion: Hashable, Sendable {
  /// What to do: the activity as it was last donated.
  public let activity: UserActivity
  /// What makes it the same again.
  public let identity: ActivityIdentity
  /// Its place among the suggestions, counted from 1.
  public let rank: Int
  /// The probability that this is what the user does next, 0 to 1.
  public let probability: Double
  /// Whether the user pinned it: it comes before what is likelier.
  public let isPinned: Bool
  /// Whether it was learned, or rests on a program's word alone.
  public let origin: SuggestionOrigin
  /// The short words to invoke it by.
  public let phrase: String
  /// Why, if that was asked for.
  public let explanation: Explanation?
}

/// What a suggestion rests on.
public enum SuggestionOrigin: Hashable, Sendable {
  /// The user did it before; hints may have a part in it, which its explanation tells.
  case learned
  /// The user never did it: a program says that it may matter now.
  case hint(program: String)
}

/// Suggestions for one context, with what they leave open.
public struct SuggestionList: Hashable, Sendable {
  /// The suggestions, the likeliest first.
  public let suggestions: [Suggestion]
  /// The probability of something that was never donated.
  public let noveltyProbability: Double
  /// How many activities were candidates.
  public let candidates: Int
  /// How many donations the answer rests on.
  public let donations: Int
  /// What kept the likeliest activity from being offered, if nothing is; `nil` if something is, or nothing is known.
  public let silence: GateReport?
}

/// Why a candidate got its score: parts that add up, each with the facts behind it.
public struct Explanation: Hashable, Sendable {
  /// What one group of evidence contributed.
  public struct Contribution: Hashable, Sendable {
    /// Which question it answers, or which rule it is.
    public let group: ReasonGroup
    /// How much it moved the score away from that of the average candidate, in nats.
    public let amount: Double
    /// The plain fact behind it, if there is one that can be counted.
    public let fact: StatedFact?
  }

  /// A fact with its wording.
  public struct StatedFact: Hashable, Sendable {
    /// The counts; `nil` for a rule's.
    public let fact: Fact?
    /// The counts in words, naming activities by their titles.
    public let words: String
  }

  /// The candidate's score minus the score of the average candidate, in nats, and what rules add to it; the sum of all amounts
  /// within 1e-3.
  public let score: Double
  /// The contributions, the largest in absolute value first.
  public let contributions: [Contribution]
}
