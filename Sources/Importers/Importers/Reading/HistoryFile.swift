internal import Activities
internal import Files
internal import Foundation
internal import LogFormat
internal import Synchronization

/// A file that may be the history of a program.
///
/// It is only read. Databases are read from a private copy (``database()``), which disappears with
/// this object. A text in UTF-16 is converted to UTF-8.
package final class HistoryFile: Sendable {
  /// The path as given.
  package let path: String
  /// The first bytes, up to ``headSize``; in UTF-8 if the text is in UTF-16.
  package let head: [UInt8]
  /// The conversion of the text, if it is in UTF-16.
  let decoder: UTF16Decoder?
  /// The number of bytes.
  package let size: Int
  /// The time of the last change, in milliseconds since 1970.
  package let modified: Int64?
  /// The budget of a reading, and the work spent so far.
  package let budget: ReadingBudget

  private let copy = Mutex<SQLiteHistory?>(nil)
  private let foundTables = Mutex<[String: Set<String>]?>(nil)
  private let foundShape = Mutex<Set<String>?>(nil)

  /// The number of bytes examined to recognise a format.
  package static let headSize = 1 << 16

  /// Opens a file and examines its beginning.
  ///
  /// - Throws: ``HistoryError`` if it cannot be read or is compressed.
  package init(path: String) throws(HistoryError) {
    self.path = path
    switch PathKind(at: path) {
    case .regularFile: break
    case .nothing, .brokenLink: throw HistoryError(.notFound, at: path)
    case .folder: throw HistoryError(.isFolder, at: path)
    case .other: throw HistoryError(.notARegularFile, at: path)
    case .refused(let code): throw HistoryError(code == EACCES ? .notPermitted : .unreadable, at: path)
    }
    guard let handle = FileHandle(forReadingAtPath: path) else { throw HistoryError(.notPermitted, at: path) }
    defer { try? handle.close() }
    let bytes: [UInt8]
    do {
      bytes = try PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: Self.headSize)
    } catch { throw HistoryError(.unreadable, at: path) }
    if let form = CompressedForm.of(bytes) { throw HistoryError(.compressed(form), at: path) }
    decoder = UTF16Decoder(markOf: bytes)
    var head = decoder
    self.head = head?.decode(bytes) ?? bytes
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let extent = FileExtent(at: path)
    guard extent?.isMostlyHoles != true else { throw HistoryError(.tooCostly, at: path) }
    size = extent?.size ?? bytes.count
    // A database may have most of its rows in its write-ahead log.
    let log = PrivateCopy.logHeader(of: path) == nil ? nil : FileExtent(at: path + "-wal")
    budget = ReadingBudget(size: size + (log.map { $0.isMostlyHoles ? 0 : $0.size } ?? 0), path: path)
    modified = (attributes?[.modificationDate] as? Date).map {
      Int64(clamping: $0.timeIntervalSince1970 * 1_000)
    }
  }

  /// The name of the file: the last part of its path.
  package var name: String { (path as NSString).lastPathComponent }

  /// A Boolean value that indicates whether it is an SQLite database.
  package var isSQLite: Bool { head.starts(with: Array("SQLite format 3\0".utf8)) }

  /// A Boolean value that indicates whether its beginning is text without NUL bytes.
  package var isText: Bool { !head.isEmpty && !head.contains(0) }

  /// The first line that is not blank, trimmed, as far as ``head`` contains it.
  package var firstLine: String {
    let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let line = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first { line in
      line.contains { $0 != 0x20 && $0 != 0x09 }
    }
    return String(decoding: line ?? [], as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  /// Returns the tables of a database with their columns, all in lower case; empty if it is not a
  /// database.
  ///
  /// - Throws: ``HistoryError`` if it begins like a database but cannot be read as one.
  package func tables() throws -> [String: Set<String>] {
    guard isSQLite else { return [:] }
    if let found = foundTables.withLock({ $0 }) { return found }
    let found = try SQLiteHistory.tablesInPlace(of: self) ?? database().tables
    foundTables.withLock { $0 = found }
    return found
  }

  /// The shape of the beginning of a JSON document (``JSONStream/shape(of:)``); empty if it is not
  /// one.
  var shape: Set<String> {
    if let found = foundShape.withLock({ $0 }) { return found }
    let found = isText ? JSONStream.shape(of: head) : []
    foundShape.withLock { $0 = found }
    return found
  }

  /// Returns the private copy of a database; the first call makes it.
  ///
  /// - Throws: ``HistoryError`` if it cannot be copied or read.
  package func database() throws -> SQLiteHistory {
    try copy.withLock { copy in
      if let copy { return copy }
      guard isSQLite else { throw HistoryError(.damaged, at: path) }
      let made = try SQLiteHistory(copyOf: path, budget: budget)
      copy = made
      return made
    }
  }

  /// Starts a new count of the budget, and reads the file.
  ///
  /// Everything that reads an untrusted file calls this: importers, tracks of locations, and
  /// calendars.
  package func readWithinBudget<Value>(_ read: () throws -> Value) rethrows -> Value {
    budget.begin()
    return try read()
  }

  /// Goes through the lines of a text, with one in memory at a time.
  ///
  /// - Parameter receive: Takes the number of a line, counted from 1, and its bytes without the
  ///   line end; the bytes are `nil` for a line longer than 1 MiB.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  package func forEachLine(_ receive: (_ number: Int, _ bytes: [UInt8]?) throws -> Void) throws {
    do {
      var lines = LineSplitter(try ByteSource(path: path), maximalLength: LineLimits().length)
      while let line = try lines.next() {
        try budget.spend(steps: line.range.count + 1)
        try receive(line.number, line.isTooLong ? nil : Array(lines.buffer[line.range]))
      }
    } catch let error as LogReadingError {
      throw HistoryError(HistoryError.Reason(error), at: path)
    }
  }
}

extension HistoryError.Reason {
  /// The reason why a text cannot be read.
  fileprivate init(_ reason: LogReadingError) {
    switch reason {
    case .notFound: self = .notFound
    case .notPermitted: self = .notPermitted
    case .isFolder: self = .isFolder
    case .unreadable: self = .unreadable
    }
  }
}

/// Text of histories.
package enum HistoryText {
  /// Returns the bytes of the first line that is not blank, without a byte order mark.
  static func firstLine(of head: [UInt8]) -> [UInt8] {
    let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    return bytes.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } }.map { Array($0) } ?? []
  }

  /// Returns bytes as text: UTF-8 if valid, otherwise Latin-1, in which every byte is a character.
  ///
  /// It limits consecutive combining marks to the number that texts allow, so that the text can be
  /// compared.
  package static func decoded(_ bytes: some Collection<UInt8>) -> String {
    CombiningMarks.shortened(
      String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) })))
  }
}
