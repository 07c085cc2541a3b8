internal import Activities
internal import Answers
internal import ArgumentParser
internal import Files
internal import Foundation
internal import Importers
internal import SQLiteStorage
internal import Storage

/// An import of other programs' histories: finds them, says what each would add, asks, imports, and
/// says what came.
struct HistoryImportRun {
  let settings: HistorySettings
  let options: HistoryImport.Options
  /// The tracks that say where the user was, and folders of them.
  let tracks: [String]
  /// The calendars with the appointments that the user had.
  let calendars: [String]
  let user: UserOptions
  let store: StoreOptions
  let output: OutputOptions
  /// A Boolean value that indicates whether nothing is imported, and only counted.
  let isRehearsal: Bool
  let now: Instant

  /// Imports the histories of one program.
  ///
  /// - Parameters:
  ///   - name: The name by which the user calls it; `nil` for its own.
  ///   - paths: The files; none means those in the usual places.
  func run(_ importer: any HistoryImporter, named name: String? = nil, at paths: [String]) async throws {
    var paths = paths
    if paths.isEmpty {
      paths = finder.paths(of: importer)
      guard !paths.isEmpty else {
        let places = importer.locations.map(\.words).joined(separator: ", ")
        throw Failure("there is no history of \(name ?? importer.name) at \(places); name its file", .noInput)
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
  ///   - paths: Files, and folders that are looked through; none means the usual places on this
  ///     machine.
  ///   - asks: Whether the user is asked about each source.
  ///   - only: The names of the sources that are wanted; none for all.
  ///   - except: The names of the sources that are not.
  func runAutomatically(
    at paths: [String], asks: Bool, only: Set<String> = [], except: Set<String> = []
  ) async throws {
    let asks = asks && !isRehearsal
    guard !asks || Terminal.standardInput.isInteractive else {
      throw Failure(
        "auto asks before it imports, and there is no terminal to ask on; give --yes, or --dry-run to look first",
        .usage)
    }
    var finder = finder
    let found = try paths.isEmpty ? finder.onThisMachine() : finder.at(paths)
    for problem in found.problems { Console.note("\(problem.path): \(problem)") }
    if found.isCutOff {
      Console.note("a folder has too many files; only a part was looked through: name its parts")
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
        "left out \(left.file.path): \(other) has its commands, too; --from \(left.importer.name) imports it all the same"
      )
    }
    guard !histories.isEmpty else {
      throw Failure(
        found.histories.count > wanted.count
          ? "no history of a source that is wanted was found; `hunch import auto --dry-run` lists all"
          : found.tracks.isEmpty
            ? "no history was found; `hunch import --list` says where is looked"
            : "no history was found, only tracks, which say where you were when something was done; name a history, too",
        .nothingFound)
    }
    let surroundings = try surroundings(tracks + found.tracks)
    if isRehearsal { return try await finish(try await imported(histories, surroundings, rehearsing: true)) }
    if asks {
      let plan = try await imported(histories, surroundings, rehearsing: true)
      Console.note(lines: HistoryReportText(plan, isRehearsal: true).text)
      guard plan.contains(where: { $0.added > 0 }) else {
        throw Failure("there is nothing new in them", .nothingFound)
      }
      let chosen = Self.chosen(of: Array(zip(histories, plan)))
      guard !chosen.isEmpty else { throw Failure("nothing was imported", .nothingFound) }
      return try await finish(try await imported(chosen, surroundings, rehearsing: false))
    }
    try await finish(try await imported(histories, surroundings, rehearsing: false))
  }

  /// Asks about each history that has something new; `a` answers for all that are left.
  ///
  /// At the end of the input nothing more is wanted.
  private static func chosen(of plan: [(history: FoundHistory, report: HistoryReport)]) -> [FoundHistory] {
    let new = plan.filter { $0.report.added > 0 }
    var chosen: [FoundHistory] = []
    for (index, one) in new.enumerated() {
      let count = Formatting.count(one.report.added, "donation")
      let isLast = index == new.count - 1
      Console.ask(
        new.count == 1
          ? "Import \(count)? [Y/n] "
          : "Import \(count) of \(one.history.importer.name)? \(isLast ? "[Y/n]" : "[Y/n, a: all]") ")
      guard let answer = readLine()?.lowercased() else { break }
      if answer == "a" || answer == "all" { return chosen + new[index...].map(\.history) }
      if ["", "y", "yes"].contains(answer) { chosen.append(one.history) }
    }
    return chosen
  }

  /// What is known of moments beside the histories.
  private struct Surroundings {
    let track: LocationTrack
    let calendar: CalendarContext
  }

  private func surroundings(_ paths: [String]) throws -> Surroundings {
    let track = try LocationFiles(paths: paths, output: output).read().track
    // What is imported without a place does not get one by importing again.
    guard tracks.isEmpty || track.count > 0 else {
      throw Failure(
        "there is no position that can be used in the tracks, so nothing was imported; positions have to be known to \(Int(LocationTrack.leastAccuracy)) m",
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

  /// Imports histories, or counts what that would do.
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

  /// Says what came, and fails if nothing did.
  private func finish(_ reports: [HistoryReport]) async throws {
    if output.json {
      try Console.print(JSONText.line(HistoryImportSummary(reports, isRehearsal: isRehearsal)))
    } else if isRehearsal {
      try Console.print(HistoryReportText(reports, isRehearsal: true).text)
    } else {
      for line in HistoryReportText(reports, isRehearsal: false).lines { output.note(line) }
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
        : Failure("there is nothing to import", .nothingFound)
    }
    if !isRehearsal, !output.json, reports.contains(where: { $0.added > 0 }) {
      output.note(
        "next: `hunch` says what is likely now, `hunch suggest --why` why, `hunch week` what your weeks are like"
      )
    }
  }
}
