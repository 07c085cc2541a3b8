/// Finds the field that a name in a line means, from its bytes: a small hash table, made once.
///
/// - Complexity: O(length of the name).
struct FieldTable {
  /// Positions are found by linear probing; 256 of them for some 60 names keep the probes short.
  private var slots = [UInt8](repeating: 0, count: 256)
  private var names: [UInt8] = []
  private var starts: [Int] = [0]

  static let shared = FieldTable()

  private init() {
    for field in Field.allCases {
      let name = Array(field.name.utf8)
      names += name
      starts.append(names.count)
      var slot = Self.slot(of: name.span)
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(field.rawValue + 1)
    }
  }

  func field(named name: Span<UInt8>) -> Field? {
    guard !name.isEmpty else { return nil }
    var slot = Self.slot(of: name)
    while slots[slot] != 0 {
      let candidate = Int(slots[slot]) - 1
      if isName(of: candidate, equalTo: name) { return Field(rawValue: candidate) }
      slot = (slot + 1) & 255
    }
    return nil
  }

  private func isName(of candidate: Int, equalTo name: Span<UInt8>) -> Bool {
    let start = starts[candidate]
    guard starts[candidate + 1] - start == name.count else { return false }
    for index in name.indices where names[start + index] != name[index] { return false }
    return true
  }

  private static func slot(of name: Span<UInt8>) -> Int {
    let (first, middle, last) = (Int(name[0]), Int(name[name.count / 2]), Int(name[name.count - 1]))
    return (name.count &* 41 &+ first &* 7 &+ middle &* 23 &+ last &* 3) & 255
  }
}
