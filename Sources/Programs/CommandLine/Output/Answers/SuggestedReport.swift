internal import Activities
internal import Suggestions

/// A suggestion as JSON, in few words.
struct SuggestedReport: Encodable {
  private let rank: Int
  private let probability: Double
  private let phrase: String
  private let activityType: String
  private let identity: String

  init(_ suggestion: Suggestion) {
    rank = suggestion.rank
    probability = suggestion.probability
    phrase = suggestion.phrase
    activityType = suggestion.activity.activityType
    identity = suggestion.identity.description
  }
}
