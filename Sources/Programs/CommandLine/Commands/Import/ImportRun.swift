internal import Activities
internal import Answering
internal import Answers
internal import LogFormat
internal import ProgramSupport
internal import Storage

/// Imports files and reports the outcome.
struct ImportRun {
  /// The handling of deletions that would forget something in the store.
  enum Deletions {
    case apply, leaveOut, ask
  }

  let files: [LogFile]
  let log: any DonationStore
  let output: OutputOptions
  var deletions = Deletions.apply
  /// A Boolean value that indicates whether lines are only counted, not imported.
  var isRehearsal = false
  /// A Boolean value that indicates whether the JSON of the outcome lists the first bad lines.
  var listsRefused = false
  /// A Boolean value that indicates whether donations that the user forgot are restored.
  var restoresForgotten = false

  func run() async throws {
    var total = ImportReport()
    let now = try WallClock.now()
    var rehearsal = LogRehearsal(of: log)
    var problems: [LineProblem] = []
    for file in files {
      guard !isRehearsal else {
        total.add(
          try await file.rehearse(
            for: log, in: &rehearsal, now: now, quiet: output.quiet, appliesDeletions: deletions != .leaveOut,
            restoresForgotten: restoresForgotten))
        continue
      }
      // The user is asked before anything in the file is stored; for a pipe, at its first deletion.
      let isAllowed = file.canBeReadAgain ? try await allowsDeletions(of: file, now: now) : nil
      total.add(
        try await file.apply(
          to: log, now: now, quiet: output.quiet, restoresForgotten: restoresForgotten,
          problem: { if listsRefused, problems.count < LogReport.mostRefusals { problems.append($0) } }
        ) { try isAllowed ?? allows($0, of: file) })
    }
    if output.json {
      try Console.print(JSONText.line(LogReport(total, refused: problems)))
    } else {
      let rules = RuleUseText(
        try await log.privacyRules(), on: isRehearsal ? .standardOutput : .standardError, now: now)
      let leftOut = rules.line(of: total.rules).map { [$0] } ?? []
      for line in [Self.words(total, isRehearsal: isRehearsal)] + leftOut {
        if isRehearsal { try Console.print(line) } else { output.note(line) }
      }
    }
    let good =
      total.donations.added + total.donations.duplicates + total.feedback.added
      + total.feedback.duplicates + total.deletions + total.deletionsLeftOut + total.donations.filtered
      + total.feedback.filtered + total.donations.stayedForgotten
      + total.phrases.added + total.phrases.duplicates + total.phrases.filtered
    guard good == 0 else { return }
    throw total.badLines > 0
      ? Failure("none of the lines could be read", .badData)
      : Failure("nothing to import", .nothingFound)
  }

  /// Returns whether to apply the deletions of a whole log; without an option it asks if they would
  /// forget something.
  private func allowsDeletions(of file: LogFile, now: Instant) async throws -> Bool {
    guard case .ask = deletions else { return deletions == .apply }
    let forgotten = try await file.forgotten(in: log, now: now)
    return try forgotten.isEmpty || allows(forgotten, of: file)
  }

  /// Returns whether to apply a log's deletions; without an option it asks.
  ///
  /// - Throws: A ``Failure`` if there is no terminal to ask on.
  private func allows(_ forgotten: ForgettingReceipt, of file: LogFile) throws -> Bool {
    guard case .ask = deletions else { return deletions == .apply }
    let words = Self.words(forgotten)
    guard Terminal.standardInput.isInteractive, Terminal.standardError.isInteractive, file.path != "-" else {
      throw Failure(
        "\(file.path): the log would forget your data (\(words)); give --deletions to allow it, --no-deletions to skip that, or --dry-run to preview",
        .usage)
    }
    Console.eraseLine()
    Console.ask("\(file.name) would permanently forget your data (\(words)). Allow it? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Returns the effect of a log's deletions in words.
  private static func words(_ forgotten: ForgettingReceipt) -> String {
    let parts = [
      (forgotten.donations, "donation"), (forgotten.feedbackShortened + forgotten.feedbackRemoved, "record"),
      (forgotten.phrases, "phrase"), (forgotten.places, "named place"), (forgotten.hints, "hint"),
      (forgotten.items, "item"),
    ].filter { $0.0 > 0 }.map { Formatting.count($0.0, $0.1) }
    return parts.isEmpty ? "the learned state" : parts.joined(separator: ", ")
  }

  private static func words(_ report: ImportReport, isRehearsal: Bool) -> String {
    let (added, known) = (report.donations.added, report.donations.duplicates)
    let (nothing, adding, was, were, forgot) =
      isRehearsal
      ? ("nothing would be added", "would add", "exists", "exist", "would forget")
      : ("nothing was added", "added", "existed", "existed", "forgot")
    var parts = [added == 0 ? nothing : "\(adding) \(Formatting.count(added, "donation"))"]
    if known > 0 { parts.append("\(Formatting.grouped(known)) already \(known == 1 ? was : were)") }
    if report.feedback.added > 0 {
      parts.append("\(Formatting.count(report.feedback.added, "record")) of feedback")
    }
    if report.phrases.added > 0 { parts.append(Formatting.count(report.phrases.added, "phrase")) }
    if report.deletions > 0 {
      parts.append(
        "\(Formatting.count(report.deletions, "deletion")) \(forgot) \(Formatting.count(report.forgotten, "donation"))"
      )
    }
    if report.deletionsLeftOut > 0 {
      parts.append("\(Formatting.count(report.deletionsLeftOut, "deletion")) skipped")
    }
    let filtered = [
      (report.donations.filtered, "donation", ""), (report.feedback.filtered, "record", " of feedback"),
      (report.phrases.filtered, "phrase", ""),
    ].filter { $0.0 > 0 }.map { Formatting.count($0.0, $0.1) + $0.2 }
    if !filtered.isEmpty { parts.append("\(filtered.joined(separator: " and ")) filtered by rules") }
    if report.donations.stayedForgotten > 0 {
      let (count, them) = (
        report.donations.stayedForgotten, report.donations.stayedForgotten == 1 ? "it" : "them"
      )
      parts.append(
        "\(Formatting.count(count, "donation")) skipped because you forgot \(them) (--restore-forgotten restores \(them))"
      )
    }
    if report.donations.redacted > 0 {
      parts.append("\(Formatting.grouped(report.donations.redacted)) redacted")
    }
    if report.retired > 0 {
      parts.append("\(Formatting.count(report.retired, "old donation")) beyond the retention forgotten")
    }
    if report.badLines > 0 { parts.append("\(Formatting.count(report.badLines, "bad line")) skipped") }
    return parts.joined(separator: ", ")
  }
}
