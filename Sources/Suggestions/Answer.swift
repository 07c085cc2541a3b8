internal import Activities
internal import Features
internal import Phrases

/// What a profile answers before the log has given the texts to it: rows, numbers and reasons.
struct Answer: Sendable {
  /// A row that is offered.
  struct Offer: Sendable {
    let row: Int
    let identity: ActivityIdentity
    let probability: Double
    let reasons: Reasons?
  }

  /// Why a row got its score.
  struct Reasons: Sendable {
    /// What one group of evidence contributed, in nats.
    struct Part: Sendable {
      let group: FeatureGroup
      let amount: Double
      let fact: Fact?
    }

    let score: Double
    /// The largest in absolute value first.
    let parts: [Part]
  }

  /// The likeliest first.
  let offers: [Offer]
  let noveltyProbability: Double
  let candidates: Int
  let donations: Int
  /// Where the newest donation of each row lies that is offered, or named by a reason.
  let places: [Int: LogCursor]

  /// Puts the answer into words.
  ///
  /// - Parameters:
  ///   - activities: The newest donation's activity of each row in ``places``. What has none is not offered.
  ///   - phrases: The user's phrases.
  func worded(by activities: [Int: UserActivity], phrases: PhraseBook) -> SuggestionList {
    var suggestions: [Suggestion] = []
    for offer in offers {
      guard let activity = activities[offer.row] else { continue }
      suggestions.append(
        Suggestion(
          activity: activity, identity: offer.identity, rank: suggestions.count + 1,
          probability: offer.probability, phrase: phrases.phrase(for: activity, offer.identity),
          explanation: offer.reasons.map { Self.worded($0, by: activities, phrases: phrases) }))
    }
    return SuggestionList(
      suggestions: suggestions, noveltyProbability: noveltyProbability, candidates: candidates,
      donations: donations)
  }

  private static func worded(
    _ reasons: Reasons, by activities: [Int: UserActivity], phrases: PhraseBook
  ) -> Explanation {
    func title(of row: Int) -> String {
      guard let activity = activities[row] else { return "something else" }
      return activity.title ?? phrases.phrase(for: activity, activity.identity)
    }
    return Explanation(
      score: reasons.score,
      contributions: reasons.parts.map { part in
        Explanation.Contribution(
          group: part.group, amount: part.amount,
          fact: part.fact.map { Explanation.StatedFact(fact: $0, words: $0.words(titleOfRow: title)) })
      })
  }
}

extension PhraseBook {
  /// The phrase of an activity; if the book does not know it, the one that it would have alone.
  fileprivate func phrase(for activity: UserActivity, _ identity: ActivityIdentity) -> String {
    phrase(of: identity) ?? PhraseBook(of: [PhraseSource(activity, identity: identity)]).entries.first?.phrase
      ?? activity.activityType
  }
}
