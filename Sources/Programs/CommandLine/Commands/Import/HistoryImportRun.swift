internal import Activities
internal import Answers
internal import ArgumentParser
internal import Files
internal import Foundation
internal import Importers
internal import SQLiteStorage
internal import Storage

/// An import of other programs' histories: finds them, reports what each would add, asks, imports,
/// and reports the outcome.
struct HistoryImportRun {
  let settings: HistorySettings
  /// The identifier of the time zone that the user named; `nil` for the machine's.
  let zone: String?
  let options: HistoryImport.Options
  /// The tracks of where the user was, and folders of tracks.
  let tracks: [String]
  /// The calendars with the appointments that the user had.
  let calendars: [String]
  let user: UserOptions
  let store: StoreOptions
  let output: OutputOptions
  /// A Boolean value that indicates whether records are only counted, not imported.
  let isRehearsal: Bool
  let now: Instant

  /// Imports the histories of one program.
  ///
  /// - Parameters:
  ///   - name: The user's name for the program; `nil` for its own.
  ///   - paths: The files; empty for those in the usual places.
  func run(_ importer: any HistoryImporter, named name: String? = nil, at paths: [String]) async throws {
    var paths = paths
    if paths.isEmpty {
      paths = finder.paths(of: importer)
      guard !paths.isEmpty else {
        let places = importer.locations.map(\.words).joined(separator: ", ")
        throw Failure("no history of \(name ?? importer.name) at \(places); name its file", .noInput)
      }
    }
    let files = try paths.map { path in
      guard path != "-" else { throw HistoryError(.notARegularFile, at: "standard input") }
      guard !path.isEmpty else { throw Failure.emptyFileName }
      let file = try HistoryFile(path: path)
      try ImporterRegistry.check(file, isFor: importer)
      return FoundHistory(file, by: importer)
    }
    let surroundings = try surroundings(tracks)
    try await finish(try await imported(files, surroundings, rehearsing: isRehearsal))
  }

  /// Finds histories, and imports them if the user agrees.
  ///
  /// - Parameters:
  ///   - paths: Files, and folders to search; empty for the usual places on this machine.
  ///   - asks: Whether to ask the user about each source.
  ///   - only: The names of the sources to import; empty for all.
  ///   - except: The names of the sources to skip.
  ///   - agreement: Notes which sources may be read again; `nil` if none is to be. Files that the
  ///     user named are imported only now.
  func runAutomatically(
    at paths: [String], asks: Bool, only: Set<String> = [], except: Set<String> = [],
    agreement: AgreedSourcesRun?
  ) async throws {
    let agreement =
      paths.isEmpty && !isRehearsal && options.until == nil && options.limit == nil
      ? agreement : nil
    let asks = asks && !isRehearsal
    guard !asks || Terminal.standardInput.isInteractive else {
      throw Failure(
        "auto asks before it imports, and there is no terminal to ask on; give --yes, or --dry-run to preview",
        .usage)
    }
    var finder = finder
    let found = try paths.isEmpty ? finder.onThisMachine() : finder.at(paths)
    for problem in found.problems { Console.note("\(problem.path): \(problem)") }
    if found.isCutOff {
      Console.note("a folder has too many files and was searched only in part; name its subfolders")
    }
    let wanted = found.histories.filter { history in
      let name = history.importer.name
      return (only.isEmpty || only.contains(name)) && !except.contains(name)
    }
    let names = Set(wanted.map(\.importer.name))
    let histories = wanted.filter { history in history.coveredBy.map { !names.contains($0) } ?? true }
    for left in wanted {
      guard let other = left.coveredBy, names.contains(other) else { continue }
      output.note(
        "skipped \(left.file.path): \(other) has its commands too; --from \(left.importer.name) imports it anyway"
      )
    }
    guard !histories.isEmpty else {
      throw Failure(
        found.histories.count > wanted.count
          ? "no history of the chosen sources found; `hunch import auto --dry-run` lists all"
          : found.tracks.isEmpty
            ? "no history found; `hunch import --list` lists the places searched"
            : "only tracks found, which add places to a history; name a history too",
        .nothingFound)
    }
    let surroundings = try surroundings(tracks + found.tracks)
    if isRehearsal { return try await finish(try await imported(histories, surroundings, rehearsing: true)) }
    if asks {
      let plan = try await imported(histories, surroundings, rehearsing: true)
      Console.note(lines: try await text(of: plan, on: .standardError, isRehearsal: true).text)
      let agreed = try agreement?.agreedPaths
      let open = zip(histories, plan).filter { history, report in
        report.added > 0
          || report.known > 0 && agreed?.contains(AgreedSource.absolute(history.file.path)) == false
      }
      guard !open.isEmpty else { throw Failure("nothing new to import", .nothingFound) }
      let (chosen, declined) = Self.chosen(of: open, readsAgain: agreement != nil)
      guard !chosen.isEmpty else {
        await agreement?.agree(to: [], butNotTo: declined)
        throw Failure("nothing was imported", .nothingFound)
      }
      return try await finish(chosen, surroundings, found, agreement, declined)
    }
    try await finish(histories, surroundings, found, agreement, [])
  }

