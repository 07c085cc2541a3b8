package import Activities
internal import Foundation
internal import LogFormat
internal import Storage

/// The import of one history into a store.
///
/// A donation's identifier follows from the history, so that importing a history again adds only
/// new records. It is derived from the record's own stable name (``HistoryActivity/key``), or else
/// from user, time, activity and the ordinal among equals. For records without a time, see
/// ``UndatedLines``. The whole line or address that may be kept with an activity is not part of it.
///
/// Records are stored in batches by ``DonationStore/ingest(_:at:)-(IngestionBatch,_)``, like those
/// of a log: privacy rules apply, and a batch is stored completely or not at all. If an import is
/// interrupted, importing again completes it. Events that are already known are skipped
/// (``DuplicateSearch``).
package struct HistoryImport: Sendable {
  /// The user, and the limits of the import.
  package struct Options: Sendable {
    /// The user of the donations.
    package var user = UserIdentifier.me
    /// The earliest moment to import.
    package var since: Instant?
    /// The moment before which to import.
    package var until: Instant?
    /// The maximum number of donations of a history, from its beginning.
    package var limit: Int?
    /// A Boolean value that indicates whether donations that the user forgot are restored.
    package var restoresForgotten = false

    package init() {}
  }

  private let importer: any HistoryImporter
  private let file: HistoryFile
  private let settings: HistorySettings
  private let options: Options
  private let track: LocationTrack
  private let calendar: CalendarContext
  private let now: Instant

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - importer: The importer.
  ///   - file: The history, which the importer has not rejected.
  ///   - settings: The other settings of the importer.
  ///   - options: The user, and the limits of the import.
  ///   - track: The user's positions: the places of records with a time and without a place.
  ///   - calendar: The user's appointments, which become part of the context of records with a
  ///     time.
  ///   - now: The current moment; records more than a day later are malformed.
  package init(
    by importer: any HistoryImporter, of file: HistoryFile, _ settings: HistorySettings, _ options: Options,
    track: LocationTrack = LocationTrack(), calendar: CalendarContext = CalendarContext(), now: Instant
  ) {
    (self.importer, self.file, self.settings) = (importer, file, settings)
    (self.options, self.track, self.calendar, self.now) = (options, track, calendar, now)
  }

  /// Imports the history.
  ///
  /// - Parameters:
  ///   - store: The store to fill.
  ///   - rehearsing: Whether to count only, and store nothing.
  ///   - progress: A function that is called after every batch with the report so far.
  /// - Returns: The report. If the history could not be read to its end, the reason is in
  ///   ``HistoryReport/failure``.
  /// - Throws: Errors of the store, or `CancellationError`.
  /// - Complexity: O(records), in constant memory.
  package func run(
    into store: any DonationStore, rehearsing: Bool = false, progress: (HistoryReport) -> Void = { _ in }
  ) async throws -> HistoryReport {
    var none = DuplicateIndex()
    return try await run(into: store, rehearsing: rehearsing, beside: &none, progress: progress)
  }

  /// Imports the history, or rehearses the import together with those of other histories.
  ///
  /// - Parameter rehearsed: The donations of histories that were rehearsed earlier; this one's are
  ///   added. An import finds them in the store.
  package func run(
    into store: any DonationStore, rehearsing: Bool, beside rehearsed: inout DuplicateIndex,
    progress: (HistoryReport) -> Void = { _ in }
  ) async throws -> HistoryReport {
    var report = HistoryReport(source: importer.name, path: file.path)
    do {
      let undated = try await UndatedLines.find(
        of: file, by: importer, settings, in: store, of: options.user, now: now)
      var reading = Reading(
        source: importer.source, name: importer.name, settings: settings, options: options, track: track,
        calendar: calendar, now: now, undated: undated,
        commands: try await RepeatedCommands(in: store, of: options.user),
        rules: try await store.privacyRules())
      let duplicates = try await DuplicateSearch(in: store, of: options.user)
      var filter = DuplicateFilter()
      rehearsed.beginHistory()
      let stream = HistoryStream(of: file, by: importer, settings)
      defer { stream.close() }
      while !reading.isComplete, let batch = try await stream.next() {
        var donations = reading.donations(of: batch, &report)
        var known = try await duplicates.index(near: donations.lazy.map(\.donation))
        donations.removeAll { made in
          guard let rule = filter.filter(made.donation, &known, &rehearsed) else { return false }
          report.filter(rule)
          return true
        }
        if rehearsing {
          for made in donations { rehearsed.insert(made.donation) }
          try await rehearse(donations, reading.occurrences, in: store, &report)
        } else {
          let entries = donations.map {
            IngestionBatch.Entry(
              .donation($0.donation), isFromShell: $0.isFromShell, beginsSeries: $0.beginsSeries)
          }
          var batch = IngestionBatch(entries, occurrences: reading.occurrences)
          batch.leavesOutForgotten = !options.restoresForgotten
          let receipt = try await store.ingest(batch, at: now)
          report.added += receipt.donations.added
          report.known += receipt.donations.duplicates
          report.count(receipt.rules)
          report.filter(.forgotten, receipt.donations.stayedForgotten)
        }
        progress(report)
      }
    } catch let error as HistoryError {
      report.failure = error
    }
    if report.added > 0, !rehearsing {
      report.retired = try await store.keepRetention(at: now, .withSlack).donations
    }
    return report
  }

  /// Counts the results that importing the donations would have.
  private func rehearse(
    _ donations: [Reading.Made], _ occurrences: OccurrenceCounter, in store: any DonationStore,
    _ report: inout HistoryReport
  ) async throws {
    let undated = donations.filter(\.isKnownUndated).map(\.donation)
    let gone = options.restoresForgotten ? [] : try await store.stayingForgotten(among: undated)
    report.known += undated.count - gone.count
    report.filter(.forgotten, gone.count)
    let rest = donations.filter { !$0.isKnownUndated }.map { IngestionBatch.Entry(.donation($0.donation)) }
    let plan = try IngestionPlan(
      IngestionBatch(rest, occurrences: occurrences), by: await store.privacyRules(), at: now)
    report.count(plan.receipt.rules)
    var planned: Set<DonationIdentifier> = []
    var times: [Int64] = []
    for case .donations(let items) in plan.steps {
      let forgotten =
        options.restoresForgotten ? [] : try await store.stayingForgotten(among: items.map(\.donation))
      report.filter(.forgotten, items.count { forgotten.contains($0.donation.identifier) })
      for item in items where !forgotten.contains(item.donation.identifier) {
        planned.insert(item.donation.identifier)
        times.append(item.donation.context.instant.milliseconds)
      }
    }
    let known = try await store.known(planned, of: options.user, among: times)
    report.known += times.count - planned.count + known
    report.added += planned.count - known
  }
}

