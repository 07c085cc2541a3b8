internal import Activities
package import Suggestions

/// A short form of a suggestion, as JSON.
package struct SuggestedReport: Encodable {
  package let rank: Int
  package let probability: Double
  package let phrase: String
  package let activityType: String
  package let identity: String

  package init(_ suggestion: Suggestion) {
    rank = suggestion.rank
    probability = suggestion.probability
    phrase = suggestion.phrase
    activityType = suggestion.activity.activityType
    identity = suggestion.identity.description
  }
}
