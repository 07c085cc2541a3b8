import Activities
import Foundation
import Importers

/// What became of one history.
struct HistoryOutcome: Equatable {
  /// The importers that know it, or do not refuse it.
  var importers: [String] = []
  var activities = 0
  var filtered = 0
  var malformed = 0
  /// The number of importers that could not read it to its end.
  var failures = 0
}

/// A promise of the importers that one input broke.
enum HistoryPromise: Error {
  /// An importer reads the same file in two ways.
  case differs(String)
  /// A problem or the name of a rule tells what stands in the file.
  case toldContent(String)
  /// An activity that has no title.
  case activity(String)
}

/// Reads bytes with every importer that does not call them foreign, and checks what importers promise whatever the bytes are.
///
/// The fuzzer and the tests of its corpus share it.
func exercise(_ bytes: [UInt8]) throws -> HistoryOutcome {
  let path = FileManager.default.temporaryDirectory.appending(
    path: "hunch-history-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
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
  return outcome
}

/// All that an importer says of a file.
private struct ReadHistory: Equatable {
  /// What was done at which place of the file.
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

  /// What nobody would write in a message: inputs have it in their texts.
  private static let mark = "ZQXJ"

  /// Reads a file; nothing if it is another one's.
  init?(_ path: String, by importer: any HistoryImporter) throws {
    do {
      let file = try HistoryFile(path: path)
      guard try importer.recognition(of: file) != .foreign else { return nil }
      try importer.read(file, HistorySettings(zone: .gmt)) { record in
        try add(record, of: importer.name)
      }
    } catch let error as HistoryError {
      guard !"\(error)".contains(Self.mark) else { throw HistoryPromise.toldContent(importer.name) }
      isWhole = false
    }
  }

  private mutating func add(_ record: HistoryRecord, of name: String) throws {
    switch record.content {
    case .filtered(let filter):
      guard !filter.description.contains(Self.mark) else { throw HistoryPromise.toldContent(name) }
      filtered += 1
    case .malformed(let problem):
      guard !problem.description.contains(Self.mark) else { throw HistoryPromise.toldContent(name) }
      malformed += 1
    case .activity(let found):
      let activity = found.activity
      guard activity.title?.isEmpty == false else { throw HistoryPromise.activity(name) }
      do throws(OpenTargetError) {
        _ = try OpenTarget(
          of: activity, in: found.attributes,
          among: DesktopFiles(home: "/", environment: ["XDG_DATA_DIRS": "/"]))
      } catch {
        guard !error.description.contains(Self.mark) else { throw HistoryPromise.toldContent(name) }
      }
      activities.append(
        Entry(
          position: record.position, identity: activity.identity, time: found.time, key: found.key))
    }
  }
}