/// The state of a reading, which turns records into donations.
private struct Reading {
  /// A donation made of a record.
  struct Made {
    let donation: Donation
    /// A Boolean value that indicates whether it is an undated donation that the store already has.
    let isKnownUndated: Bool
    /// A Boolean value that indicates whether it is a command from a shell's history.
    let isFromShell: Bool
    /// A Boolean value that indicates whether it is an undated donation in a new series.
    let beginsSeries: Bool
  }

  let source: DonationSource
  let name: String
  let settings: HistorySettings
  let options: HistoryImport.Options
  let track: LocationTrack
  let calendar: CalendarContext
  let now: Instant
  let undated: UndatedLines?
  let rules: PrivacyRules
  let occurrences = OccurrenceCounter()

  private var texts: StoredTexts
  private var commands: RepeatedCommands
  private var undatedIndex = 0
  private var lastDated: Instant?
  private var taken = 0

  init(
    source: DonationSource, name: String, settings: HistorySettings, options: HistoryImport.Options,
    track: LocationTrack, calendar: CalendarContext, now: Instant, undated: UndatedLines?,
    commands: RepeatedCommands, rules: PrivacyRules
  ) {
    (self.source, self.name, self.settings) = (source, name, settings)
    (self.options, self.track, self.calendar) = (options, track, calendar)
    (self.now, self.undated, self.commands, self.rules) = (now, undated, commands, rules)
    texts = StoredTexts(settings.secrets)
  }

  /// A Boolean value that indicates whether the limit is reached.
  var isComplete: Bool { options.limit.map { taken >= $0 } ?? false }

