// LogFormat: How is a donation written as a line of JSON, and read again?
//
// Start here: a `LogReader` reads a file of any size and returns its records and problems in
// batches. A `RecordDecoder` reads one line, and a `RecordEncoder` writes one.

public import Activities
public import Foundation

/// Reads a donation log of any size in batches; its memory does not grow with the file.
///
/// Lines end in LF or CRLF; the last line may have no end. Blank lines and a byte order mark at the
/// start are skipped. A bad line is reported with its number and skipped as a whole; reading goes
/// on. For a line above the limit, memory holds only its beginning.
///
/// Donations without `id` get their identifier from user, time, identity and the number of earlier
/// equal ones in this file. At least the last 500,000 such donations are remembered. Two equal
/// donations of the same millisecond that are further apart would count as one.
public struct LogReader {
  /// The name of the file, for messages.
  public let file: String
  private var lines: LineSplitter
  private var decoder: RecordDecoder
  private var ordinals = OrdinalCounter()

  /// Reads the file at a path.
  ///
  /// - Throws: ``LogReadingError`` if it cannot be opened.
  public init(path: String, limits: LineLimits = LineLimits()) throws(LogReadingError) {
    self.init(source: try ByteSource(path: path), name: path, limits: limits)
  }

  /// Reads an open file, a pipe, or standard input from its current position.
  public init(_ handle: FileHandle, named name: String, limits: LineLimits = LineLimits()) {
    self.init(source: ByteSource(handle), name: name, limits: limits)
  }

  /// Reads bytes in memory.
  public init(bytes: [UInt8], named name: String, limits: LineLimits = LineLimits()) {
    self.init(source: ByteSource(bytes), name: name, limits: limits)
  }

  private init(source: ByteSource, name: String, limits: LineLimits) {
    file = name
    lines = LineSplitter(source, maximalLength: limits.length)
    decoder = RecordDecoder(limits: limits)
  }

  /// Returns the next batch: up to `limit` lines that are not blank, in the order of the file;
  /// `nil` at its end.
  ///
  /// - Throws: ``LogReadingError/unreadable`` if reading fails.
  /// - Complexity: O(bytes read).
  public mutating func nextBatch(limit: Int = 4_096) throws(LogReadingError) -> LogBatch? {
    try nextBatch(limit: limit, keepsLines: false)
  }

  /// Returns the next batch, with every donation without `id` as the first among equals, and with
  /// the lines of donations that a store can keep verbatim.
  ///
  /// - Throws: ``LogReadingError/unreadable`` if reading fails.
  /// - Complexity: O(bytes read).
  package mutating func nextOccurrences(limit: Int) throws(LogReadingError) -> LogBatch? {
    try nextBatch(limit: limit, keepsLines: true)
  }

  private mutating func nextBatch(limit: Int, keepsLines: Bool) throws(LogReadingError) -> LogBatch? {
    var batch = LogBatch()
    while batch.records.count + batch.problems.count < max(1, limit), let line = try lines.next() {
      do throws(RecordError) {
        guard !line.isTooLong else { throw RecordError("", .lineTooLong(limit: decoder.limits.length)) }
        let buffer = lines.buffer  // shared, not copied: released before the next line changes it
        if keepsLines {
          let record = try decoder.decode(buffer.span.extracting(line.range)).checked()
          let text = decoder.isVerbatim(buffer.span.extracting(line.range)) ? Array(buffer[line.range]) : nil
          batch.records.append(NumberedRecord(line: line.number, record: record, text: text))
        } else {
          let record = try record(buffer.span.extracting(line.range)).checked()
          batch.records.append(NumberedRecord(line: line.number, record: record))
        }
      } catch {
        if error.reason == .malformed(.empty) { continue }
        batch.problems.append(LineProblem(file: file, line: line.number, error: error))
      }
    }
    return batch.records.isEmpty && batch.problems.isEmpty ? nil : batch
  }

  private mutating func record(_ line: Span<UInt8>) throws(RecordError) -> LogRecord {
    switch try decoder.read(line) {
    case .feedback(let feedback): return .feedback(feedback)
    case .deletion(let deletion): return .deletion(deletion)
    case .phrase(let phrase): return .phrase(phrase)
    case .donation(let draft):
      guard draft.details.externalIdentifier == nil else { return .donation(try draft.donation(ordinal: 0)) }
      let identity = draft.activity.identity
      let ordinal = ordinals.next(user: draft.user, at: draft.context.instant, of: identity)
      return .donation(try draft.donation(ordinal: ordinal, identity: identity))
    }
  }
}

/// The records of some lines of a log.
public struct LogBatch: Equatable, Sendable {
  /// The records, in the order of the file.
  public internal(set) var records: [NumberedRecord] = []
  /// The lines that could not be read, in the order of the file.
  public internal(set) var problems: [LineProblem] = []
}

/// A record and the number of its line.
public struct NumberedRecord: Equatable, Sendable {
  /// The number of the line, counted from 1.
  public let line: Int
  /// The record of the line.
  public let record: LogRecord
  /// The line of a donation, if requested and if a store can keep it verbatim.
  package let text: [UInt8]?

  init(line: Int, record: LogRecord, text: [UInt8]? = nil) {
    (self.line, self.record, self.text) = (line, record, text)
  }
}

extension LogRecord {
  /// Returns it after checking that its names have no control characters.
  ///
  /// Lines that a store reads back skip this check: they may be older than the check.
  ///
  /// - Throws: ``RecordError``.
  package func checked() throws(RecordError) -> LogRecord {
    do throws(ActivityError) { try checkNames() } catch {
      throw RecordError(error.field, .invalid(error))
    }
    return self
  }
}
