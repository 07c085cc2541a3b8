internal import Activities

/// The commands that the hook of a shell recorded (`hunch init`), as lines of a spool.
///
/// A command is one activity with those of the shell's own history: the level is the same as for
/// every shell (``CommandActivity``). Besides, it has:
///
/// - Context: working folder (`cwd`), root folder of the repository (`repo`), branch (`branch`),
///   and the exit code of the command before (`previousExit`).
/// - In `userInfo`, not part of the identity: the exit code (`exit`), if it is not 0.
/// - Device: the host. Duration: measured by the shell.
/// - Source: a suggestion, if the user took the line from `hunch next`.
///
/// Commands that nobody would repeat, such as `ls`, are kept too, but not suggested: at a prompt,
/// what comes after them is of interest (`ShellLines`).
///
/// A command that was not found (exit code 127) was mistyped, and one that never succeeded is not
/// suggested (``CommandOutcomes``).
///
/// It is not in ``ImporterRegistry``: a spool is taken in by ``CommandSpool``, without being asked
/// for.
struct HookImporter: HistoryImporter {
  let name = "hook"
  let summary = "commands that the hook of a shell recorded"
  let locations: [HistoryLocation] = []
  let basis = HistoryBasis.realFiles
  let clock = HistoryClock.offset
  let datesEveryRecord = true

  /// The commands that are known not to have failed every time.
  var known: Set<ActivityIdentity> = []

  /// Returns whether a donation is a command that a hook recorded, accepted suggestions included.
  static func hasRecorded(_ donation: Donation) -> Bool {
    donation.details.externalIdentifier?.hasPrefix("hook:") ?? false
  }

  func recognition(of file: HistoryFile) -> HistoryRecognition {
    file.head.first == HookRecord.mark ? .certain : .possible
  }

  func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var runs: [(line: String, exit: Int64?)] = []
    try file.forEachLine { _, bytes in
      if let record = bytes.flatMap({ HookRecord($0) }) { runs.append((record.line, record.exit)) }
    }
    let outcomes = CommandOutcomes(of: runs, known: known)
    try file.forEachLine { number, bytes in
      let record = bytes.flatMap { HookRecord($0) }
      let content: HistoryRecord.Content =
        if let record { self.content(of: record, outcomes, settings) } else { .malformed(.torn) }
      try receive(HistoryRecord(content, at: .line(number)))
    }
  }

  private func content(
    of record: HookRecord, _ outcomes: CommandOutcomes, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    if record.exit == 127 { return .filtered(.notFound) }
    do throws(HistoryProblem) {
      let time = try instant(of: record, settings)
      return CommandActivity.content(
        of: record.line, at: .exact(time), in: record.shell, settings, outcomes: outcomes, keepsTrivial: true
      ) { found in
        if let exit = record.exit, exit != 0 { found.activity.userInfo["exit"] = .integer(exit) }
        found.attributes["cwd"] = record.folder.map(ActivityValue.string)
        found.attributes["repo"] = record.repository.map(ActivityValue.string)
        found.attributes["branch"] = record.branch.map(ActivityValue.string)
        found.attributes["previousExit"] = record.previousExit.map(ActivityValue.integer)
        found.device = record.host
        found.duration = record.duration
        found.key = record.identifier
        found.isTaken = record.isTaken
      } ?? .filtered(.trivial)
    } catch { return .malformed(error) }
  }

  private func instant(
    of record: HookRecord, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Instant {
    let instant = try settings.instant(record.start, .microseconds)
    guard let offset = record.offsetMinutes, offset != instant.offsetMinutes else { return instant }
    do {
      return try Instant(milliseconds: instant.milliseconds, offsetMinutes: offset)
    } catch { throw .time }
  }
}

extension HistoryProblem {
  /// A line that its writer could not finish.
  fileprivate static let torn = HistoryProblem("the shell was stopped while it wrote this line")
}
