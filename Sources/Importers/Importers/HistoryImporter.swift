// Importers: What do the histories of other programs say that the user did?
//
// Start here: a `HistoryImporter` knows one program's history and reads it as a stream of
// `HistoryRecord`s; `ImporterRegistry` lists all of them. `HistoryFinder` finds histories on a
// machine, and `HistoryImport` makes donations of one. An importer is one file.

package import Activities

/// The knowledge of one program's history: where it lies, how it is recognised, and what in it
/// counts as an activity.
///
/// A conforming type stands in one file and is listed in ``ImporterRegistry/all``; so it passes the
/// contract suite of the tests, for which it needs a fixture there. Its documentation comment
/// states the *level*, which is a decision about the product: what of a record makes the activity's
/// identity, title, keywords, place, context and program, and what is dropped.
///
/// An importer only reads. What a record becomes in the store (identifiers, order, the user,
/// privacy rules) is the business of ``HistoryImport``, and the same for all.
package protocol HistoryImporter: Sendable {
  /// The stable name, as in `hunch import --from NAME` and in the donations' source, `import:NAME`.
  var name: String { get }
  /// Other names by which users know its programs, each with the importer for it: `brave` reads
  /// what `chrome` reads, in Brave's places.
  var aliases: [String: any HistoryImporter] { get }
  /// What is imported, in a few words: "commands of the shell bash".
  var summary: String { get }
  /// The places where the program keeps its history.
  var locations: [HistoryLocation] { get }
  /// What the importer was written from.
  var basis: HistoryBasis { get }
  /// What the history says about local wall time.
  var clock: HistoryClock { get }
  /// The names of other importers whose records this history usually holds as well.
  ///
  /// Where several are found, `hunch import auto` leaves those out: everything would count twice.
  var covers: Set<String> { get }
  /// A Boolean value that indicates whether the format has a time for every record, so that the
  /// beginning need not be searched for undated ones.
  var datesEveryRecord: Bool { get }

  /// Returns the milliseconds from the time of a donation of this source on within which it
  /// happened: 60,000 if only the minute is known.
  ///
  /// Times that are known to the second or better have 0.
  func resolution(of donation: Donation) -> Int64

  /// Returns whether a file is such a history.
  ///
  /// It looks at the beginning of the file (``HistoryFile/head``) or the tables of a database
  /// (``HistoryFile/tables()``), not at its name.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be looked at.
  func recognition(of file: HistoryFile) throws -> HistoryRecognition

  /// Reads a history from its beginning to its end, and hands over its records one by one.
  ///
  /// It holds one record at a time, or a page of them. A record that makes no sense is handed over
  /// as a problem, and reading goes on. It has to give the same records in the same order each
  /// time: a history may be read more than once for one import.
  ///
  /// - Parameters:
  ///   - file: The history, which ``recognition(of:)`` has not called foreign.
  ///   - settings: The time zone, and what may be kept.
  ///   - receive: Takes a record. What it throws ends the reading, and is thrown on.
  /// - Throws: ``HistoryError`` if the file cannot be read on, or what `receive` throws.
  func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws
}

extension HistoryImporter {
  package var aliases: [String: any HistoryImporter] { [:] }
  package var covers: Set<String> { [] }
  package var datesEveryRecord: Bool { false }
  package func resolution(of donation: Donation) -> Int64 { 0 }

  /// Returns the milliseconds of a minute for a time that is the beginning of one, as of a history
  /// that may know no seconds; else 0.
  static func minute(of milliseconds: Int64) -> Int64 { milliseconds.isMultiple(of: 60_000) ? 60_000 : 0 }

  /// Reads a history as ``read(_:_:receive:)`` does, within the budget of the file, which begins
  /// again, and the limits of a record.
  ///
  /// Everything that reads a history calls this, so an importer has the limits without asking for
  /// them.
  ///
  /// - Throws: ``HistoryError`` with `tooCostly` if it takes more than the file's budget has.
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

  /// The source of the donations that are made.
  package var source: DonationSource { .imported(from: name) }
}

/// How sure it is that a file is the history of a program.
package enum HistoryRecognition: Int, Comparable, Sendable {
  /// It is something else.
  case foreign
  /// Nothing speaks against it, as of text without marks: it is one if its name or the user says
  /// so.
  case possible
  /// It has the marks of such a history, and of nothing else.
  case certain

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What an importer was written from.
package enum HistoryBasis: String, Sendable, Codable {
  /// Histories that the program itself wrote.
  case realFiles = "real-files"
  /// A description of the format; it never saw a real file.
  case schema

  /// The words for a list.
  package var words: String {
    switch self {
    case .realFiles: "tried on real files"
    case .schema: "written from a schema only"
    }
  }
}

/// What a history says about local wall time.
package enum HistoryClock: String, Sendable, Codable {
  /// Each record has its UTC offset.
  case offset
  /// Records are instants; what the clocks showed depends on where the user was, and is taken from
  /// one time zone.
  case instant
  /// Records have local time without offset: without the right time zone even the instant is wrong.
  case local
}

/// A place where programs keep a history; a part of the path may be `*`, and stands for every name.
package enum HistoryLocation: Hashable, Sendable {
  /// Below the user's home.
  case home(String)
  /// Below `XDG_DATA_HOME`, else `~/.local/share`.
  case data(String)
  /// Below `XDG_CONFIG_HOME`, else `~/.config`.
  case configuration(String)

  /// The place as people write it.
  package var words: String {
    switch self {
    case .home(let path): "~/\(path)"
    case .data(let path): "~/.local/share/\(path)"
    case .configuration(let path): "~/.config/\(path)"
    }
  }
}
