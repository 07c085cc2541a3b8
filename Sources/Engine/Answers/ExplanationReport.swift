package import Suggestions

/// The reasons for a suggestion, and the contributions to its score, as JSON.
package struct ExplanationReport: Encodable {
  package let score: Double
  package let contributions: [Part]
  /// At most three facts that the log confirms, the strongest first, and a sentence made of them.
  package let facts: [String]
  package let sentence: String

  package init(_ explanation: Explanation) {
    score = explanation.score
    contributions = explanation.contributions.map {
      Part(group: $0.group.name, name: $0.group.title, amount: $0.amount, fact: $0.fact?.words)
    }
    facts = explanation.facts.map(\.words)
    sentence = explanation.sentence
  }

  package struct Part: Encodable {
    package let group: String
    /// The group's display name.
    package let name: String
    package let amount: Double
    package let fact: String?
  }
}
