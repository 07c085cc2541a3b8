/// Words for the user's reactions to an activity when it was shown.
enum FeedbackWording {
  /// Returns words like "dismissed twice; accepted 1 of the 20 times it was shown".
  static func words(dismissals: Int, shown: Int, accepted: Int) -> String {
    var parts: [String] = []
    if dismissals > 0 { parts.append("dismissed \(count(dismissals))") }
    if shown > 0 {
      parts.append("accepted \(accepted) of the \(shown) \(shown == 1 ? "time" : "times") it was shown")
    }
    return parts.joined(separator: "; ")
  }

  private static func count(_ times: Int) -> String {
    switch times {
    case 1: "once"
    case 2: "twice"
    default: "\(times) times"
    }
  }
}
