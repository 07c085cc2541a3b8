public import Activities
public import Features
public import Phrases

/// A candidate that was good enough to offer.
public struct Suggestion: Hashable, Sendable {
  /// The suggested activity, as it was last donated.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// Its place among the suggestions, counted from 1.
  public let rank: Int
  /// The probability of the activity, 0 to 1: that it is done within the horizon of the question
  /// (``SuggestionList/horizon``), or, without one, that it is what the user does next.
  public let probability: Double
  /// A Boolean value that indicates whether the user pinned it: it comes before what is likelier.
  public let isPinned: Bool
  /// The origin of the suggestion: whether it was learned, or rests on a program's word alone.
  public let origin: SuggestionOrigin
  /// What people see of it: its title, and what tells it apart from others with the same one.
  public let displayTitle: DisplayTitle
  /// The short words to invoke it by, which no other activity of the user has.
  public let phrase: String
  /// The explanation of the suggestion, if that was asked for.
  public let explanation: Explanation?
}

/// The origin of a suggestion: what it rests on.
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
  /// The probability of something that was never donated: together with those of all candidates it
  /// sums to 1; `nil` with a horizon, within which several things can be done.
  public let noveltyProbability: Double?
  /// The horizon of all probabilities, in seconds; `nil` if they are conditional: given that the
  /// user does something now.
  public let horizon: Double?
  /// The number of activities that were candidates.
  public let candidates: Int
  /// The number of donations that the answer rests on.
  public let donations: Int
  /// The gate that kept the likeliest activity from being offered, if nothing is; `nil` if
  /// something is, or nothing is known.
  public let abstentionReason: GateReport?

  /// Returns the first suggestions that are not left out, with ranks from 1.
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

/// The explanation of a suggestion: facts that the log confirms, and the parts that its score adds
/// up from.
///
/// The score is conditional, given that the user does something now, whatever the horizon of the
/// question.
public struct Explanation: Hashable, Sendable {
  /// The contribution of one group of evidence.
  public struct Contribution: Hashable, Sendable {
    /// The question that it answers, or the rule that it is.
    public let group: ReasonGroup
    /// The amount by which it moved the score away from that of the average candidate, in nats.
    public let amount: Double
    /// The plain fact behind it, if the log confirms one that speaks as the amount does.
    public let fact: StatedFact?
  }

  /// A fact with its wording.
  public struct StatedFact: Hashable, Sendable {
    /// The counts; `nil` for a rule's.
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

  /// The number of facts that are told, at most: so many are read.
  public static let mostFacts = 3

  /// The candidate's score minus the score of the average candidate, in nats, and what rules add to
  /// it; the sum of all amounts within 1e-3.
  public let score: Double
  /// The contributions, the largest in absolute value first.
  public let contributions: [Contribution]
  /// The facts that speak for it, the strongest first; at least one, at most ``mostFacts``.
  ///
  /// If none of them sets it apart from what is done as often: how often it was done, and when it
  /// was last.
  public let facts: [StatedFact]

  /// A Boolean value that indicates whether a fact sets it apart from what is done as often: an
  /// hour, a day, a place, what came before.
  public var isDistinctive: Bool { facts.contains(where: \.setsApart) }

  /// The facts in a sentence that says why, like "Because it followed Open Calendar 14 of 20 times,
  /// and you did it 63 times.", or that nothing sets it apart, like "Only because it is frequent:
  /// you did it 9 times, and you last did it 23 h ago.".
  public var sentence: String {
    isDistinctive ? "Because \(clauses)." : "Only because it is \(merit): \(clauses)."
  }

  /// The strongest fact in a few words, like "on 9 of the last 10 workdays between 07:30 and 08:30"
  /// or "only frequent: done 9 times".
  public var summary: String {
    let words = facts.first?.words ?? ""
    return isDistinctive || words.isEmpty ? words : "only \(merit): \(words)"
  }

  /// What was done fewer times is not frequent.
  private static let frequent = 3

  /// The word for an activity that nothing sets apart.
  private var merit: String {
    guard case .done(let times)? = facts.first?.fact, times < Self.frequent else { return "frequent" }
    return facts.count > 1 ? "recent" : "known"
  }

  /// The facts in a sentence that says no more than them, for what is not suggested, like "You did
  /// it 63 times.".
  public var statement: String { "\(clauses.prefix(1).uppercased())\(clauses.dropFirst())." }

  private var clauses: String {
    let clauses = facts.map(\.clause)
    let rest = clauses.dropLast().joined(separator: ", ")
    return "\(rest)\(rest.isEmpty ? "" : ", and ")\(clauses.last ?? "")"
  }
}
