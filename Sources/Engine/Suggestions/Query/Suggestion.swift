public import Activities
public import Features
public import Phrases

/// A candidate that was good enough to offer.
public struct Suggestion: Hashable, Sendable {
  /// The suggested activity, as it was last donated.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// Its position among the suggestions, counted from 1.
  public let rank: Int
  /// The probability, 0 to 1, that the user does the activity within the horizon of the query
  /// (``SuggestionList/horizon``), or, without a horizon, that the user does it next.
  public let probability: Double
  /// A Boolean value that indicates whether the user pinned it; pinned suggestions come before more
  /// likely ones.
  public let isPinned: Bool
  /// The origin of the suggestion: whether it was learned, or only a program suggests it.
  public let origin: SuggestionOrigin
  /// Its title, with words that distinguish it from others with the same title.
  public let displayTitle: DisplayTitle
  /// The short words to invoke it by, which no other activity of the user has.
  public let phrase: String
  /// The explanation of the suggestion, if the request asked for one.
  public let explanation: Explanation?
}

/// The origin of a suggestion.
public enum SuggestionOrigin: Hashable, Sendable {
  /// The user did it before; hints may have contributed, as the explanation shows.
  case learned
  /// The user never did it, but a program hints that it may matter now.
  case hint(program: String)
}

/// The suggestions for one context, with the probability that they leave open.
public struct SuggestionList: Hashable, Sendable {
  /// The suggestions, most likely first.
  public let suggestions: [Suggestion]
  /// The probability of an activity that was never donated.
  ///
  /// With those of all candidates it sums to 1. It is `nil` with a horizon, within which several
  /// activities can be done.
  public let noveltyProbability: Double?
  /// The horizon of all probabilities, in seconds; `nil` if they assume that the user does
  /// something now.
  public let horizon: Double?
  /// The number of activities that were candidates.
  public let candidates: Int
  /// The number of donations behind the answer.
  public let donations: Int
  /// The gate that stopped the most likely activity, if nothing is offered; `nil` if something is
  /// offered, or nothing is known.
  public let abstentionReason: GateReport?

  /// Returns the suggestions without some of them, with ranks from 1 and at most `limit`.
  ///
  /// - Complexity: O(suggestions).
  package func leavingOut(limit: Int, _ isLeftOut: (Suggestion) -> Bool) -> SuggestionList {
    var kept: [Suggestion] = []
    for suggestion in suggestions where kept.count < limit && !isLeftOut(suggestion) {
      kept.append(suggestion.ranked(kept.count + 1))
    }
    return SuggestionList(
      suggestions: kept, noveltyProbability: noveltyProbability, horizon: horizon, candidates: candidates,
      donations: donations, abstentionReason: abstentionReason)
  }
}

extension Suggestion {
  fileprivate func ranked(_ rank: Int) -> Suggestion {
    Suggestion(
      activity: activity, identity: identity, rank: rank, probability: probability, isPinned: isPinned,
      origin: origin, displayTitle: displayTitle, phrase: phrase, explanation: explanation)
  }
}

/// The explanation of a suggestion: facts that the log confirms, and the parts that add up to its
/// score.
///
/// The score is conditional, whatever the horizon of the query: it assumes that the user does
/// something now.
public struct Explanation: Hashable, Sendable {
  /// The contribution of one group of evidence.
  public struct Contribution: Hashable, Sendable {
    /// The kind of evidence, or the rule.
    public let group: ReasonGroup
    /// The amount by which it moved the score away from the average candidate's, in nats.
    public let amount: Double
    /// The plain fact behind it, if the log confirms one with the same sign as the amount.
    public let fact: StatedFact?
  }

  /// A fact with its wording.
  public struct StatedFact: Hashable, Sendable {
    /// The counts; `nil` for a rule.
    public let fact: Fact?
    /// The counts in words, naming activities by their titles: "after Open Calendar, 14 of the last
    /// 20 times".
    public let words: String
    /// The same as a clause: "it followed Open Calendar 14 of the last 20 times".
    public let clause: String

    init(_ fact: Fact, title: String) {
      self.fact = fact
      (words, clause) = (fact.words(title: title), fact.clause(title: title))
    }

    init(words: String, clause: String) { (fact, self.words, self.clause) = (nil, words, clause) }
  }

  /// The maximum number of facts given: nobody would read more.
  public static let mostFacts = 3

  /// The candidate's score minus the average candidate's, in nats, plus the contributions of rules;
  /// the sum of all amounts within 1e-3.
  public let score: Double
  /// The contributions, the largest in absolute value first.
  public let contributions: [Contribution]
  /// The facts in its favour, the strongest first; at least one, at most ``mostFacts``.
  ///
  /// If none of them sets it apart from activities done as often, they are how often it was done,
  /// and when it was last done.
  public let facts: [StatedFact]

  /// A Boolean value that indicates whether a fact sets it apart from activities done as often: an
  /// hour, a day, a place, a preceding activity.
  public var isDistinctive: Bool { facts.contains(where: \.setsApart) }

  /// The facts in a sentence, which says whether anything sets the activity apart.
  ///
  /// For example: "Because it followed Open Calendar 14 of 20 times, and you did it 63 times." If
  /// nothing sets it apart: "Only because it is frequent: you did it 9 times, and you last did it
  /// 23 h ago."
  public var sentence: String {
    isDistinctive ? "Because \(clauses)." : "Only because it is \(merit): \(clauses)."
  }

  /// The strongest fact in a few words, like "on 9 of the last 10 workdays between 07:30 and 08:30"
  /// or "only frequent: done 9 times".
  public var summary: String {
    let words = facts.first?.words ?? ""
    return isDistinctive || words.isEmpty ? words : "only \(merit): \(words)"
  }

  /// The minimum number of times for an activity to be called frequent.
  private static let frequent = 3

  /// The word for an activity that no fact sets apart.
  private var merit: String {
    guard case .done(let times)? = facts.first?.fact, times < Self.frequent else { return "frequent" }
    return facts.count > 1 ? "recent" : "known"
  }

  /// The facts alone in a sentence, for an activity that is not suggested.
  ///
  /// For example: "You did it 63 times."
  public var statement: String { "\(clauses.prefix(1).uppercased())\(clauses.dropFirst())." }

  private var clauses: String {
    let clauses = facts.map(\.clause)
    let rest = clauses.dropLast().joined(separator: ", ")
    return "\(rest)\(rest.isEmpty ? "" : ", and ")\(clauses.last ?? "")"
  }
}
