/// The lines that make one record of a text.
struct GatheredLines {
  private var bytes: [UInt8] = []
  private var firstLine: Int?

  /// The most bytes that are gathered: what is longer is cut off, as it can be no more than a
  /// beginning that is recognised.
  static let limit = 1 << 16

  /// Adds a line; empty ones before the first are left out.
  mutating func append(_ line: some Collection<UInt8>, line number: Int) {
    if firstLine == nil {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
      firstLine = number
    } else if bytes.count < Self.limit {
      bytes.append(0x0A)
    }
    bytes.append(contentsOf: line.prefix(max(0, Self.limit - bytes.count)))
  }

  /// Returns what was gathered and the number of its first line, and begins anew; `nil` if it is
  /// nothing.
  mutating func take() -> (line: Int, bytes: [UInt8])? {
    defer { (bytes, firstLine) = ([], nil) }
    return firstLine.map { ($0, bytes) }
  }
}
