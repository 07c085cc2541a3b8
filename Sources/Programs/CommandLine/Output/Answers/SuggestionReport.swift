internal import Activities
internal import Features
internal import Foundation
internal import Phrases
internal import Suggestions

/// Suggestions as JSON: all that is known about them.
///
/// Activities have the field names of the donation log.
struct SuggestionReport: Encodable {
  /// Names this answer, so that feedback can tell what it is about.
  private let suggestion: String
  private let user: String
  private let time: String
  /// The seconds from the moment until which the user was observed to that of the question, if there are any.
  private let leadSeconds: Double?
  private let surface: String?
  private let donations: Int
  private let candidates: Int
  /// The horizon of the probabilities; null if they are conditional.
  private let withinSeconds: NullableMember<Double>
  /// The probability of something that was never donated; null with a horizon.
  private let noneOfThese: NullableMember<Double>
  private let suggestions: [Entry]
  /// The entries of what programs say one can do, where it was asked for, or where there is nothing to
  /// predict.
  private let catalogue: [AppCatalogText.Entry]?

  init(_ list: SuggestionList, to request: SuggestionRequest, catalogue entries: [AppCatalogEntry] = []) {
    suggestion = request.name(ofShowing: list.suggestions.map(\.identity))
    surface = request.surface?.rawValue
    catalogue = entries.isEmpty ? nil : entries.map(AppCatalogText.Entry.init)
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

  private struct Entry: Encodable {
    let rank: Int
    let probability: Double
    let pinned: Bool?
    /// The program on whose word alone it is offered.
    let hintedBy: String?
    let phrase: String
    let identity: String
    let activityType: String
    let title: String?
    /// The title, with what tells it apart after a middle dot; if there is none, words for the activity.
    let displayTitle: String
    /// What tells it apart from others with the same title.
    let disambiguation: String?
    let subtitle: String?
    let userInfo: [String: ActivityValue]
    let requiredUserInfoKeys: [String]?
    let explanation: ExplanationReport?

    init(_ suggestion: Suggestion) {
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
