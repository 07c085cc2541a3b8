internal import Activities
internal import ArgumentParser
internal import Suggestions

/// The options for where suggestions are shown, and how much that asks of them.
struct SurfaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where it is shown: search (everything), list (what is at least 5 % likely) or interrupt (one that is at least \
      50 % likely and was done three times, if you may be interrupted). Default: nowhere, everything.
      """, valueName: "surface"),
    completion: .surfaces,
    transform: Arguments.surface)
  var surface: Surface?

  @Option(
    help: ArgumentHelp(
      "When not to interrupt, by the wall clock, like 22:00-07:00, or none. Default: 22:00-07:00.",
      valueName: "hours"),
    completion: .list(["22:00-07:00", "none"]),
    transform: Arguments.quietHours)
  var quietHours = QuietHoursArgument(hours: .night)

  @Option(help: ArgumentHelp("How often to interrupt on one day.", valueName: "n"), completion: .nothing)
  var interruptions = SuggestionPolicy().interruptionsPerDay

  func validate() throws {
    guard interruptions >= 0 else { throw ValidationError("--interruptions must not be negative.") }
  }

  /// The policy of what the surfaces demand.
  var policy: SuggestionPolicy {
    var policy = SuggestionPolicy()
    policy.quietHours = quietHours.hours
    policy.interruptionsPerDay = interruptions
    return policy
  }
}

/// Quiet hours as somebody typed them, or none.
struct QuietHoursArgument {
  let hours: SuggestionPolicy.QuietHours?
}
