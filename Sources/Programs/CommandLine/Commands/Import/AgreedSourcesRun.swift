internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers
internal import SQLiteStorage

/// The agreement to read sources again: made by `hunch import auto`, listed, used and ended here.
struct AgreedSourcesRun {
  let store: StoreOptions
  let output: OutputOptions
  /// The names of the sources to consider; empty for all.
  let only: Set<String>
  /// The names of the sources to leave out.
  let except: Set<String>

  private func isMeant(_ source: AgreedSource) -> Bool {
    (only.isEmpty || only.contains(source.name)) && !except.contains(source.name)
  }

  /// - Throws: A ``Failure`` if there is no folder for the files.
  private func renewal() throws -> SourceRenewal {
    let environment = ProcessInfo.processInfo.environment
    guard let renewal = SourceRenewal(for: try store.path(), environment: environment) else {
      throw Self.noFolder
    }
    return renewal
  }

  private static let noFolder = Failure(
    "there is no folder for settings; set HOME or XDG_CONFIG_HOME", .configuration)

  private static let none = Failure(
    "no source is read again; `hunch import auto` asks about each", .nothingFound)

  /// The paths of the histories that the user agreed to.
  ///
  /// - Throws: An error of the file.
  var agreedPaths: Set<String> {
    get throws { Set(try renewal().sources().map(\.path)) }
  }

  // MARK: Agreeing

  /// Notes the sources that the user agreed to, with what their first import gave, and ends the
  /// agreement to those that they declined.
  ///
  /// The import has succeeded, so that a problem is only printed.
  func agree(
    to sources: [(source: AgreedSource, reading: SourceReading)], butNotTo declined: Set<String>
  ) async {
    let environment = ProcessInfo.processInfo.environment
    do {
      guard let path = AgreedSources.path(environment: environment),
        let readings = SourceReadings.path(environment: environment)
      else { throw Self.noFolder }
      let place = try store.path()
      try await AgreedSources.change(at: path) { agreed in
        _ = agreed.withdraw(of: place) { declined.contains($0.path) || except.contains($0.name) }
        for (source, _) in sources { agreed.agree(to: source) }
      }
      try await SourceReadings.change(of: place, in: readings) { noted in
        for (_, reading) in sources { noted.note(reading) }
      }
      guard !sources.isEmpty else { return }
      output.note(
        "new records are imported each hour by hunchd, or by hunch-import.timer; `hunch import auto --stop` ends that"
      )
    } catch {
      Console.note("the sources are not read again: \(Failure(error)?.message ?? "interrupted")")
    }
  }

  // MARK: Using

  /// Reads the sources again, as far as they have changed.
  func readAgain(at now: Instant) async throws {
    let renewal = try renewal()
    guard try renewal.sources().contains(where: isMeant) else { throw Self.none }
    guard let log = try store.openExisting() else {
      throw Failure("nothing was imported: there is no store at \(try store.path())", .nothingFound)
    }
    guard let results = try await renewal.run(into: log, at: now, where: isMeant) else {
      return output.note("another process reads the sources at this moment")
    }
    var (reports, refused, unchanged): ([HistoryReport], [HistoryError], Int) = ([], [], 0)
    for (_, outcome) in results {
      switch outcome {
      case .unchanged: unchanged += 1
      case .read(let report): reports.append(report)
      case .refused(let error): refused.append(error)
      }
    }
    if output.json {
      try Console.print(
        JSONText.line(HistoryImportSummary(reports, isRehearsal: false, unchanged: unchanged)))
    } else {
      let rules = RuleUseText(try await log.privacyRules(), on: .standardError, now: now)
      let text = HistoryReportText(reports, rules: rules, isRehearsal: false)
      for line in text.lines { output.note(line) }
      if unchanged > 0 { output.note("\(Formatting.count(unchanged, "source")) unchanged") }
      if results.isEmpty { output.note("recording is paused (`hunch resume` ends it); nothing was read") }
    }
    for error in refused { Console.note("\(error.path): \(error)") }
    if reports.isEmpty, unchanged == 0, let first = refused.first { throw first }
  }

  // MARK: Listing

  /// Prints the sources, and what the last reading gave.
  func list(at now: Instant) throws {
    let renewal = try renewal()
    let sources = try renewal.sources().filter(isMeant)
    guard !sources.isEmpty else { throw Self.none }
    let last = renewal.last
    guard !output.json else {
      return try Console.print(JSONText.line(sources.map { Entry($0, last[$0.path]) }))
    }
    var table = Table(header: ["source", "history", "read", "added", "state"], words: [0, 1, 2, 4])
    table.rows = sources.map { source in
      let reading = last[source.path]
      return [
        source.name, Formatting.plain(source.path),
        reading.map { InstantText.words(for: $0.instant, now: now) } ?? "not yet",
        reading.map { Formatting.grouped($0.added) } ?? "", reading?.problem ?? "ok",
      ]
    }
    try Console.print(table.text())
  }

  private struct Entry: Encodable {
    let source: String
    let path: String
    let user: String
    let read: String?
    let added: Int?
    let stayedForgotten: Int?
    let rules: [RuleUseReport]?
    let problem: String?

    init(_ source: AgreedSource, _ reading: SourceReading?) {
      (self.source, path, user) = (source.name, source.path, source.user.name)
      (read, added) = (reading?.instant.rfc3339, reading?.added)
      stayedForgotten = reading?.stayedForgotten
      rules = reading?.rules.map(RuleUseReport.init)
      problem = reading?.problem
    }
  }

  // MARK: Ending

  /// Ends the agreement.
  func stop() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = AgreedSources.path(environment: environment) else { throw Self.noFolder }
    let place = try store.path()
    let gone = try await AgreedSources.change(at: path) { $0.withdraw(of: place, where: isMeant) }
    guard !gone.isEmpty else { throw Self.none }
    if output.json {
      try Console.print(JSONText.line(gone.map { Entry($0, nil) }))
    } else {
      for source in gone {
        output.note("\(source.name) \(Formatting.plain(source.path)) is not read again; its donations stay")
      }
    }
  }
}
