package import Activities
package import Suggestions

/// Hints or app catalog entries, as JSON and as a table.
package struct HintReport: Encodable {
  package let hints: [Entry]
  package let isCatalogue: Bool
  package let now: Instant

  private enum CodingKeys: String, CodingKey { case hints }

  /// Creates a report; times are relative to `now`.
  package init(_ assessed: [AssessedHint], isCatalogue: Bool, now: Instant) {
    hints = assessed.map { Entry($0, isCatalogue: isCatalogue) }
    (self.isCatalogue, self.now) = (isCatalogue, now)
  }

  package struct Entry: Encodable {
    package let program: String
    package let activityType: String
    package let title: String?
    package let userInfo: [String: ActivityValue]
    package let role: String
    package let kind: String
    /// `null` in an app catalog.
    package let relevance: Double?
    package let providers: [Provider]
    /// The earliest of its dates.
    package let start: Instant?

    private enum CodingKeys: String, CodingKey {
      case program, activityType, title, userInfo, role, kind, relevance, providers
    }

    package init(_ assessed: AssessedHint, isCatalogue: Bool) {
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

  package struct Provider: Encodable {
    package let says: ActivityValue
    /// Absent if it abstains.
    package let relevance: Double?
    package let words: String
    /// The beginning of a date.
    package let start: Instant?

    private enum CodingKeys: String, CodingKey { case says, relevance, words }

    package init(_ provider: Relevance, _ relevance: Double?) {
      says = provider.storedValue
      self.relevance = relevance
      words = HintWording.words(for: provider, relevance)
      if case .date(let date) = provider { start = date.start } else { start = nil }
    }
  }
}
