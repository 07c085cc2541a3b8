/// The reason why a history cannot be read, with the file.
///
/// It contains no text from the file.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// The user may not read it.
    case notPermitted
    /// It is a folder.
    case isFolder
    /// The system failed to open it or to read on.
    case unreadable
    /// It is a pipe or a device; a history has to be readable more than once.
    case notARegularFile
    /// It has no content.
    case empty
    /// It is not the expected history; `found` is the importer that recognises it, if any.
    case foreign(expected: String, found: String?)
    /// It is compressed, or an archive.
    case compressed(CompressedForm)
    /// It is a known kind of file that is not a history to import.
    case notImported(KnownFile)
    /// It is not a history but the argument of an option of the import, which is named.
    case forOption(String)
    /// A required table or column is missing.
    case otherSchema(missing: String)
    /// It is a table without a mapping.
    case noMapping
    /// It is a table whose first record does not name its columns.
    case noHeader
    /// The table lacks a column that the mapping names, or has it twice.
    case column(String, isTwice: Bool)
    /// It has no positions or named places in a known format.
    case noLocations
    /// It is not a calendar.
    case noCalendar
    /// Its content claims to be a database or a document but cannot be read to the end.
    case damaged
    /// Another program keeps writing to it.
    case changing
    /// Reading it would take far more work than its size explains.
    case tooCostly
    /// There is no space for the private copy.
    case noRoom
    /// The private copy cannot be made.
    case cannotCopy
  }

  package let path: String
  package let reason: Reason

  package init(_ reason: Reason, at path: String) {
    (self.reason, self.path) = (reason, path)
  }

  /// The reason and how to fix it, without the path.
  package var description: String {
    switch reason {
    case .notFound: "no such file; check the path"
    case .notPermitted: "no permission to read the file; check its owner and mode"
    case .isFolder: "a folder; name the file in it, or search it with `hunch import auto`"
    case .unreadable: "the file cannot be read; check the device it is on"
    case .notARegularFile: "not a regular file; a history is read more than once, so write it to a file first"
    case .empty: "the file is empty"
    case .foreign(let expected, let found?):
      "not a history of \(expected) but of \(found); import it with --from \(found)"
    case .foreign(let expected, nil):
      "not a history of \(expected); `hunch import --list` shows which can be read"
    case .compressed(let form): form.words
    case .notImported(let file): file.words
    case .forOption(let option): "not a history; pass it with \(option), next to the history it belongs to"
    case .otherSchema(let missing):
      "an unknown version of the format: \(missing) is missing; please report the version of the program"
    case .noMapping: "a table needs a mapping that describes its columns; name one with --map"
    case .noHeader: "the first record is not a list of columns; name them in the mapping as \"header\""
    case .column(let name, let isTwice):
      "the mapping names the column \(name), and the table has \(isTwice ? "two of them" : "none"); correct the mapping"
    case .noLocations:
      "not a file of locations; use GPX, KML (unpack a KMZ first), GeoJSON, OwnTracks, or Google's Records.json or Timeline"
    case .noCalendar: "not a calendar; use an iCalendar file (.ics)"
    case .damaged: "damaged or cut off; let its program repair it, or copy or export it again, and try again"
    case .changing: "another program keeps writing to it; close that program, and try again"
    case .tooCostly:
      "reading it takes far more work than its size explains; do not use it, because it is damaged or malicious"
    case .noRoom: "there is no space for a private copy of it; free some in TMPDIR, and try again"
    case .cannotCopy: "a private copy of it cannot be made; check the folder in TMPDIR"
    }
  }
}
