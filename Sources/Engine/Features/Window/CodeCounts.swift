internal import Activities
internal import Kernels

/// How many of a window's donations have each code of a kind: of those that count.
///
struct CodeCounts: Sendable {
  private(set) var counts: [Int32] = []

  init() {}

  mutating func add(_ code: UInt16, _ amount: Int32) {
    while counts.count <= Int(code) { counts.append(0) }
    counts[Int(code)] += amount
  }

  /// The number of donations with a code.
  subscript(code: Int) -> Int32 { code < counts.count ? counts[code] : 0 }

  /// Gives every code with an unknown similarity the mean of the others', weighted by how often
  /// each occurs.
  ///
  /// - Parameter values: One per code; NaN where it is unknown. They become 1 if none is
  ///   known.
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
