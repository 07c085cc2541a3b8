internal import LogFormat

/// A scanner of a JSON text in pieces, which finds the beginnings and ends of values without
/// decoding them.
struct JSONScanner {
  private var pieces: HistoryPieces
  private let path: String
  private var buffer: [UInt8] = []
  private var place = 0
  private var captured: [UInt8] = []

  /// Creates a scanner at the beginning of a text, after a byte order mark.
  ///
  /// - Parameter path: The path of the file, for errors.
  init(_ pieces: HistoryPieces, path: String) throws(HistoryError) {
    (self.pieces, self.path) = (pieces, path)
    while buffer.count < Self.mark.count, try refill() {}
    if buffer.starts(with: Self.mark) { place = Self.mark.count }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the next byte other than white space, without consuming it; `nil` at the end.
  mutating func peek() throws(HistoryError) -> UInt8? {
    while true {
      while place < buffer.count {
        switch buffer[place] {
        case 0x20, 0x09, 0x0A, 0x0D: place += 1
        case let byte: return byte
        }
      }
      guard try refill() else { return nil }
    }
  }

  /// Skips white space, and consumes the next byte if it is the given one; returns whether it is.
  mutating func skip(_ byte: UInt8) throws(HistoryError) -> Bool {
    guard try peek() == byte else { return false }
    place += 1
    return true
  }

  /// Consumes a required byte.
  mutating func require(_ byte: UInt8) throws(HistoryError) {
    guard try skip(byte) else { throw wrong }
  }

  /// The error for invalid JSON or a premature end.
  var wrong: HistoryError { HistoryError(.damaged, at: path) }

  /// Skips a value.
  mutating func skipValue() throws(HistoryError) {
    _ = try value(upTo: nil)
  }

  /// Skips a value, and returns its text; `nil` if it is longer than a limit.
  mutating func value(upTo limit: Int) throws(HistoryError) -> [UInt8]? {
    try value(upTo: Optional(limit))
  }

  private mutating func value(upTo limit: Int?) throws(HistoryError) -> [UInt8]? {
    captured.removeAll(keepingCapacity: true)
    var rest = limit
    switch try peek() {
    case 0x22, 0x5B, 0x7B: try passContainer(&rest)
    case let byte? where Self.isInWord(byte): try passWord(&rest)
    default: throw wrong
    }
    return rest.map { $0 < 0 } ?? false ? nil : captured
  }

  /// Skips a string, or an array or object with its contents.
  private mutating func passContainer(_ rest: inout Int?) throws(HistoryError) {
    var (depth, isInString, isEscaped) = (0, false, false)
    while true {
      let start = place
      var isComplete = false
      scanning: while place < buffer.count {
        let byte = buffer[place]
        place += 1
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == 0x5C {
            isEscaped = true
          } else if byte == 0x22 {
            isInString = false
            isComplete = depth == 0
          }
        } else {
          switch byte {
          case 0x22: isInString = true
          case 0x7B, 0x5B: depth += 1
          case 0x7D, 0x5D:
            depth -= 1
            isComplete = depth == 0
          default: break
          }
        }
        if isComplete { break scanning }
      }
      capture(from: start, &rest)
      if isComplete { return }
      guard try refill() else { throw wrong }
    }
  }

  /// Skips a number, `true`, `false` or `null`.
  private mutating func passWord(_ rest: inout Int?) throws(HistoryError) {
    while true {
      let start = place
      while place < buffer.count, Self.isInWord(buffer[place]) { place += 1 }
      capture(from: start, &rest)
      if place < buffer.count { return }
      guard try refill() else { return }
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private mutating func capture(from start: Int, _ rest: inout Int?) {
    guard let left = rest, left >= 0 else { return }
    rest = left - (place - start)
    if left >= place - start { captured.append(contentsOf: buffer[start..<place]) } else { captured = [] }
  }

  /// Replaces the consumed piece by the next one; returns whether there was one.
  private mutating func refill() throws(HistoryError) -> Bool {
    guard let piece = try pieces.next() else { return false }
    if place < buffer.count {
      buffer.append(contentsOf: piece)
    } else {
      (buffer, place) = (piece, 0)
    }
    return true
  }
}