  /// Imports histories, notes that they may be read again, and reports the outcome.
  private func finish(
    _ histories: [FoundHistory], _ surroundings: Surroundings, _ found: HistoryFinder.Result,
    _ agreement: AgreedSourcesRun?, _ declined: Set<String>
  ) async throws {
    let stamps = histories.map { FileStamp(at: $0.file.path) }
    let reports = try await imported(histories, surroundings, rehearsing: false)
    if let agreement {
      let earlier = (try? agreement.agreedPaths) ?? []
      let agreed = earlier.union(histories.map { AgreedSource.absolute($0.file.path) })
      let user = try await user.user(in: try store.openExisting(), quiet: true)
      var sources: [(source: AgreedSource, reading: SourceReading)] = []
      for (history, (report, stamp)) in zip(histories, zip(reports, stamps)) {
        var source = AgreedSource(
          of: history.importer.name, at: history.file.path, for: try store.path(), user: user)
        source.zone = zone
        (source.keepsTemplatesOnly, source.since) = (settings.keepsTemplatesOnly, options.since)
        // A track in a usual place is a history, which may have been declined.
        source.tracks =
          tracks.map(AgreedSource.absolute) + found.tracks.map(AgreedSource.absolute).filter(agreed.contains)
        source.calendars = calendars.map(AgreedSource.absolute)
        sources.append((source, SourceReading(report, of: stamp, at: now)))
      }
      await agreement.agree(to: sources, butNotTo: declined)
    }
    try await finish(reports)
  }

  /// Asks about each history; `a` accepts all remaining ones.
  ///
  /// The end of the input skips the remaining ones.
  ///
  /// - Parameter readsAgain: Whether the answer is also about reading the history again.
  /// - Returns: The accepted histories, and the paths of those that were declined.
  private static func chosen(
    of open: [(history: FoundHistory, report: HistoryReport)], readsAgain: Bool
  ) -> (chosen: [FoundHistory], declined: Set<String>) {
    var (chosen, declined): ([FoundHistory], Set<String>) = ([], [])
    for (index, one) in open.enumerated() {
      let source = open.count == 1 ? "" : " of \(one.history.importer.name)"
      let what =
        one.report.added == 0
        ? "new records of \(one.history.importer.name) each hour"
        : Formatting.count(one.report.added, "donation") + source
          + (readsAgain ? ", and new ones each hour" : "")
      Console.ask("Import \(what)? \(index == open.count - 1 ? "[Y/n]" : "[Y/n, a: all]") ")
      guard let answer = readLine()?.lowercased() else { break }
      if answer == "a" || answer == "all" {
        return (chosen + open[index...].map(\.history), declined)
      }
      if ["", "y", "yes"].contains(answer) {
        chosen.append(one.history)
      } else {
        declined.insert(AgreedSource.absolute(one.history.file.path))
      }
    }
    return (chosen, declined)
  }

