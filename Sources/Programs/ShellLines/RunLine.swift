internal import Activities
internal import Answers
internal import Importers

// ShellLines: Which command line does a user run next, and may it be shown at the prompt?
//
// Start here: `LinePredictor` answers a `NextRequest`. `LineWindow` chooses how much of the history
// counts, `RunLine` is one command as evidence, and `PromptSettings` has the user's switches.

/// One run of a command line, as evidence for the next one.
///
/// In a store, a command is an activity by its template, so that `git commit -m "a"` and
/// `git commit -m "b"` are the same. At a prompt only a whole line is of use, so here each line is
/// an activity of its own.
struct RunLine {
  let line: String
  /// The donation in the store.
  let donation: Donation

  /// The type of the activities.
  static let activityType = "shell.line"

  /// Creates a run from a donation; `nil` if it is not a command, or its whole line is not known or
  /// not printable.
  init?(_ donation: Donation) {
    guard let line = ShellCommandLine.line(of: donation.activity), line.utf8.count <= Self.longest,
      !line.unicodeScalars.contains(where: VisibleText.isUnprintable)
    else {
      return nil
    }
    (self.line, self.donation) = (line, donation)
  }

  /// The maximum length of a line in bytes: one that fills a terminal several times is pasted, not
  /// repeated.
  private static let longest = 1_000

  /// Whether the run failed; a run whose exit code is unknown did not.
  var hasFailed: Bool {
    if case .integer(let code)? = donation.activity.userInfo["exit"] { return code != 0 }
    return false
  }

  /// The identity of a line's activity.
  static func identity(of line: String) -> ActivityIdentity {
    ActivityIdentity(activityType: activityType, userInfo: userInfo(line), requiredUserInfoKeys: nil)
  }

  /// The values that identify a line.
  static func userInfo(_ line: String) -> [String: ActivityValue] { ["line": .string(line)] }

  /// The moment at which it ended, and the prompt came back; its start if its duration is unknown.
  ///
  /// Lines are learned in this order: a program that runs for an hour in one shell does not come
  /// before what was done meanwhile in another.
  var end: Instant {
    let start = donation.context.instant
    return donation.details.duration.map { start.advanced(bySeconds: min($0, Self.longestRun)) } ?? start
  }

  /// The maximum duration in seconds that is believed: a day.
  private static let longestRun = 86_400.0

  /// The folder in which it was run.
  var folder: String? {
    if case .string(let path)? = donation.context.attributes["cwd"] { path } else { nil }
  }

  /// The circumstances that count for a line: the folder, the host, and the line before it in the
  /// same shell if that failed, so that what repaired it last time is recognised.
  static func attributes(
    folder: String?, host: String?, after previous: PreviousLine?
  ) -> [String: ActivityValue] {
    var attributes: [String: ActivityValue] = [:]
    attributes["cwd"] = folder.map(ActivityValue.string)
    attributes["host"] = host.map(ActivityValue.string)
    if let previous, previous.hasFailed { attributes["failed"] = .string(previous.line) }
    return attributes
  }

  /// Returns the run as a donation of its line.
  ///
  /// - Parameters:
  ///   - sequence: The run's number in the store, which makes the donation's name unique.
  ///   - previous: The line before it in the same shell, if known.
  func donation(sequence: Int64, after previous: PreviousLine?) throws(ActivityError) -> Donation {
    let activity = try UserActivity(
      activityType: Self.activityType, title: line, userInfo: Self.userInfo(line))
    var details = Donation.Details()
    details.externalIdentifier = "line:\(sequence)"
    return try Donation(
      of: activity, by: donation.user,
      in: Context(
        at: end, attributes: Self.attributes(folder: folder, host: donation.details.device, after: previous)),
      details: details)
  }
}

/// The line that was run before another one in the same shell.
struct PreviousLine {
  let line: String
  /// The folder in which it began.
  let folder: String?
  let host: String?
  var hasFailed: Bool

  init(_ run: RunLine) {
    (line, folder, hasFailed) = (run.line, run.folder, run.hasFailed)
    host = run.donation.details.device
  }

  /// Whether it began in another folder, or on another host, than a prompt is in; `false` if that
  /// is not known.
  func isElsewhere(than prompt: NextRequest) -> Bool {
    let folders = folder.flatMap { before in prompt.folder.map { $0 != before } } ?? false
    let hosts = host.flatMap { before in prompt.host.map { $0 != before } } ?? false
    return folders || hosts
  }
}
