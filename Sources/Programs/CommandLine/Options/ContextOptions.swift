internal import Activities
internal import Answers
internal import ArgumentParser

/// The options for circumstances: when, where, and context attributes.
struct ContextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set the moment, like 8:00, \"tomorrow 18:30\", \"in 2h\" or 2026-03-02T08:10:00+01:00. Default: now.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Option(
    parsing: .unconditional,  // degrees south begin with a hyphen
    help: ArgumentHelp(
      "Set the place, in degrees north and east, like 52.52,13.405, or by its name; see hunch place.",
      valueName: "place"),
    completion: .places,
    transform: Arguments.placeOrName)
  var near: AskedPlace?

  @Option(
    name: .customLong("context"),
    help: ArgumentHelp(
      "Set a context attribute, like wifi=home or headphones=true; may be repeated.", valueName: "name=value"
    ),
    completion: .nothing,
    transform: Arguments.pair)
  var attributes: [NamedArgument] = []
}