  /// The places and appointments known besides the histories.
  private struct Surroundings {
    let track: LocationTrack
    let calendar: CalendarContext
  }

  private func surroundings(_ paths: [String]) throws -> Surroundings {
    let track = try LocationFiles(paths: paths, output: output).read().track
    // Records imported without a place do not get one when they are imported again.
    guard tracks.isEmpty || track.count > 0 else {
      throw Failure(
        "nothing was imported: the tracks have no usable position; positions must be accurate to \(Int(LocationTrack.leastAccuracy)) m",
        .badData)
    }
    return Surroundings(
      track: track,
      calendar: try CalendarOptions.context(
        of: calendars, in: 0..<now.milliseconds + 86_400_000, zone: settings.zone))
  }

  private var finder: HistoryFinder {
    let environment = ProcessInfo.processInfo.environment
    return HistoryFinder(home: environment.home, environment: environment)
  }

  /// Imports histories, or counts what an import would add.
  private func imported(
    _ histories: [FoundHistory], _ surroundings: Surroundings, rehearsing: Bool
  ) async throws -> [HistoryReport] {
    let log: any DonationStore
    if rehearsing {
      log = try store.openExisting() ?? InMemoryDonationStore() as any DonationStore
    } else {
      log = try store.open()
    }
    var options = options
    options.user = try await user.user(in: log, quiet: output.quiet)
    var reports: [HistoryReport] = []
    var rehearsed = DuplicateIndex()
    for history in histories {
      let bar = ProgressBar(history.importer.name, quiet: output.quiet)
      defer { bar.finish() }
      let run = HistoryImport(
        by: history.importer, of: history.file, settings, options, track: surroundings.track,
        calendar: surroundings.calendar, now: now)
      reports.append(
        try await run.run(into: log, rehearsing: rehearsing, beside: &rehearsed) {
          bar.show(Formatting.count($0.read, "record"))
        })
    }
    return reports
  }

  /// Returns the outcome for people.
  ///
  /// - Parameter output: Where it is printed, which decides whether it may have users' data.
  private func text(
    of reports: [HistoryReport], on output: RuleUseText.Output, isRehearsal: Bool
  ) async throws -> HistoryReportText {
    let rules = try await store.openExisting()?.privacyRules() ?? PrivacyRules()
    return HistoryReportText(
      reports, rules: RuleUseText(rules, on: output, now: now), isRehearsal: isRehearsal)
  }

  /// Reports the outcome, and fails if nothing was imported.
  private func finish(_ reports: [HistoryReport]) async throws {
    if output.json {
      try Console.print(JSONText.line(HistoryImportSummary(reports, isRehearsal: isRehearsal)))
    } else if isRehearsal {
      try Console.print(try await text(of: reports, on: .standardOutput, isRehearsal: true).text)
    } else {
      let text = try await text(of: reports, on: .standardError, isRehearsal: false)
      for line in text.lines { output.note(line) }
    }
    let good = reports.reduce(0) { $0 + $1.added + $1.known + $1.filteredCount }
    if good == 0, let failure = reports.compactMap(\.failure).first { throw failure }
    if output.json {
      for report in reports {
        if let failure = report.failure { Console.note("\(failure.path): \(failure)") }
      }
    }
    guard good > 0 else {
      throw reports.contains { $0.malformedCount > 0 }
        ? Failure("none of the records could be read", .badData)
        : Failure("nothing to import", .nothingFound)
    }
    if !isRehearsal, !output.json, reports.contains(where: { $0.added > 0 }) {
      output.note(
        "next: `hunch` shows what is likely now, `hunch suggest --why` why, `hunch week` what your weeks are like"
      )
    }
  }
}
