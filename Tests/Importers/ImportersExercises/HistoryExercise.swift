import Activities
import Foundation
import Importers

/// The results of reading one history.
struct HistoryOutcome: Equatable {
  /// The importers that recognise it, or do not reject it.
  var importers: [String] = []
  var activities = 0
  var filtered = 0
  var malformed = 0
  /// The number of importers that could not read it to its end.
  var failures = 0
  var positions = 0
  var appointments = 0
}

/// A promise of the importers that one input broke.
enum HistoryPromise: Error {
  /// An importer reads the same file differently the second time.
  case differs(String)
  /// A problem or the name of a rule reveals the file's content.
  case toldContent(String)
  /// An activity without a title.
  case activity(String)
}

/// Reads bytes with every importer that does not reject them, and checks the importers' promises
/// for any bytes.
///
/// The fuzzer and the tests of its corpus share it.
func exerciseHistory(_ bytes: [UInt8]) throws -> HistoryOutcome {
  let path = FileManager.default.temporaryDirectory.appending(
    path: "hunch-exercise-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: path) }
  // Writing data at once waits for the disk.
  guard FileManager.default.createFile(atPath: path.path, contents: nil) else {
    throw CocoaError(.fileWriteUnknown)
  }
  let file = try FileHandle(forWritingTo: path)
  try file.write(contentsOf: bytes)
  try file.close()
  var outcome = HistoryOutcome()
  for importer in ImporterRegistry.all {
    let first = try ReadHistory(path.path, by: importer)
    guard let first else { continue }
    guard try ReadHistory(path.path, by: importer) == first else {
      throw HistoryPromise.differs(importer.name)
    }
    outcome.importers.append(importer.name)
    outcome.activities += first.activities.count
    outcome.filtered += first.filtered
    outcome.malformed += first.malformed
    outcome.failures += first.isWhole ? 0 : 1
  }
  outcome.positions = try positions(in: path.path)
  outcome.appointments = try appointments(in: path.path)
  return outcome
}

/// A text that no message would contain, but the inputs do.
private let mark = "ZQXJ"

/// Returns the number of positions in a file of locations, and queries the user's place.
private func positions(in path: String) throws -> Int {
  guard let reading = try? LocationReading([path]), let report = reading.reports.first else { return 0 }
  guard report.problem.map({ !$0.problem.description.contains(mark) }) ?? true else {
    throw HistoryPromise.toldContent(report.format)
  }
  guard try LocationReading([path]).reports == reading.reports else {
    throw HistoryPromise.differs(report.format)
  }
  for time in [0, 1_700_000_000_000, Int64.max] { _ = reading.track.place(at: time) }
  return report.points
}

/// Returns the number of appointments in a year of a calendar file.
private func appointments(in path: String) throws -> Int {
  let (start, settings) = (1_775_000_000_000 as Int64, HistorySettings(zone: .gmt))
  func read() -> CalendarReading? {
    (try? HistoryFile(path: path)).flatMap {
      try? CalendarReading([$0], in: start..<start + 31_536_000_000, settings)
    }
  }
  guard let reading = read() else { return 0 }
  guard reading.reports.allSatisfy({ !"\($0.malformed)".contains(mark) }) else {
    throw HistoryPromise.toldContent("icalendar")
  }
  guard read()?.events == reading.events else { throw HistoryPromise.differs("icalendar") }
  _ = CalendarContext(reading.events).title(at: start + 86_400_000)
  return reading.events.count
}

/// Everything that an importer reads from a file.
private struct ReadHistory: Equatable {
  /// An activity with its position in the file.
  struct Entry: Equatable {
    let position: HistoryPosition
    let identity: ActivityIdentity
    let time: HistoryTime
    let key: String?
  }

  private(set) var activities: [Entry] = []
  private(set) var filtered = 0
  private(set) var malformed = 0
  /// A Boolean value that indicates whether it was read to its end.
  private(set) var isWhole = true

  /// Reads a file; fails if the importer rejects it.
  init?(_ path: String, by importer: any HistoryImporter) throws {
    do {
      let file = try HistoryFile(path: path)
      guard try importer.recognition(of: file) != .foreign else { return nil }
      try importer.readWithinBudget(file, HistorySettings(zone: .gmt)) { record in
        try add(record, of: importer.name)
      }
    } catch let error as HistoryError {
      guard !"\(error)".contains(mark) else { throw HistoryPromise.toldContent(importer.name) }
      isWhole = false
    }
  }

  private mutating func add(_ record: HistoryRecord, of name: String) throws {
    switch record.content {
    case .filtered(let filter):
      guard !filter.description.contains(mark) else { throw HistoryPromise.toldContent(name) }
      filtered += 1
    case .malformed(let problem):
      guard !problem.description.contains(mark) else { throw HistoryPromise.toldContent(name) }
      malformed += 1
    case .activity(let found):
      let activity = found.activity
      guard activity.title?.isEmpty == false else { throw HistoryPromise.activity(name) }
      do throws(OpenTargetError) {
        _ = try OpenTarget(
          of: activity, in: found.attributes,
          among: DesktopFiles(home: "/", environment: ["XDG_DATA_DIRS": "/"]))
      } catch {
        guard !error.description.contains(mark) else { throw HistoryPromise.toldContent(name) }
      }
      activities.append(
        Entry(
          position: record.position, identity: activity.identity, time: found.time, key: found.key))
    }
  }
}
