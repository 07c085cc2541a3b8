internal import ArgumentParser
internal import Evaluation
internal import Suggestions

/// The option for the horizon: the span after the moment in which an activity counts.
struct HorizonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Print the probability of each within SPAN, like 30m, 1h or 2d, from 60s to 31d; none: the probability that you do it \
      now, given that you do something. Default: 1h if --surface is list or interrupt, else none.
      """, valueName: "span"),
    completion: .spans,
    transform: Arguments.horizon)
  var within: HorizonArgument?

  /// The horizon of a question.
  var choice: HorizonChoice { within.map { .stated($0.seconds) } ?? .ofSurface }

  /// Sets the horizon of a backtest, if one was given.
  func apply(to backtest: inout Backtest) {
    if let within { backtest.horizon = within.seconds }
  }
}
