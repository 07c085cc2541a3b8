package import Activities
internal import Phrases
package import Suggestions

// Answers: What does an answer look like on a wire?
//
// Start here: a `SuggestionReport` is the answer to a query, and a `DiagnosisReport` explains the
// result of one activity. The other reports answer searches, phrases, hints, places and deletions.
// `JSONText` writes them, with the same bytes for equal values. All interfaces (the command line's
// `--json`, a socket, HTTP) use these forms, so that their answers are the same.

/// The complete report of suggestions, as JSON.
///
/// Activities have the field names of the donation log.
package struct SuggestionReport: Encodable {
  /// Identifies this answer, so that feedback can refer to it.
  package let suggestion: String
  package let user: String
  package let time: String
  /// The seconds from the last observation of the user to the query, if any.
  package let leadSeconds: Double?
  package let surface: String?
  package let donations: Int
  package let candidates: Int
  /// The horizon of the probabilities; null if they are conditional.
  package let withinSeconds: NullableMember<Double>
  /// The probability of a new activity, never donated before; null with a horizon.
  package let noneOfThese: NullableMember<Double>
  package let suggestions: [Entry]
  /// The app catalog entries, if requested or if there is nothing to predict.
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
    /// The program whose hint is the only reason for this suggestion.
    package let hintedBy: String?
    package let phrase: String
    package let identity: String
    package let activityType: String
    package let title: String?
    /// The title, followed by a middle dot and the words that distinguish it; words for the
    /// activity if it has no title.
    package let displayTitle: String
    /// The words that distinguish it from others with the same title.
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
  /// The program whose hint is the only reason for this suggestion.
  package var hinter: String? {
    if case .hint(let program) = origin { program } else { nil }
  }
}