  /// Returns the donations of some records, and counts the results of the others.
  mutating func donations(of batch: [HistoryRecord], _ report: inout HistoryReport) -> [Made] {
    var made: [Made] = []
    made.reserveCapacity(batch.count)
    for record in batch where !isComplete {
      report.countRecord()
      switch record.content {
      case .filtered(let filter): report.filter(filter)
      case .malformed(let problem): report.note(problem, at: record.position)
      case .activity(let found):
        do {
          guard let donation = try donation(of: found, &report) else { continue }
          made.append(donation)
          taken += 1
        } catch let problem as HistoryProblem {
          report.note(problem, at: record.position)
        } catch {
          report.note(HistoryProblem("\(error)"), at: record.position)
        }
      }
    }
    return made
  }

  /// Returns the donation of an activity, or `nil` if it was counted as skipped.
  private mutating func donation(of record: HistoryActivity, _ report: inout HistoryReport) throws -> Made? {
    var found = record
    if let rule = try texts.withhold(from: &found) {
      report.filter(.secret(rule))
      return nil
    }
    var details = Donation.Details()
    let instant: Instant
    var isKnownUndated = false
    switch found.time {
    case .exact(let exact): (instant, details.timePrecision, lastDated) = (exact, .exact, exact)
    case .day(let day): (instant, details.timePrecision, lastDated) = (day, .day, day)
    case .order:
      details.timePrecision = .order
      if let lastDated {
        instant = lastDated
      } else if let undated {
        instant = try settings.instant(ofPosition: undated.time(of: undatedIndex))
        details.externalIdentifier = undated.identifier(of: undatedIndex)
        isKnownUndated = undated.isKnown(undatedIndex)
        undatedIndex += 1
      } else {
        throw HistoryProblem.time
      }
      guard options.since == nil, options.until == nil else {
        report.filter(.outsideOfTime)
        return nil
      }
    }
    guard instant.milliseconds >= 0 else { throw HistoryProblem.timeBefore1970 }
    guard instant.seconds(since: now) <= Donation.toleratedClockLead else { throw HistoryProblem.future }
    if let since = options.since, instant.milliseconds < since.milliseconds {
      report.filter(.outsideOfTime)
      return nil
    }
    if let until = options.until, instant.milliseconds >= until.milliseconds {
      report.filter(.outsideOfTime)
      return nil
    }
    if let key = found.key { details.externalIdentifier = "\(name):\(key)" }
    (details.program, details.device, details.source) = (
      found.program, found.device, found.isTaken ? .suggestion : source
    )
    details.duration = found.duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    var place = found.place
    // The track's position at a visit is the destination, which was not known before the visit.
    let isVisit = found.activity.activityType == ImportedActivityType.place
    if place == nil, !isVisit, details.timePrecision == .exact,
      let known = track.place(at: instant.milliseconds)
    {
      place = known
      report.placed += 1
    }
    var attributes = found.attributes
    if details.timePrecision == .exact, attributes[CalendarContext.attribute] == nil,
      let title = calendar.title(at: instant.milliseconds)
    {
      attributes[CalendarContext.attribute] = .string(title)
      report.inAppointments += 1
    }
    var activity = found.activity
    commands.title(&activity)
    // The default of a log line that does not say.
    activity.isEligibleForSearch = true
    let donation = try Donation(
      of: activity, by: options.user,
      in: Context(at: instant, place: place, attributes: attributes), details: details)
    try LogRecord.donation(donation).checkNames()
    do throws(RecordError) { _ = try RecordEncoder().encode(donation) } catch {
      if case .lineTooLong = error.reason { throw HistoryProblem.tooLong }
      throw error
    }
    if details.timePrecision == .exact { report.note(time: instant.milliseconds) }
    if details.timePrecision == .order { report.undated += 1 }
    if let withheld = found.withheld { report.withhold(withheld) }
    switch rules.restraint(on: donation) {
    case _ where found.isDangerous: report.noteUnsuggested(HistoryReport.dangerous)
    case .sensitive(let kind)?: report.noteUnsuggested(kind.rawValue)
    case .rule(let number)?: report.noteUnsuggested("rule \(number)")
    case nil: break
    }
    return Made(
      donation: donation, isKnownUndated: isKnownUndated, isFromShell: found.isFromShell,
      beginsSeries: details.timePrecision == .order && undated?.isNew ?? false)
  }
}
