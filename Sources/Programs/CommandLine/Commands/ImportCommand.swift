internal import Activities
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
      choose sources without asking. `hunch import --list` lists all sources. The histories in the usual places that you agree to \
      are read again each hour if they have changed, by hunchd or hunch-import.timer, with the same options, unless you give \
      --once, --until or --limit. Others are never read again. The answer no, --except and --stop end that. Histories are only read; importing again adds only new records. Rules look for passwords, tokens and codes \
      in every text, and filter what they match. They miss some, mostly in rare formats: about 3 in 100 in a trial. With \
      --track, new records with a time but no place get the place where you were, from GPX, KML, GeoJSON, OwnTracks, or Google's Records.json \
      or Timeline; auto uses tracks in the folders that it searches. With --calendar they get the appointment at that time, as \
      the context attribute event, which `hunch suggest --calendar` uses.

      Visits to sensitive sites, and commands that are dangerous to repeat (rm -rf, git push --force), are kept but not suggested. The \
      report counts them; `hunch rules add --show` allows a site or a kind of site in suggestions, and `hunch rules add --hide` hides others.

        hunch import auto
        hunch import auto --yes --except firefox
        hunch import auto --dry-run ~/backup
        hunch import auto --list                  what is read again
        hunch import auto --stop --only firefox
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

  @Flag(
    help: """
      List the sources, their usual places, and whether they were tried on real files. With auto: list the histories that are \
      read again, and what the last reading gave.
      """)
  var list = false

  @Flag(help: "With auto: import only now, and do not read the sources again later.")
  var once = false

  @Flag(help: "With auto: read the sources that you agreed to again, as far as their files have changed.")
  var again = false

  @Flag(help: "With auto: stop reading sources again; --only and --except choose some.")
  var stop = false

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
    try validateAgreement()
    if list {
      guard files.isEmpty || files == [Self.automatic], from == nil else {
        throw ValidationError("--list takes no files and no --from.")
      }
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

  /// Checks the options about reading sources again.
  private func validateAgreement() throws {
    let given = [("--once", once), ("--again", again), ("--stop", stop)].filter(\.1).map(\.0)
    guard let name = given.first else { return }
    guard files.first == Self.automatic, from == nil else { throw ValidationError("\(name) needs auto.") }
    guard given.count == 1, !list else {
      throw ValidationError("Give only one of --once, --again, --stop and --list.")
    }
    guard again || stop else { return }
    let others: [(String, Bool)] = [
      ("files", files.count > 1), ("--dry-run", isRehearsal), ("--track", !track.isEmpty),
      ("--calendar", !calendar.isEmpty), ("--restore-forgotten", restoreForgotten),
      ("--tz", time.zone != nil), ("--since", since != nil), ("--until", until != nil),
      ("--limit", limit != nil), ("--templates-only", templatesOnly), ("--user", user.name != nil),
    ]
    if let (other, _) = others.first(where: \.1) {
      throw ValidationError("\(name) takes no \(other): the options of the agreement apply.")
    }
  }

  func run() async throws {
    let agreement = AgreedSourcesRun(store: store, output: output, only: Set(only), except: Set(except))
    let now = try WallClock.now()
    if list {
      return files.isEmpty
        ? try Console.print(ImporterList(isJSON: output.json).text) : try agreement.list(at: now)
    }
    if again { return try await agreement.readAgain(at: now) }
    if stop { return try await agreement.stop() }
    guard isHistory else { return try await importLogs() }
    var options = HistoryImport.Options()
    options.since = try since.map { try time.instant($0, now: now, bareDay: .beginning) }
    options.until = try until.map { try time.instant($0, now: now, bareDay: .beginning) }
    options.limit = limit
    options.restoresForgotten = restoreForgotten
    let settings = HistorySettings(zone: time.zone ?? .current, keepsTemplatesOnly: templatesOnly)
    let run = HistoryImportRun(
      settings: settings, zone: time.zone?.identifier, options: options, tracks: track, calendars: calendar,
      user: user, store: store,
      output: output,
      isRehearsal: isRehearsal, now: now)
    if let map {
      try await run.run(TableImporter(try mapping(in: map)), at: files)
    } else if let from, let importer = ImporterRegistry.importer(named: from) {
      try await run.run(importer, named: from.lowercased(), at: files)
    } else {
      try await run.runAutomatically(
        at: Array(files.dropFirst()), asks: !yes, only: Set(only), except: Set(except),
        agreement: once ? nil : agreement)
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
