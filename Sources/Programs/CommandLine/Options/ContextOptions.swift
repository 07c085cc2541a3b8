internal import Activities
internal import ArgumentParser

/// The circumstances: when, where, and what else is known.
struct ContextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The moment, like 8:00, \"tomorrow 18:30\", \"in 2h\" or 2026-03-02T08:10:00+01:00. Default: now.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Option(
    parsing: .unconditional,  // degrees south begin with a hyphen
    help: ArgumentHelp(
      "The place, in degrees north and east, like 52.52,13.405, or its name; see hunch place.",
      valueName: "place"),
    completion: .places,
    transform: Arguments.placeOrName)
  var near: PlaceArgument?

  @Option(
    name: .customLong("context"),
    help: ArgumentHelp(
      "A context attribute, like wifi=home or headphones=true; may be repeated.", valueName: "name=value"
    ),
    completion: .nothing,
    transform: Arguments.pair)
  var attributes: [NamedArgument] = []
}
