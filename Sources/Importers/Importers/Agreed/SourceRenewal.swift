package import Activities
internal import Files
internal import Foundation

/// Reads the sources that a user agreed to again, as far as their files have changed.
///
/// `hunchd` runs it each hour, and `hunch import auto --again` when it is called.
package struct SourceRenewal: Sendable {
  /// The outcome for one source.
  package enum Outcome: Sendable {
    /// The file is as it was after the last reading.
    case unchanged
    /// It was read.
    case read(HistoryReport)
    /// It cannot be read.
    case refused(HistoryError)
  }

  /// The results of a run, in the order of the agreements.
  package typealias Results = [(source: AgreedSource, outcome: Outcome)]

  private let store: String
  private let agreement: String
  private let readings: String

  /// - Parameters:
  ///   - store: The path of the store.
  ///   - agreement: The file of ``AgreedSources``.
  ///   - readings: The file of ``SourceReadings``.
  package init(for store: String, agreement: String, readings: String) {
    (self.store, self.agreement, self.readings) = (store, agreement, readings)
  }

  /// Creates the renewal for a store of the user's; `nil` if they have no folders for the files.
  package init?(for store: String, environment: [String: String]) {
    guard let agreement = AgreedSources.path(environment: environment),
      let readings = SourceReadings.path(environment: environment)
    else { return nil }
    self.init(for: store, agreement: agreement, readings: readings)
  }

  /// The sources that the user agrees to at present.
  ///
  /// - Throws: `DocumentError` or `SharedFileError`.
  package func sources() throws -> [AgreedSource] {
    try AgreedSources(contentsOf: agreement).sources(of: store)
  }

  /// The last readings.
  package var last: SourceReadings { SourceReadings(of: store, in: readings) }

  /// Reads the sources.
  ///
  /// A source that the user withdraws meanwhile is no longer read. A problem of one source does
  /// not keep the others from being read. During a pause nothing is read, as it would be lost.
  ///
  /// - Parameters:
  ///   - log: The open store.
  ///   - now: The present moment.
  ///   - isWanted: Whether to read a source in this run.
  ///   - progress: Called for a source that is being read, after every batch.
  /// - Returns: The results; `nil` if another process does it now.
  /// - Throws: An error of the store or of the files, or `CancellationError`.
  package func run(
    into log: any DonationStore, at now: Instant, where isWanted: (AgreedSource) -> Bool = { _ in true },
    progress: (HistoryReport) -> Void = { _ in }
  ) async throws -> Results? {
    let before = try sources()
    guard !before.isEmpty else { return [] }
    // Creates the folder, and drops what is no longer agreed to.
    try await SourceReadings.change(of: store, in: readings) { $0.keepOnly(before) }
    let lock: FileLock?
    do { lock = try await FileLock.acquire(at: "\(readings).run", within: .zero) } catch is FileLock
      .CannotOpen
    { throw SharedFileError.unwritable(readings) }
    guard let lock else { return nil }
    defer { lock.release() }
    let rules = try await log.privacyRules()
    var results: Results = []
    var surroundings = SourceSurroundings(now: now)
    for source in before where isWanted(source) && !rules.isPaused(at: now, for: source.user) {
      try Task.checkCancellation()
      guard try sources().contains(source) else { continue }
      let stamp = FileStamp(at: source.path)
      if let stamp, last[source.path]?.stamp == stamp {
        results.append((source, .unchanged))
        continue
      }
      let outcome = try await read(source, into: log, &surroundings, progress: progress)
      results.append((source, outcome))
      let reading =
        switch outcome {
        case .refused(let error): SourceReading(error, at: source.path, of: stamp, at: now)
        case .read(let report): SourceReading(report, of: stamp, at: now)
        case .unchanged: SourceReading?.none
        }
      if let reading {
        try await SourceReadings.change(of: store, in: readings) { $0.note(reading) }
      }
    }
    // Otherwise the others would wait an hour longer.
    if before.allSatisfy(isWanted) {
      try await SourceReadings.change(of: store, in: readings) { $0.last = now }
    }
    return results
  }

  private func read(
    _ source: AgreedSource, into log: any DonationStore, _ surroundings: inout SourceSurroundings,
    progress: (HistoryReport) -> Void
  ) async throws -> Outcome {
    let importer: any HistoryImporter
    let file: HistoryFile
    let (track, calendar): (LocationTrack, CalendarContext)
    let settings = HistorySettings(
      zone: source.zone.flatMap(TimeZone.init(identifier:)) ?? .current,
      keepsTemplatesOnly: source.keepsTemplatesOnly)
    do {
      guard let known = ImporterRegistry.importer(named: source.name) else {
        throw HistoryError(.foreign(expected: source.name, found: nil), at: source.path)
      }
      importer = known
      file = try HistoryFile(path: source.path)
      try ImporterRegistry.check(file, isFor: importer)
      (track, calendar) = try surroundings.of(source, settings)
    } catch let error as HistoryError { return .refused(error) }
    var options = HistoryImport.Options()
    (options.user, options.since) = (source.user, source.since)
    let run = HistoryImport(
      by: importer, of: file, settings, options, track: track, calendar: calendar, now: surroundings.now)
    return .read(try await run.run(into: log, progress: progress))
  }
}

/// The tracks and calendars of sources; those of several sources are read once.
private struct SourceSurroundings {
  private struct Key: Hashable {
    let tracks, calendars: [String]
    let zone: TimeZone
  }

  let now: Instant
  private var known: [Key: (LocationTrack, CalendarContext)] = [:]

  init(now: Instant) { self.now = now }

  /// - Throws: ``HistoryError`` for a file that cannot be read: a record that is imported without
  ///   its place does not get it later.
  mutating func of(
    _ source: AgreedSource, _ settings: HistorySettings
  ) throws -> (LocationTrack, CalendarContext) {
    let key = Key(tracks: source.tracks, calendars: source.calendars, zone: settings.zone)
    if let found = known[key] { return found }
    let track = try LocationReading(source.tracks).track
    let calendars = try source.calendars.map { path throws(HistoryError) in try HistoryFile(path: path) }
    let reading = try CalendarReading(calendars, in: 0..<now.milliseconds + 86_400_000, settings)
    let made = (track, CalendarContext(reading.events))
    known[key] = made
    return made
  }
}
