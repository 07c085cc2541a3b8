internal import Activities
internal import Importers

/// A line that a user has run, and the facts that decide whether it is offered.
struct KnownLine {
  /// The newest run's donation.
  private(set) var newest: Donation
  /// Whether any run ended well, or at least is not known to have failed.
  private(set) var hasSucceeded = false
  /// The hosts to which it connects.
  let hosts: [String]
  /// Whether the built-in list has it as dangerous to repeat.
  let isDangerous: Bool

  init(_ run: RunLine) {
    newest = run.donation
    isDangerous = ShellCommandLine.isDangerous(run.line)
    hosts = NamedHosts.hosts(in: run.line)
    note(run)
  }

  /// Notes a further run.
  mutating func note(_ run: RunLine) {
    if run.donation.context.instant.milliseconds >= newest.context.instant.milliseconds {
      newest = run.donation
    }
    // An import marks commands that never succeeded by what may not be suggested.
    let isAllowed =
      run.donation.activity.isEligibleForPrediction || isDangerous
      || !ShellCommandLine.isWorthKeeping(run.line)
    hasSucceeded = hasSucceeded || !run.hasFailed && isAllowed
  }
}
