// Importers: What did the user do, according to the histories of other programs?
//
// Start here: a `HistoryImporter` knows one program's history and reads it as a stream of
// `HistoryRecord`s; `ImporterRegistry` lists all of them. `HistoryFinder` finds histories on a
// machine, and `HistoryImport` turns one into donations. Each importer is one file.

package import Activities

/// The knowledge of one program's history: its locations, how to recognise it, and which of its
/// records are activities.
///
/// Write a conforming type in one file, list it in ``ImporterRegistry/all``, and add a fixture to
/// the tests, so that the contract suite runs on it. Its documentation comment states the *level*,
/// which is a product decision: which parts of a record become the activity's identity, title,
/// keywords, place, context and program, and which are dropped.
///
/// An importer only reads. ``HistoryImport`` stores the records (identifiers, order, the user,
/// privacy rules) in the same way for all importers.
package protocol HistoryImporter: Sendable {
  /// The stable name, as in `hunch import --from NAME` and in the donations' source, `import:NAME`.
  var name: String { get }
  /// Other names of its programs, each with its importer: `brave` reads the same format as
  /// `chrome`, in Brave's locations.
  var aliases: [String: any HistoryImporter] { get }
  /// The records in a few words: "commands of the shell bash".
  var summary: String { get }
  /// The locations in which the program keeps its history.
  var locations: [HistoryLocation] { get }
  /// The basis of the importer's format.
  var basis: HistoryBasis { get }
  /// The local time information in the history.
  var clock: HistoryClock { get }
  /// The names of other importers whose records this history usually contains.
  ///
  /// If several are found, `hunch import auto` skips those, so that no record counts twice.
  var covers: Set<String> { get }
  /// A Boolean value that indicates whether every record of the format has a time, so that the
  /// import need not search the beginning for undated records.
  var datesEveryRecord: Bool { get }

  /// Returns the uncertainty of a donation's time in milliseconds, counted from that time: 60,000
  /// if only the minute is known.
  ///
  /// It is 0 for times that are known to the second or better.
  func resolution(of donation: Donation) -> Int64

  /// Returns whether a file is such a history.
  ///
  /// It examines the beginning of the file (``HistoryFile/head``) or the tables of a database
  /// (``HistoryFile/tables()``), not the file's name.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be examined.
  func recognition(of file: HistoryFile) throws -> HistoryRecognition

  /// Reads a history from beginning to end, and passes on its records one by one.
  ///
  /// Holds one record in memory at a time, or a page of them. Passes on a malformed record as a
  /// problem, and continues. Must give the same records in the same order each time, because one
  /// import may read a history more than once.
  ///
  /// - Parameters:
  ///   - file: The history, which ``recognition(of:)`` has not rejected as foreign.
  ///   - settings: The time zone, and what may be kept.
  ///   - receive: Takes a record. An error that it throws ends the reading and is rethrown.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws
}

extension HistoryImporter {
  package var aliases: [String: any HistoryImporter] { [:] }
  package var covers: Set<String> { [] }
  package var datesEveryRecord: Bool { false }
  package func resolution(of donation: Donation) -> Int64 { 0 }

  /// Returns a minute in milliseconds if a time is a whole minute, because its history may not know
  /// seconds; otherwise 0.
  static func minute(of milliseconds: Int64) -> Int64 { milliseconds.isMultiple(of: 60_000) ? 60_000 : 0 }

  /// Reads a history like ``read(_:_:receive:)``, within a new budget of the file and the limits of
  /// a record.
  ///
  /// All callers use this, so no importer has to enforce the limits itself.
  ///
  /// - Throws: ``HistoryError`` with `tooCostly` beyond the file's budget.
  package func readWithinBudget(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try file.readWithinBudget {
      try read(file, settings) { record in
        try file.budget.spendRecord()
        try receive(RecordLimits.checked(record))
      }
    }
  }

  /// The source of the importer's donations.
  package var source: DonationSource { .imported(from: name) }
}

/// The confidence that a file is the history of a program.
package enum HistoryRecognition: Int, Comparable, Sendable {
  /// It is something else.
  case foreign
  /// It may be one, such as text without marks, if its name or the user says so.
  case possible
  /// It has marks that only such a history has.
  case certain

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The basis of an importer's format.
package enum HistoryBasis: String, Sendable, Codable {
  /// Histories that the program itself wrote.
  case realFiles = "real-files"
  /// A description of the format; no real file was available.
  case schema

  /// The words for a list.
  package var words: String {
    switch self {
    case .realFiles: "tried on real files"
    case .schema: "written from a schema only"
    }
  }
}

/// The local time information in a history.
package enum HistoryClock: String, Sendable, Codable {
  /// Each record has its UTC offset.
  case offset
  /// Records are instants. Local time depends on where the user was; the import assumes one time
  /// zone.
  case instant
  /// Records have local time without an offset: the wrong time zone makes even the instant wrong.
  case local
}

/// A location in which programs keep a history; `*` in the path matches any text.
package enum HistoryLocation: Hashable, Sendable {
  /// Below the user's home folder.
  case home(String)
  /// Below `XDG_DATA_HOME`, or `~/.local/share`.
  case data(String)
  /// Below `XDG_CONFIG_HOME`, or `~/.config`.
  case configuration(String)

  /// The location as users write it.
  package var words: String {
    switch self {
    case .home(let path): "~/\(path)"
    case .data(let path): "~/.local/share/\(path)"
    case .configuration(let path): "~/.config/\(path)"
    }
  }
}
