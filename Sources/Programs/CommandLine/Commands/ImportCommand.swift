internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers
internal import SQLiteStorage
internal import Storage

/// `hunch import`.
struct ImportCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import donation logs, and histories of other programs.",
    discussion: """
      Each file is JSON Lines; `-` is standard input. A bad line is reported as file:line: field: reason, and the rest is \
      kept; a line more than a day in the future is one. The same log again adds nothing. What rules keep out (`hunch rules`) is counted; --json has \
      donations, feedback and phrases of that kind together in keptOut. What you forgot stays out, and is counted; --restore-forgotten \
      brings it back.

      A log can delete what you have. Before it forgets something, it asks; in a script, --deletions applies what a log deletes, and \
      --no-deletions leaves it out. Look through a log from somebody else with --dry-run first.

        hunch import history.jsonl
        hunch import --dry-run from-a-friend.jsonl
        zcat old.jsonl.gz | hunch import -

      With --from it imports what another program kept: the file that is named, or what lies in the usual places. auto finds \
      histories on this machine, or in the folders and files that follow, says what each would add, and asks for each. --only and --except \
      choose sources without asking. `hunch import --list` has all sources. The history is only read; again it adds what is new. Rules look for passwords, tokens and codes \
      in every text, and leave out what they hit. They miss some, mostly of rare shapes: about 3 in 100 in a trial. With \
      --track what is new, and has a time but no place, gets the place where you were, from GPX, KML, GeoJSON, OwnTracks, or Google's Records.json \
      or Timeline; auto takes tracks that lie in the folders it looks through. With --calendar it gets the appointment that took place, as \
      the context attribute event, which `hunch suggest --calendar` asks with.

      Visits of sensitive sites, and commands that are dangerous to repeat (rm -rf, git push --force), are kept and not suggested. The \
      report counts them; `hunch rules add --show` lets a site or a kind of site be suggested, and `hunch rules add --hide` adds others.

        hunch import auto
        hunch import auto --yes --except firefox
        hunch import auto --dry-run ~/backup
        hunch import --from bash
        hunch import --from zsh --tz Europe/Berlin old/.zsh_history
        hunch import --from firefox --track owntracks/rec
        hunch import --from table --map plays.map.json plays.csv

      Exits with 0 if something could be read, though other lines were bad: how many is reported, and --json has the number. 65: none could \
      be read; 1: there is nothing to import; 66: a file does not exist.
      """)
  static let sample = ["good.jsonl"]

  @Argument(
    help: ArgumentHelp(
      "Donation logs, or - for standard input; auto, or what --from says.", valueName: "file"),
    completion: CompletionScript.importFiles)
  var files: [String] = []

  @Option(
    help: ArgumentHelp("Import the history of this program.", valueName: "source"),
    completion: .sources)
  var from: String?

  @Option(
    help: ArgumentHelp("What the columns of a table are: a mapping, for --from table.", valueName: "file"),
    completion: .file())
  var map: String?

  @Option(
    help: ArgumentHelp("Where you were: a track, or a folder of tracks.", valueName: "file"),
    completion: .file())
  var track: [String] = []

  @Option(
    help: ArgumentHelp("The appointments that you had: a calendar (.ics).", valueName: "file"),
    completion: .file())
  var calendar: [String] = []

  @Flag(help: "List the sources, their usual places, and whether they were tried on real files.")
  var list = false

  @Flag(name: .customLong("dry-run"), help: "Import nothing; say what would be.")
  var isRehearsal = false

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @Option(
    help: ArgumentHelp("With auto: only this source; may be repeated.", valueName: "source"),
    completion: .sources)
  var only: [String] = []

  @Option(
    help: ArgumentHelp("With auto: not this source; may be repeated.", valueName: "source"),
    completion: .sources)
  var except: [String] = []

  @Flag(help: "Also import what you forgot before; else it stays out.")
  var restoreForgotten = false

  @Flag(
    inversion: .prefixedNo,
    help: "Apply or leave out what a log deletes. Default: ask before it forgets something.")
  var deletions: Bool?

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp("Nothing before this moment; a day means from its beginning.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var since: MomentArgument?

  @Option(
    help: ArgumentHelp("Nothing at or after this moment.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var until: MomentArgument?

  @Option(
    help: ArgumentHelp("At most COUNT records of each history, from its beginning.", valueName: "count"),
    completion: .nothing)
  var limit: Int?

  @Flag(help: "Keep no whole command lines or addresses, only their templates.")
  var templatesOnly = false

  @OptionGroup var user: UserOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  /// The word that stands for whatever is found.
  static let automatic = "auto"

  private var isHistory: Bool { from != nil || files.first == Self.automatic }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit has to be at least 1.") }
    guard files.first == Self.automatic && from == nil || only.isEmpty && except.isEmpty else {
      throw ValidationError("--only and --except are for auto.")
    }
    for name in (from.map { [$0] } ?? []) + only + except
    where ImporterRegistry.importer(named: name) == nil {
      let near = NearNames.near(name, of: ImporterRegistry.names)
      let question = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
      throw ValidationError(
        "There is no source of that name.\(question) `hunch import --list` lists them.")
    }
    if list {
      guard files.isEmpty, from == nil else { throw ValidationError("--list stands alone.") }
      return
    }
    if map != nil, from != TableImporter().name { throw ValidationError("--map is for --from table.") }
    if from == TableImporter().name {
      guard map != nil else { throw ValidationError("A table needs --map: what its columns are.") }
      guard !files.isEmpty else { throw ValidationError("Name the table.") }
    }
    guard !isHistory else {
      guard deletions == nil else {
        throw ValidationError("--deletions is for logs; the history of a program deletes nothing.")
      }
      return
    }
    guard !files.isEmpty else {
      throw ValidationError("Name a log, or the history of a program with --from, or auto.")
    }
    let others: [(String, Bool)] = [
      ("--yes", yes), ("--tz", time.zone != nil), ("--since", since != nil),
      ("--until", until != nil), ("--limit", limit != nil), ("--user", user.name != nil),
      ("--templates-only", templatesOnly), ("--track", !track.isEmpty),
      ("--calendar", !calendar.isEmpty),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError("\(name) is for --from and auto; a log says all that itself.")
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
    // A missing file is told before anything is stored, and so is one of another kind.
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

/// Imports files and says what became of them.
struct ImportRun {
  /// What becomes of deletions that forget something that is in the store.
  enum Deletions {
    case apply, leaveOut, ask
  }

  let files: [LogFile]
  let log: any DonationStore
  let output: OutputOptions
  var deletions = Deletions.apply
  /// A Boolean value that indicates whether nothing is imported, and only counted.
  var isRehearsal = false
  /// A Boolean value that indicates whether donations that the user forgot come back.
  var restoresForgotten = false

  func run() async throws {
    var total = ImportReport()
    let now = try WallClock.now()
    var rehearsal = LogRehearsal(of: log)
    for file in files {
      guard !isRehearsal else {
        total.add(
          try await file.rehearse(
            for: log, in: &rehearsal, now: now, quiet: output.quiet, appliesDeletions: deletions != .leaveOut,
            restoresForgotten: restoresForgotten))
        continue
      }
      // Asked before anything of the file is stored; a pipe is asked about when it comes to a
      // deletion.
      let isAllowed = file.canBeReadAgain ? try await allowsDeletions(of: file, now: now) : nil
      total.add(
        try await file.apply(
          to: log, now: now, quiet: output.quiet, restoresForgotten: restoresForgotten
        ) { try isAllowed ?? allows($0, of: file) })
    }
    if output.json {
      try Console.print(JSONText.line(Summary(total)))
    } else if isRehearsal {
      try Console.print(Self.words(total, isRehearsal: true))
    } else {
      output.note(Self.words(total, isRehearsal: false))
    }
    let good =
      total.donations.added + total.donations.duplicates + total.feedback.added
      + total.feedback.duplicates + total.deletions + total.deletionsLeftOut + total.donations.filtered
      + total.feedback.filtered + total.donations.stayedForgotten
      + total.phrases.added + total.phrases.duplicates + total.phrases.filtered
    guard good == 0 else { return }
    throw total.badLines > 0
      ? Failure("none of the lines could be read", .badData)
      : Failure("there is nothing to import", .nothingFound)
  }

  /// Returns whether the deletions of a whole log are applied; asks if that was not said and they
  /// would forget something.
  private func allowsDeletions(of file: LogFile, now: Instant) async throws -> Bool {
    guard case .ask = deletions else { return deletions == .apply }
    let forgotten = try await file.forgotten(in: log, now: now)
    return try forgotten.isEmpty || allows(forgotten, of: file)
  }

  /// Returns whether a log's deletions are applied; asks if that was not said.
  ///
  /// - Throws: A ``Failure`` if nobody can be asked.
  private func allows(_ forgotten: ForgettingReceipt, of file: LogFile) throws -> Bool {
    guard case .ask = deletions else { return deletions == .apply }
    let words = Self.words(forgotten)
    guard Terminal.standardInput.isInteractive, Terminal.standardError.isInteractive, file.path != "-" else {
      throw Failure(
        "\(file.path): the log forgets what you have (\(words)); give --deletions to let it, --no-deletions to leave that out, or --dry-run to look first",
        .usage)
    }
    Console.eraseLine()
    Console.ask("\(file.name) forgets what you have (\(words)), for good. Let it? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// The deletions of a log in words: what they would forget.
  private static func words(_ forgotten: ForgettingReceipt) -> String {
    let parts = [
      (forgotten.donations, "donation"), (forgotten.feedbackShortened + forgotten.feedbackRemoved, "record"),
      (forgotten.phrases, "phrase"), (forgotten.places, "named place"), (forgotten.hints, "hint"),
      (forgotten.items, "item"),
    ].filter { $0.0 > 0 }.map { Formatting.count($0.0, $0.1) }
    return parts.isEmpty ? "what was learned" : parts.joined(separator: ", ")
  }

  private static func words(_ report: ImportReport, isRehearsal: Bool) -> String {
    let (added, known) = (report.donations.added, report.donations.duplicates)
    let (nothing, adding, was, were, forgot) =
      isRehearsal
      ? ("nothing would be added", "would add", "is", "are", "would forget")
      : ("nothing was added", "added", "was", "were", "forgot")
    var parts = [added == 0 ? nothing : "\(adding) \(Formatting.count(added, "donation"))"]
    if known > 0 { parts.append("\(Formatting.grouped(known)) \(known == 1 ? was : were) there already") }
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
      parts.append("\(Formatting.count(report.deletionsLeftOut, "deletion")) left out")
    }
    let filtered = [
      (report.donations.filtered, "donation", ""), (report.feedback.filtered, "record", " of feedback"),
      (report.phrases.filtered, "phrase", ""),
    ].filter { $0.0 > 0 }.map { Formatting.count($0.0, $0.1) + $0.2 }
    if !filtered.isEmpty { parts.append("\(filtered.joined(separator: " and ")) kept out by rules") }
    if report.donations.stayedForgotten > 0 {
      let (count, them) = (
        report.donations.stayedForgotten, report.donations.stayedForgotten == 1 ? "it" : "them"
      )
      parts.append(
        "\(Formatting.count(count, "donation")) left out because you forgot \(them) (--restore-forgotten brings \(them) back)"
      )
    }
    if report.donations.redacted > 0 {
      parts.append("\(Formatting.grouped(report.donations.redacted)) redacted")
    }
    if report.retired > 0 {
      parts.append("\(Formatting.count(report.retired, "old donation")) beyond the retention forgotten")
    }
    if report.badLines > 0 { parts.append("\(Formatting.count(report.badLines, "bad line")) left out") }
    return parts.joined(separator: ", ")
  }

  private struct Summary: Encodable {
    let added: Int
    let duplicates: Int
    let feedback: Int
    let phrases: Int
    let deletions: Int
    let deletionsLeftOut: Int
    let forgotten: Int
    /// Lines that rules kept out: donations, feedback and phrases.
    let keptOut: Int
    let redacted: Int
    /// Donations that stay forgotten.
    let stayedForgotten: Int
    let retired: Int
    let badLines: Int

    init(_ report: ImportReport) {
      added = report.donations.added
      duplicates = report.donations.duplicates
      feedback = report.feedback.added
      phrases = report.phrases.added
      deletions = report.deletions
      deletionsLeftOut = report.deletionsLeftOut
      forgotten = report.forgotten
      keptOut = report.donations.filtered + report.feedback.filtered + report.phrases.filtered
      redacted = report.donations.redacted
      stayedForgotten = report.donations.stayedForgotten
      retired = report.retired
      badLines = report.badLines
    }
  }
}
