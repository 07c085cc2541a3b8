package import Activities

/// Words for the relevance of a hint.
package enum HintWording {
  /// Returns a phrase like "org.example.rail suggests it: from 07:45 to 08:30, here".
  package static func words(for assessed: AssessedHint) -> String {
    let program = assessed.stated.program
    let name = program.count > 40 ? program.prefix(39) + "…" : program
    let parts = zip(assessed.stated.hint.relevance, assessed.providers).map(words)
    return "\(name) suggests it: \(parts.joined(separator: ", "))"
  }

  /// Returns the name of a provider with its current relevance in percent.
  package static func words(for provider: Relevance, _ relevance: Double?) -> String {
    let share = relevance.map { "\(Int(clamping: ($0 * 100).rounded())) %" } ?? "unknown"
    return "\(name(of: provider)) \(share)"
  }

  private static func name(of provider: Relevance) -> String {
    switch provider {
    case .date: "date"
    case .daily: "time of day"
    case .place: "place"
    case .routine(.activityIncomplete): "activity incomplete"
    case .routine(let routine): routine.rawValue
    }
  }
}
