package import Activities
internal import Phrases
package import Suggestions

// Answers: What does an answer look like on a wire?
//
// Start here: a `SuggestionReport` is the answer to a question, a `DiagnosisReport` says how one
// activity fares in it; the other reports answer searches, phrases, hints, places and deletions.
// `JSONText` writes them, the same bytes for equal values. Whatever serves answers (the command
// line's `--json`, a socket, HTTP) uses these forms, so that all of them say the same.

/// Suggestions as JSON: all that is known about them.
///
/// Activities have the field names of the donation log.
package struct SuggestionReport: Encodable {
  /// Names this answer, so that feedback can tell what it is about.
  package let suggestion: String
  package let user: String
  package let time: String
  /// The seconds from the moment until which the user was observed to that of the question, if
  /// there are any.
  package let leadSeconds: Double?
  package let surface: String?
  package let donations: Int
  package let candidates: Int
  /// The horizon of the probabilities; null if they are conditional.
  package let withinSeconds: NullableMember<Double>
  /// The probability of something that was never donated; null with a horizon.
  package let noneOfThese: NullableMember<Double>
  package let suggestions: [Entry]
  /// The entries of what programs say one can do, where it was asked for, or where there is nothing
  /// to predict.
  package let catalogue: [AppCatalogReport]?

  package init(
    _ list: SuggestionList, to request: SuggestionRequest, catalogue entries: [AppCatalogEntry] = []
  ) {
    suggestion = request.name(ofShowing: list.suggestions.map(\.identity))
    surface = request.surface?.rawValue
    catalogue = entries.isEmpty ? nil : entries.map(AppCatalogReport.init)
    user = request.user.name
    time = request.context.instant.rfc3339
    leadSeconds = request.lead > 0 ? request.lead : nil
    donations = list.donations
    candidates = list.candidates
    withinSeconds = NullableMember(list.horizon)
    noneOfThese = NullableMember(list.noveltyProbability)
    suggestions = list.suggestions.map(Entry.init)
  }

  private enum CodingKeys: String, CodingKey {
    case suggestion, user, time, surface, donations, candidates, noneOfThese, suggestions, catalogue
    case withinSeconds = "within_seconds"
    case leadSeconds = "lead_seconds"
  }

  package struct Entry: Encodable {
    package let rank: Int
    package let probability: Double
    package let pinned: Bool?
    /// The program on whose word alone it is offered.
    package let hintedBy: String?
    package let phrase: String
    package let identity: String
    package let activityType: String
    package let title: String?
    /// The title, with what tells it apart after a middle dot; if there is none, words for the
    /// activity.
    package let displayTitle: String
    /// What tells it apart from others with the same title.
    package let disambiguation: String?
    package let subtitle: String?
    package let userInfo: [String: ActivityValue]
    package let requiredUserInfoKeys: [String]?
    package let explanation: ExplanationReport?

    package init(_ suggestion: Suggestion) {
      rank = suggestion.rank
      probability = suggestion.probability
      pinned = suggestion.isPinned ? true : nil
      hintedBy = suggestion.hinter
      phrase = suggestion.phrase
      identity = suggestion.identity.description
      activityType = suggestion.activity.activityType
      title = suggestion.activity.title
      displayTitle = "\(suggestion.displayTitle)"
      disambiguation = suggestion.displayTitle.disambiguation
      subtitle = suggestion.activity.subtitle
      userInfo = suggestion.activity.restorationPayload
      requiredUserInfoKeys = suggestion.activity.requiredUserInfoKeys?.sorted()
      explanation = suggestion.explanation.map(ExplanationReport.init)
    }
  }
}

extension Suggestion {
  /// The program on whose word alone it is offered.
  package var hinter: String? {
    if case .hint(let program) = origin { program } else { nil }
  }
}
