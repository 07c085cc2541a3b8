internal import Activities
internal import Kernels

/// How many of a window's donations have each code of a kind: of those that count.
///
/// What a donation does not tell is unknown, and counts as much for its activity as the average of the donations that tell it. These counts
/// make that average.
struct CodeCounts: Sendable {
  private(set) var counts: [Int32] = []

  init() {}

  mutating func add(_ code: UInt16, _ amount: Int32) {
    while counts.count <= Int(code) { counts.append(0) }
    counts[Int(code)] += amount
  }

  /// The number of donations with a code.
  subscript(code: Int) -> Int32 { code < counts.count ? counts[code] : 0 }

  /// Gives every code of which a similarity is unknown the mean of the others', weighted by how often each occurs.
  ///
  /// - Parameters:
  ///   - values: One a code; not a number where it is unknown.
  ///   - other: What they get if none is known.
  func fillUnknown(_ values: inout [Float], withNone other: Float = 0) {
    var (sum, known) = (0.0, 0.0)
    for (code, value) in values.enumerated() where !value.isNaN {
      let count = Double(self[code])
      sum += count * Double(value)
      known += count
    }
    let mean = known > 0 ? Float(sum / known) : other
    for code in values.indices where values[code].isNaN { values[code] = mean }
  }
}
