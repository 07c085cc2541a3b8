/// The lines that make one record of a text.
struct GatheredLines {
  private var bytes: [UInt8] = []
  private var firstLine: Int?

  /// The maximum number of bytes gathered; a longer record is cut off, because only its beginning
  /// is recognised.
  static let limit = 1 << 16

  /// Adds a line; leading empty lines are dropped.
  mutating func append(_ line: some Collection<UInt8>, line number: Int) {
    if firstLine == nil {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
      firstLine = number
    } else if bytes.count < Self.limit {
      bytes.append(0x0A)
    }
    bytes.append(contentsOf: line.prefix(max(0, Self.limit - bytes.count)))
  }

  /// Returns the gathered lines and the number of the first one, and starts again; `nil` if there
  /// are none.
  mutating func take() -> (line: Int, bytes: [UInt8])? {
    defer { (bytes, firstLine) = ([], nil) }
    return firstLine.map { ($0, bytes) }
  }
}
