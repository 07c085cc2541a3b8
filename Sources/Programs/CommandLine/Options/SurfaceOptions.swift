internal import Activities
internal import ArgumentParser
internal import Suggestions

/// The options for the surface on which suggestions are shown, and its requirements.
struct SurfaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Suggest for this surface: search (everything), list (activities at least 5 % likely) or interrupt (one activity at least \
      50 % likely and done three times, if you may be interrupted). Default: none, everything.
      """, valueName: "surface"),
    completion: .surfaces,
    transform: Arguments.surface)
  var surface: Surface?

  @Option(
    help: ArgumentHelp(
      "Do not interrupt in these hours, by the wall clock, like 22:00-07:00, or none. Default: 22:00-07:00.",
      valueName: "hours"),
    completion: .list(["22:00-07:00", "none"]),
    transform: Arguments.quietHours)
  var quietHours = QuietHoursArgument(hours: .night)

  @Option(help: ArgumentHelp("Interrupt at most N times a day.", valueName: "n"), completion: .nothing)
  var interruptions = SuggestionPolicy().interruptionsPerDay

  func validate() throws {
    guard interruptions >= 0 else { throw ValidationError("--interruptions must not be negative.") }
  }

  /// The policy with the requirements of the surfaces.
  var policy: SuggestionPolicy {
    var policy = SuggestionPolicy()
    policy.quietHours = quietHours.hours
    policy.interruptionsPerDay = interruptions
    return policy
  }
}

/// Quiet hours as the user typed them, or none.
struct QuietHoursArgument {
  let hours: SuggestionPolicy.QuietHours?
}
