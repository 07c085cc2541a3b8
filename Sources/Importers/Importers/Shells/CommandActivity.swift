internal import Activities

/// The level of a command that was typed into a shell, shared by all shells.
///
/// - Type: `shell.run` for all shells: the same command in bash and fish is the same activity.
/// - Identity: the program, its subcommand, and a template of the rest (`git commit -m …`), so that
///   commands repeat even if their arguments do not, and contain no secret. See
///   ``CommandTemplate``.
/// - Title: the line as typed, with `…` for parts that may vary; the whole line if it repeats
///   (``RepeatedCommands``).
/// - Keywords: program and subcommand.
/// - Also kept in `userInfo`, as `line`: the whole line as typed, unless it has a secret, is longer
///   than ``longestLine``, or only templates are kept. `hunch open` offers to run the newest
///   donation's line; without a question only if the user typed it (see ``OpenDoubt``).
/// - Suggested: unless it is dangerous to repeat (``DangerousCommands``), has only an incomplete
///   template, as after a line with a secret (the newest line decides), or never succeeded in a
///   history with exit codes (``CommandOutcomes``).
/// - Context: the working folder (`cwd`), if known; never the outcome.
/// - Program: the shell. Device: the host, if known.
/// - Dropped: commands that nobody would repeat (``CommandTemplate/isWorthKeeping``); passwords
///   typed in place of a command; mistyped commands, if the exit code shows them; exit codes;
///   sessions.
enum CommandActivity {
  /// The maximum length in bytes of a line that is kept whole.
  static let longestLine = 2_000
  /// The maximum number of bytes read of a line: a longer one is a pasted file, recognised by its
  /// beginning.
  private static let longestRead = GatheredLines.limit

  /// Returns the content of a command line's record, or `nil` for an empty line.
  ///
  /// - Parameters:
  ///   - line: The command line, which may have several lines.
  ///   - time: The time of the run.
  ///   - shell: The shell, or the program that keeps its history.
  ///   - outcomes: The known outcomes of the history's commands.
  ///   - keepsTrivial: Whether commands that nobody would repeat are kept, without being suggested.
  static func content(
    of line: String, at time: HistoryTime, in shell: String, _ settings: HistorySettings,
    outcomes: CommandOutcomes = CommandOutcomes(), keepsTrivial: Bool = false,
    adding details: (inout HistoryActivity) -> Void = { _ in }
  ) -> HistoryRecord.Content? {
    let line = read(line)
    guard !line.isEmpty else { return nil }
    guard let template = CommandTemplate(line) else {
      return .filtered(
        settings.secrets.firstMatch(in: line, kind: .commandLine).map(HistoryFilter.secret) ?? .trivial)
    }
    guard template.isWorthKeeping || keepsTrivial else { return .filtered(.trivial) }
    var userInfo = identifying(template)
    let identifying = Set(userInfo.keys)
    if template.secret == nil, !settings.keepsTemplatesOnly, line.utf8.count <= longestLine {
      userInfo["line"] = .string(line)
    }
    do throws(ActivityError) {
      var activity = try UserActivity(
        activityType: ImportedActivityType.command, title: template.title, userInfo: userInfo,
        requiredUserInfoKeys: identifying)
      let isDangerous = DangerousCommands.contains(line)
      // Without its line, an incomplete template cannot be run.
      let isWhole = userInfo["line"] != nil || !template.template.contains(OpenTarget.placeholder)
      activity.isEligibleForPrediction =
        isWhole && template.isWorthKeeping && template.secret == nil && !isDangerous
        && !outcomes.neverSucceeded(Self.identity(of: template))
      activity.keywords = Set([template.program, template.subcommand].compactMap { $0 })
      var found = HistoryActivity(activity, at: time)
      found.program = shell
      found.isFromShell = true
      found.isDangerous = isDangerous
      found.withheld = template.secret.map(HistoryFilter.secret)
      details(&found)
      return .activity(found)
    } catch {
      return .malformed(HistoryProblem("\(error)"))
    }
  }
}

extension CommandActivity {
  /// Returns the values that identify a command.
  private static func identifying(_ template: CommandTemplate) -> [String: ActivityValue] {
    var userInfo: [String: ActivityValue] = [
      "program": .string(template.program), "template": .string(template.template),
    ]
    if let subcommand = template.subcommand { userInfo["subcommand"] = .string(subcommand) }
    return userInfo
  }

  /// Returns the part of a line that is read.
  private static func read(_ line: String) -> String { line.beginning(longestRead).trimmed }

  /// Returns the identity of a command line's activity, or `nil` if it has none.
  static func identity(ofLine line: String) -> ActivityIdentity? {
    CommandTemplate(read(line)).map(identity(of:))
  }

  /// The identity of a command, computed from its template.
  static func identity(of template: CommandTemplate) -> ActivityIdentity {
    let userInfo = identifying(template)
    return ActivityIdentity(
      activityType: ImportedActivityType.command, userInfo: userInfo, requiredUserInfoKeys: Set(userInfo.keys)
    )
  }
}

extension String {
  /// The complete characters in its first bytes.
  fileprivate func beginning(_ count: Int) -> String {
    guard var end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }

  /// The text, trimmed.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
