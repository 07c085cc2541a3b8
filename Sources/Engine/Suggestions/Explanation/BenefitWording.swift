internal import Activities
internal import Features

/// Words for the savings that a program states for its activity.
enum BenefitWording {
  /// Returns words like "its program says that it runs without being opened and saves 5 min", or
  /// `nil` if the program states nothing.
  static func words(for activity: UserActivity) -> String? {
    var parts: [String] = []
    if activity.runsInBackground { parts.append("runs without being opened") }
    if let seconds = activity.effortSaved, seconds > 0 {
      parts.append("saves \(Fact.duration(seconds: min(seconds, 1e9)))")
    }
    return parts.isEmpty ? nil : "its program says that it \(parts.joined(separator: " and "))"
  }
}
