internal import Suggestions

/// The contributions to a score as JSON.
struct ExplanationReport: Encodable {
  private let score: Double
  private let contributions: [Part]

  init(_ explanation: Explanation) {
    score = explanation.score
    contributions = explanation.contributions.map {
      Part(group: $0.group.name, amount: $0.amount, fact: $0.fact?.words)
    }
  }

  private struct Part: Encodable {
    let group: String
    let amount: Double
    let fact: String?
  }
}
