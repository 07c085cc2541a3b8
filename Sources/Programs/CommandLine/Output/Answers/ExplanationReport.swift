internal import Suggestions

/// The reasons for a suggestion, and the contributions to its score, as JSON.
struct ExplanationReport: Encodable {
  private let score: Double
  private let contributions: [Part]
  /// At most three facts that the log confirms, the strongest first, and the sentence that they make.
  private let facts: [String]
  private let sentence: String

  init(_ explanation: Explanation) {
    score = explanation.score
    contributions = explanation.contributions.map {
      Part(group: $0.group.name, name: $0.group.title, amount: $0.amount, fact: $0.fact?.words)
    }
    facts = explanation.facts.map(\.words)
    sentence = explanation.sentence
  }

  private struct Part: Encodable {
    let group: String
    /// The group's name for people.
    let name: String
    let amount: Double
    let fact: String?
  }
}
