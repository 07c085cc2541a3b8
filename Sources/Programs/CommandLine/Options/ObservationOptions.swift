internal import Activities
internal import Answers
internal import ArgumentParser
internal import Suggestions

/// The option for the moment until which the user was observed.
struct ObservationOptions: ParsableArguments {
  /// The minimum lead, in seconds, for a heading about a moment ahead.
  private static let toldLead = 300.0

  @Option(
    help: ArgumentHelp(
      """
      Use only observations until this moment, at the latest the moment asked about: later donations are ignored, and a later pause \
      means nothing. Default: now, or the moment asked about if that is earlier.
      """, valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var observedUntil: MomentArgument?

  /// Returns a sentence about a moment ahead, for a terminal; none if it is only minutes ahead.
  func heading(_ request: SuggestionRequest) -> [String] {
    let terminal = Terminal.standardOutput
    guard request.lead > Self.toldLead, terminal.isInteractive else { return [] }
    let text = "\(Formatting.duration(request.lead)) ahead: what you do until then is not known"
    return [terminal.faint(terminal.wrapped(text))]
  }
}
