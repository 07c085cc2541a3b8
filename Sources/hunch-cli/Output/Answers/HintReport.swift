internal import Activities
internal import Foundation
internal import Suggestions

/// Hints, or entries of a catalogue, as JSON and as a table.
struct HintReport: Encodable {
  private let hints: [Entry]
  private let isCatalogue: Bool

  private enum CodingKeys: String, CodingKey { case hints }

  init(_ assessed: [AssessedHint], isCatalogue: Bool) {
    hints = assessed.map { Entry($0, isCatalogue: isCatalogue) }
    self.isCatalogue = isCatalogue
  }

  private struct Entry: Encodable {
    let program: String
    let activityType: String
    let title: String?
    let userInfo: [String: JSONValue]
    let role: String
    let kind: String
    /// `null` in a catalogue.
    let relevance: Double?
    let providers: [Provider]

    init(_ assessed: AssessedHint, isCatalogue: Bool) {
      let (hint, activity) = (assessed.stated.hint, assessed.stated.hint.activity)
      program = assessed.stated.program
      activityType = activity.activityType
      title = activity.title
      userInfo = activity.userInfo.mapValues(JSONValue.init)
      role = hint.role.rawValue
      kind = hint.kind.rawValue
      relevance = isCatalogue ? nil : assessed.relevance
      providers = zip(hint.relevance, assessed.providers).map(Provider.init)
    }
  }

  private struct Provider: Encodable {
    let says: JSONValue
    /// Absent if it abstains.
    let relevance: Double?
    let words: String

    init(_ provider: Relevance, _ relevance: Double?) {
      says = JSONValue(value: provider.storedValue)
      self.relevance = relevance
      words = HintWording.words(for: provider, relevance)
    }
  }

  /// For people and scripts.
  var table: Table {
    var table = Table(
      header: isCatalogue ? ["program", "activity"] : ["relevance", "program", "activity", "because"])
    table.words = isCatalogue ? [0, 1] : [1, 2, 3]
    table.dispensable = isCatalogue ? [0] : [1]
    table.rows = hints.map { hint in
      let name = [hint.program, hint.title ?? hint.activityType]
      guard let relevance = hint.relevance else { return name.map(Formatting.plain) }
      let because = hint.providers.isEmpty ? "nothing" : hint.providers.map(\.words).joined(separator: ", ")
      return [Formatting.fixed(relevance, 2)] + (name + [because]).map(Formatting.plain)
    }
    return table
  }
}
