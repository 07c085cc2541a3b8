internal import Activities
internal import Answering
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers
internal import LogFormat
internal import ProgramSupport
internal import SQLiteStorage
internal import Storage

/// `hunch import`.
struct ImportCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import donation logs, and histories of other programs.",
    discussion: """
      Each file is JSON Lines; `-` is standard input. A bad line, such as one more than a day in the future, is reported as \
      file:line: field: reason, and the rest is imported. Importing the same log again adds nothing. Lines filtered by rules (`hunch rules`) are counted; \
      keptOut in --json is the number of such donations, feedback and phrases. Forgotten donations stay forgotten, and are counted; --restore-forgotten \
      restores them.

      A log can delete your donations. The command asks before it forgets any; in a script, --deletions applies a log's deletions, and \
      --no-deletions skips them. Check a log from somebody else with --dry-run first.

        hunch import history.jsonl
        hunch import --dry-run from-a-friend.jsonl
        zcat old.jsonl.gz | hunch import -

      With --from it imports the history of another program: the given file, or the files in the usual places. auto finds \
      histories on this machine, or in the given folders and files, reports what each would add, and asks about each. --only and --except \
      choose sources without asking. `hunch import --list` lists all sources. Histories are only read; importing again adds only new records. Rules look for passwords, tokens and codes \
      in every text, and filter what they match. They miss some, mostly in rare formats: about 3 in 100 in a trial. With \
      --track, new records with a time but no place get the place where you were, from GPX, KML, GeoJSON, OwnTracks, or Google's Records.json \
      or Timeline; auto uses tracks in the folders that it searches. With --calendar they get the appointment at that time, as \
      the context attribute event, which `hunch suggest --calendar` uses.

      Visits to sensitive sites, and commands that are dangerous to repeat (rm -rf, git push --force), are kept but not suggested. The \
      report counts them; `hunch rules add --show` allows a site or a kind of site in suggestions, and `hunch rules add --hide` hides others.

        hunch import auto
        hunch import auto --yes --except firefox
        hunch import auto --dry-run ~/backup
        hunch import --from bash
        hunch import --from zsh --tz Europe/Berlin old/.zsh_history
        hunch import --from firefox --track owntracks/rec
        hunch import --from table --map plays.map.json plays.csv

      Exits with 0 if any line could be read; the number of bad lines is reported, and in --json. 65: none could be read; 1: there is \
      nothing to import; 66: a file does not exist.
      """)
  static let sample = ["good.jsonl"]

  @Argument(
    help: ArgumentHelp(
      "Import these donation logs; - is standard input. With auto or --from, these histories.",
      valueName: "file"),
    completion: CompletionScript.importFiles)
  var files: [String] = []

  @Option(
    help: ArgumentHelp("Import the history of this program.", valueName: "source"),
    completion: .sources)
  var from: String?

  @Option(
    help: ArgumentHelp(
      "With --from table: read the meaning of the columns from this mapping.", valueName: "file"),
    completion: .file())
  var map: String?

  @Option(
    help: ArgumentHelp(
      "Add places from this track, or folder of tracks; may be repeated.", valueName: "file"),
    completion: .file())
  var track: [String] = []

  @Option(
    help: ArgumentHelp("Add appointments from this calendar (.ics); may be repeated.", valueName: "file"),
    completion: .file())
  var calendar: [String] = []

  @Flag(help: "List the sources, their usual places, and whether they were tried on real files.")
  var list = false

  @Flag(name: .customLong("dry-run"), help: "Import nothing; print what would be imported.")
  var isRehearsal = false

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @Option(
    help: ArgumentHelp("With auto: import only this source; may be repeated.", valueName: "source"),
    completion: .sources)
  var only: [String] = []

  @Option(
    help: ArgumentHelp("With auto: skip this source; may be repeated.", valueName: "source"),
    completion: .sources)
  var except: [String] = []

  @Flag(help: "Also import donations that you forgot, which are skipped by default.")
  var restoreForgotten = false

  @Flag(
    inversion: .prefixedNo,
    help: "Apply or skip the deletions of a log. Default: ask before any donation is forgotten.")
  var deletions: Bool?

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp("Skip records before this moment; a day means its beginning.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var since: MomentArgument?

  @Option(
    help: ArgumentHelp("Skip records at or after this moment.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var until: MomentArgument?

  @Option(
    help: ArgumentHelp(
      "Import at most COUNT records of each history, from its beginning.", valueName: "count"),
    completion: .nothing)
  var limit: Int?

  @Flag(help: "Keep only the templates of command lines and addresses.")
  var templatesOnly = false

  @OptionGroup var user: UserOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  /// The argument that imports all histories found.
  static let automatic = "auto"

  private var isHistory: Bool { from != nil || files.first == Self.automatic }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    guard files.first == Self.automatic && from == nil || only.isEmpty && except.isEmpty else {
      throw ValidationError("--only and --except need auto.")
    }
    for name in (from.map { [$0] } ?? []) + only + except
    where ImporterRegistry.importer(named: name) == nil {
      let near = NearNames.near(name, of: ImporterRegistry.names)
      let question = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
      throw ValidationError(
        "Unknown source.\(question) `hunch import --list` lists them.")
    }
    if list {
      guard files.isEmpty, from == nil else { throw ValidationError("--list takes no files and no --from.") }
      return
    }
    if map != nil, from != TableImporter().name { throw ValidationError("--map needs --from table.") }
    if from == TableImporter().name {
      guard map != nil else { throw ValidationError("A table needs --map, the meaning of its columns.") }
      guard !files.isEmpty else { throw ValidationError("Name the table.") }
    }
    guard !isHistory else {
      guard deletions == nil else {
        throw ValidationError("--deletions is for logs; histories of programs delete nothing.")
      }
      return
    }
    guard !files.isEmpty else {
      throw ValidationError("Name a log, or give auto, or --from for the history of a program.")
    }
    let others: [(String, Bool)] = [
      ("--yes", yes), ("--tz", time.zone != nil), ("--since", since != nil),
      ("--until", until != nil), ("--limit", limit != nil), ("--user", user.name != nil),
      ("--templates-only", templatesOnly), ("--track", !track.isEmpty),
      ("--calendar", !calendar.isEmpty),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError("\(name) needs --from or auto; a log has its own.")
    }
  }

  func run() async throws {
    if list { return try Console.print(ImporterList(isJSON: output.json).text) }
    guard isHistory else { return try await importLogs() }
    let now = try WallClock.now()
    var options = HistoryImport.Options()
    options.since = try since.map { try time.instant($0, now: now, bareDay: .beginning) }
    options.until = try until.map { try time.instant($0, now: now, bareDay: .beginning) }
    options.limit = limit
    options.restoresForgotten = restoreForgotten
    let settings = HistorySettings(zone: time.zone ?? .current, keepsTemplatesOnly: templatesOnly)
    let run = HistoryImportRun(
      settings: settings, options: options, tracks: track, calendars: calendar, user: user, store: store,
      output: output,
      isRehearsal: isRehearsal, now: now)
    if let map {
      try await run.run(TableImporter(try mapping(in: map)), at: files)
    } else if let from, let importer = ImporterRegistry.importer(named: from) {
      try await run.run(importer, named: from.lowercased(), at: files)
    } else {
      try await run.runAutomatically(
        at: Array(files.dropFirst()), asks: !yes, only: Set(only), except: Set(except))
    }
  }

  /// Reads a mapping.
  private func mapping(in path: String) throws -> TableMapping {
    let document = try WholeFile(path: path).read()
    do throws(TableMappingError) { return try TableMapping(document) } catch {
      throw Failure("\(path): \(error)", .badData)
    }
  }

  private func importLogs() async throws {
    let files = files.map(LogFile.init)
    // Missing files, and files of other kinds, are reported before anything is stored.
    for file in files where file.path != "-" {
      _ = try file.reader()
      try file.checkThatItIsNoHistory()
    }
    let effect = deletions.map { $0 ? ImportRun.Deletions.apply : .leaveOut } ?? .ask
    if isRehearsal {
      let log = try store.openExisting() ?? InMemoryDonationStore() as any DonationStore
      return try await ImportRun(
        files: files, log: log, output: output, deletions: effect, isRehearsal: true,
        restoresForgotten: restoreForgotten
      ).run()
    }
    try await ImportRun(
      files: files, log: try store.open(), output: output, deletions: effect,
      restoresForgotten: restoreForgotten
    ).run()
  }
}

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
