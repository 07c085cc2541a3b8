internal import Activities
internal import Features

/// Says in words what an activity saves, as its program states it.
enum BenefitWording {
  /// Like "its program says that it runs without being opened and saves 5 min"; `nil` if it states
  /// nothing.
  static func words(for activity: UserActivity) -> String? {
    var parts: [String] = []
    if activity.runsInBackground { parts.append("runs without being opened") }
    if let seconds = activity.effortSaved, seconds > 0 {
      parts.append("saves \(Fact.duration(seconds: min(seconds, 1e9)))")
    }
    return parts.isEmpty ? nil : "its program says that it \(parts.joined(separator: " and "))"
  }
}
