/// Cuts a stream of bytes into lines; holds at most one piece and the beginning of a line.
package struct LineSplitter {
  /// A line and its position in ``buffer``, valid until the next call.
  package struct Line {
    package let number: Int
    /// The position of the line without the line feed; empty if it is too long.
    package let range: Range<Int>
    package let isTooLong: Bool
  }

  package private(set) var buffer: [UInt8] = []
  private var source: ByteSource
  private let maximalLength: Int
  private var start = 0
  private var number = 0
  private var isAtEnd = false
  /// A Boolean value that indicates whether the stream may still begin with a byte order mark.
  private var mayHaveMark = true

  package init(_ source: ByteSource, maximalLength: Int) {
    self.source = source
    self.maximalLength = maximalLength
  }

  /// Returns the next line; nil at the end of the stream.
  package mutating func next() throws(LogReadingError) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      let end = JSONParser.lineEnd(in: buffer.span, from: searched)
      if end < buffer.count || isAtEnd {
        guard end < buffer.count || end > start || isTooLong else { return nil }
        return take(upTo: end, isTooLong: isTooLong)
      }
      if buffer.count - start > maximalLength + 1 {  // one more for the CR of a CRLF
        isTooLong = true
        start = buffer.count
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      isAtEnd = try !source.appendPiece(to: &buffer)
      if mayHaveMark, buffer.count >= 3 {
        skipByteOrderMark()
        searched = 0
      }
    }
  }

  private mutating func take(upTo end: Int, isTooLong: Bool) -> Line {
    number += 1
    mayHaveMark = false
    var range = start..<end
    start = min(end + 1, buffer.count)
    if buffer[range].last == 0x0D { range = range.lowerBound..<range.upperBound - 1 }
    let isTooLong = isTooLong || range.count > maximalLength
    return Line(number: number, range: isTooLong ? end..<end : range, isTooLong: isTooLong)
  }

  /// Skips the byte order mark, which UTF-8 does not need but some programs write.
  private mutating func skipByteOrderMark() {
    mayHaveMark = false
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.removeSubrange(..<3) }
  }
}
