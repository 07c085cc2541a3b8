internal import Activities

/// A small hash table, built once, that finds the field of a name in a line from its bytes.
///
/// - Complexity: O(length of the name).
struct FieldTable {
  /// Positions are found by linear probing; 256 of them for some 60 names keep the probes short.
  private var slots = [UInt8](repeating: 0, count: 256)
  private var bytes: [UInt8] = []
  private var starts: [Int] = [0]
  /// The names by their numbers: those of ``Field`` first, then those of the tables.
  let names: [String]

  static let shared = FieldTable()

  private init() {
    var names = Field.allCases.map(\.name)
    let tabled = [
      UserActivity.fields.map(\.name), UserActivity.rareFields.map(\.name), OpenDonation.fields.map(\.name),
      Deletion.Criteria.fields.map(\.name),
    ].joined()
    for name in tabled where !names.contains(name) { names.append(name) }
    self.names = names
    for (number, name) in names.enumerated() {
      bytes += Array(name.utf8)
      starts.append(bytes.count)
      var slot = Self.slot(of: name.utf8.span)
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(number + 1)
    }
  }

  /// Returns the numbers of names that the format has, in the same order.
  func numbers(of names: [String]) -> [Int] {
    let numbers = names.compactMap { number(of: $0.utf8.span) }
    precondition(numbers.count == names.count, "a table of fields that is not registered")
    return numbers
  }

  /// Returns the number of a name; nil if it has no meaning in the format.
  func number(of name: Span<UInt8>) -> Int? {
    guard !name.isEmpty else { return nil }
    var slot = Self.slot(of: name)
    while slots[slot] != 0 {
      let candidate = Int(slots[slot]) - 1
      if isName(of: candidate, equalTo: name) { return candidate }
      slot = (slot + 1) & 255
    }
    return nil
  }

  private func isName(of candidate: Int, equalTo name: Span<UInt8>) -> Bool {
    let start = starts[candidate]
    guard starts[candidate + 1] - start == name.count else { return false }
    for index in name.indices where bytes[start + index] != name[index] { return false }
    return true
  }

  private static func slot(of name: Span<UInt8>) -> Int {
    let (first, middle, last) = (Int(name[0]), Int(name[name.count / 2]), Int(name[name.count - 1]))
    return (name.count &* 41 &+ first &* 7 &+ middle &* 23 &+ last &* 3) & 255
  }
}
