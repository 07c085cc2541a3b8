internal import Activities
internal import Foundation
internal import Suggestions

/// Hints, or entries of a catalogue, as JSON and as a table.
struct HintReport: Encodable {
  private let hints: [Entry]
  private let isCatalogue: Bool
  private let now: Instant

  private enum CodingKeys: String, CodingKey { case hints }

  /// Creates a report; `now` is the moment by which times are told.
  init(_ assessed: [AssessedHint], isCatalogue: Bool, now: Instant) {
    hints = assessed.map { Entry($0, isCatalogue: isCatalogue) }
    (self.isCatalogue, self.now) = (isCatalogue, now)
  }

  private struct Entry: Encodable {
    let program: String
    let activityType: String
    let title: String?
    let userInfo: [String: ActivityValue]
    let role: String
    let kind: String
    /// `null` in a catalogue.
    let relevance: Double?
    let providers: [Provider]
    /// The earliest of its dates.
    let start: Instant?

    private enum CodingKeys: String, CodingKey {
      case program, activityType, title, userInfo, role, kind, relevance, providers
    }

    init(_ assessed: AssessedHint, isCatalogue: Bool) {
      let (hint, activity) = (assessed.stated.hint, assessed.stated.hint.activity)
      program = assessed.stated.program
      activityType = activity.activityType
      title = activity.title
      userInfo = activity.userInfo
      role = hint.role.rawValue
      kind = hint.kind.rawValue
      relevance = isCatalogue ? nil : assessed.relevance
      providers = zip(hint.relevance, assessed.providers).map(Provider.init)
      start = providers.compactMap(\.start).min { $0.milliseconds < $1.milliseconds }
    }
  }

  private struct Provider: Encodable {
    let says: ActivityValue
    /// Absent if it abstains.
    let relevance: Double?
    let words: String
    /// The beginning of a date.
    let start: Instant?

    private enum CodingKeys: String, CodingKey { case says, relevance, words }

    init(_ provider: Relevance, _ relevance: Double?) {
      says = provider.storedValue
      self.relevance = relevance
      words = HintWording.words(for: provider, relevance)
      if case .date(let date) = provider { start = date.start } else { start = nil }
    }

    func words(now: Instant) -> String {
      start.map { "\(words) (\(InstantText.words(for: $0, now: now)))" } ?? words
    }
  }

  /// For people and scripts: the most relevant first, and of equally relevant ones the earliest.
  var table: Table {
    var table = Table(
      header: isCatalogue ? ["program", "activity"] : ["relevance", "program", "activity", "because"])
    table.words = isCatalogue ? [0, 1] : [1, 2, 3]
    table.dispensable = isCatalogue ? [0] : [1]
    table.rows = sorted.map { hint in
      let name = [hint.program, hint.title ?? hint.activityType]
      guard let relevance = hint.relevance else { return name.map(Formatting.plain) }
      let because =
        hint.providers.isEmpty ? "nothing" : hint.providers.map { $0.words(now: now) }.joined(separator: ", ")
      return [Formatting.fixed(relevance, 2)] + (name + [because]).map(Formatting.plain)
    }
    return table
  }

  private var sorted: [Entry] {
    func key(_ place: Int) -> (Double, Int64, Int) {
      let entry = hints[place]
      // As relevance is shown.
      return (-((entry.relevance ?? 0) * 100).rounded(), entry.start?.milliseconds ?? .max, place)
    }
    return hints.indices.sorted { key($0) < key($1) }.map { hints[$0] }
  }
}
