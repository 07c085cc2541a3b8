internal import Activities

/// The level of a command that was typed into a shell; all shells have it in common.
///
/// - Type: `shell.run`, whichever the shell: the same command in bash and fish is the same
///   activity.
/// - Identity: the program, its subcommand, and a template of the rest (`git commit -m …`), so that
///   arguments that never repeat keep nothing from repeating, and nothing secret takes part. See
///   ``CommandTemplate``.
/// - Title: the line as it was typed, with `…` for what may be another time something else; the
///   whole line where it repeats (``RepeatedCommands``).
/// - Keywords: program and subcommand.
/// - Beside it in `userInfo`, as `line`: the whole line as it was typed, unless a rule for secrets
///   hits, it is longer than ``longestLine``, or only templates are kept. The newest donation's is
///   what `hunch open` offers to run; without a question only if it was typed (see ``OpenDoubt``).
/// - Suggested: not if it is dangerous to repeat (``DangerousCommands``), nor if only a template is
///   kept that cannot be run, as after a line with a secret; the newest line decides. Nor what
///   never succeeded in the whole history, where that has exit codes (``CommandOutcomes``).
/// - Context: the working folder (`cwd`), where the history has it; nothing of the outcome.
/// - Program: the shell. Device: the host, where the history has it.
/// - Dropped: what nobody would do again (``CommandTemplate/isWorthKeeping``); a password that was
///   typed where a command was expected; mistyped commands, where the exit code tells; exit codes;
///   sessions.
enum CommandActivity {
  /// The maximum number of bytes of a line that is kept whole.
  static let longestLine = 2_000
  /// The maximum number of bytes of a line that is read: a longer one is a file that was pasted,
  /// and its beginning is recognised.
  private static let longestRead = GatheredLines.limit

  /// Returns what a command line is, or `nil` for an empty one.
  ///
  /// - Parameters:
  ///   - line: The command line, which may have several lines.
  ///   - time: When it was run.
  ///   - shell: The shell, or what keeps its history.
  ///   - outcomes: How the commands of the history ended, as far as that is known.
  static func content(
    of line: String, at time: HistoryTime, in shell: String, _ settings: HistorySettings,
    outcomes: CommandOutcomes = CommandOutcomes(),
    adding details: (inout HistoryActivity) -> Void = { _ in }
  ) -> HistoryRecord.Content? {
    let line = read(line)
    guard !line.isEmpty else { return nil }
    guard let template = CommandTemplate(line) else {
      return .filtered(
        settings.secrets.firstMatch(in: line, kind: .commandLine).map(HistoryFilter.secret) ?? .trivial)
    }
    guard template.isWorthKeeping else { return .filtered(.trivial) }
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
      // Without its line nobody can run a template that lacks something.
      let isWhole = userInfo["line"] != nil || !template.template.contains(OpenTarget.placeholder)
      activity.isEligibleForPrediction =
        isWhole && template.secret == nil && !isDangerous
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
  /// Returns the values that identify a command when it is done again.
  private static func identifying(_ template: CommandTemplate) -> [String: ActivityValue] {
    var userInfo: [String: ActivityValue] = [
      "program": .string(template.program), "template": .string(template.template),
    ]
    if let subcommand = template.subcommand { userInfo["subcommand"] = .string(subcommand) }
    return userInfo
  }

  /// Returns the part of a line that is read.
  private static func read(_ line: String) -> String { line.beginning(longestRead).trimmed }

  /// Returns the identity of what a command line does, or `nil` if it is no activity.
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
  /// The whole characters of its first bytes.
  fileprivate func beginning(_ count: Int) -> String {
    guard var end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }

  /// Without white space at both ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
