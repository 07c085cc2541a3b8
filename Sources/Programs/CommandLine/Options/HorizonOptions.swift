internal import ArgumentParser
internal import Evaluation
internal import Suggestions

/// The option for how long after the moment an activity may be done, and count.
struct HorizonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Say how likely each is to be done within so long, like 30m, 1h or 2d, from 60s to 31d; none: how likely it is what you do \
      now, given that you do something. Default: 1h where --surface is list or interrupt, else none.
      """, valueName: "span"),
    completion: .spans,
    transform: Arguments.horizon)
  var within: HorizonArgument?

  /// Sets the horizon of a request, if one was given.
  func apply(to request: inout SuggestionRequest) {
    if let within { request.horizon = within.seconds }
  }

  /// Sets the horizon of a backtest, if one was given.
  func apply(to backtest: inout Backtest) {
    if let within { backtest.horizon = within.seconds }
  }
}
