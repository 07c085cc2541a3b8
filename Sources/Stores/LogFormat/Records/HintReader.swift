public import Activities
public import Foundation

/// Reads a file of hints, one per line, as the article *Hints* describes them.
///
/// Lines end in LF or CRLF; blank lines and a byte order mark are skipped. Every bad line is
/// reported with its number.
public struct HintReader {
  /// The name of the file, for messages.
  public let file: String
  private var lines: LineSplitter
  private var decoder: RecordDecoder

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

  /// Reads up to a number of lines that are not blank.
  ///
  /// - Parameter limit: The number of lines after which reading stops. A longer list would be
  ///   refused anyway, so no file is too long.
  /// - Returns: The hints and the lines that could not be read, both in the order of the file.
  /// - Throws: ``LogReadingError/unreadable`` if reading fails.
  public mutating func read(
    limit: Int
  ) throws(LogReadingError) -> (hints: [StatedHint], problems: [LineProblem]) {
    var (hints, problems): ([StatedHint], [LineProblem]) = ([], [])
    while hints.count + problems.count < max(1, limit), let line = try lines.next() {
      do throws(RecordError) {
        guard !line.isTooLong else { throw RecordError("", .lineTooLong(limit: decoder.limits.length)) }
        let buffer = lines.buffer
        hints.append(try decoder.decodeHint(buffer.span.extracting(line.range)))
      } catch {
        if error.reason == .malformed(.empty) { continue }
        problems.append(LineProblem(file: file, line: line.number, error: error))
      }
    }
    return (hints, problems)
  }
}
