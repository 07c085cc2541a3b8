/// What a call does, whoever does it: to be compared with what the machine could do in that time.
public struct Work: Hashable, Sendable {
  /// How many things are done, and what they are: candidates, donations.
  public var items: Double
  /// What is counted, in the plural.
  public var unit: String
  /// Additions and multiplications that cannot be left out.
  public var operations = 0.0
  /// Bytes that have to be read or written at least once.
  public var bytes = 0.0

  /// Counts things, and nothing else.
  init(_ items: Int, _ unit: String) {
    (self.items, self.unit) = (Double(items), unit)
  }

  /// With additions and multiplications, and with numbers of four bytes each that are read or written.
  init(_ items: Int, _ unit: String, operations: Int, floats: Int) {
    self.init(items, unit)
    (self.operations, bytes) = (Double(operations), 4 * Double(floats))
  }

  /// Whether the machine's arithmetic or memory sets it a limit that can be told.
  var isLimited: Bool { operations > 0 || bytes > 0 }
}
