internal import Activities
internal import Kernels

/// The number of a window's counted donations that have each code of a kind.
struct CodeCounts: Sendable {
  private(set) var counts: [Int32] = []

  init() {}

  mutating func add(_ code: UInt16, _ amount: Int32) {
    while counts.count <= Int(code) { counts.append(0) }
    counts[Int(code)] += amount
  }

  /// The number of donations with a code.
  subscript(code: Int) -> Int32 { code < counts.count ? counts[code] : 0 }

  /// Replaces unknown similarities with the mean of the known ones, weighted by how often each
  /// code occurs.
  ///
  /// - Parameter values: One similarity per code; not a number where it is unknown. Unknown values
  ///   become 1 if no code that occurs has a known one.
  func fillUnknown(_ values: inout [Float]) {
    var (sum, known) = (0.0, 0.0)
    for (code, value) in values.enumerated() where !value.isNaN {
      let count = Double(self[code])
      sum += count * Double(value)
      known += count
    }
    let mean = known > 0 ? Float(sum / known) : 1
    for code in values.indices where values[code].isNaN { values[code] = mean }
  }
}
