internal import Activities
internal import Features
internal import Phrases

/// What a profile answers before the log has given the texts to it: rows, numbers and reasons.
struct Answer: Sendable {
  /// A row that is offered.
  struct Offer: Sendable {
    /// `nil` for what was never done, which a hint names.
    var row: Int?
    let identity: ActivityIdentity
    let probability: Double
    let isPinned: Bool
    let reasons: Reasons?
    /// The hint without which it would not be offered.
    var hint: StatedHint?
  }

  /// Why a row got its score.
  struct Reasons: Sendable {
    /// What one group contributed, in nats.
    struct Part: Sendable {
      let group: ReasonGroup
      let amount: Double
      var fact: Fact?
      /// What a rule goes by.
      var words: String?
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
  /// What kept the likeliest from being offered, if nothing is.
  let silence: GateReport?
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
      let done = offer.row.flatMap { activities[$0] }?.offered(as: offer.identity)
      guard let activity = done ?? offer.hint?.hint.activity else { continue }
      suggestions.append(
        Suggestion(
          activity: activity, identity: offer.identity, rank: suggestions.count + 1,
          probability: offer.probability, isPinned: offer.isPinned,
          origin: offer.hint.map { .hint(program: $0.program) } ?? .learned,
          phrase: phrases.phrase(for: activity, offer.identity),
          explanation: offer.reasons.map { Self.worded($0, by: activities, phrases: phrases) }))
    }
    return SuggestionList(
      suggestions: suggestions, noveltyProbability: noveltyProbability, candidates: candidates,
      donations: donations, silence: silence)
  }

  static func worded(
    _ reasons: Reasons, by activities: [Int: UserActivity], phrases: PhraseBook
  ) -> Explanation {
    func title(of row: Int) -> String { Self.title(ofRow: row, in: activities, phrases: phrases) }
    return Explanation(
      score: reasons.score,
      contributions: reasons.parts.map { part in
        Explanation.Contribution(
          group: part.group, amount: part.amount,
          fact: (part.fact?.words(titleOfRow: title) ?? part.words).map {
            Explanation.StatedFact(fact: part.fact, words: $0)
          })
      })
  }

  /// How the user calls the activity of a row.
  static func title(ofRow row: Int, in activities: [Int: UserActivity], phrases: PhraseBook) -> String {
    guard let activity = activities[row] else { return "something else" }
    return activity.title ?? phrases.phrase(for: activity, activity.identity)
  }
}

extension UserActivity {
  /// The activity as it is offered: restricted to the combination of parameters that the identity means, if it means one.
  func offered(as identity: ActivityIdentity) -> UserActivity {
    combinationIdentities.first { $0.identity == identity }.map { restricted(to: $0.combination) } ?? self
  }
}

extension PhraseBook {
  /// The phrase of an activity; if the book does not know it, the one that it would have alone.
  func phrase(for activity: UserActivity, _ identity: ActivityIdentity) -> String {
    phrase(of: identity) ?? PhraseBook(of: [PhraseSource(activity, identity: identity)]).entries.first?.phrase
      ?? activity.activityType
  }
}
