/// A set of lanes of a table, of the first 64.
struct LaneSet: Sendable {
  private var bits: UInt64 = 0

  init(_ lanes: [Int]) { for lane in lanes { insert(lane) } }

  mutating func insert(_ lane: Int) {
    precondition((0..<64).contains(lane), "no such lane")
    bits |= 1 << UInt64(lane)
  }

  /// Calls a closure with each lane, in ascending order.
  func forEach(_ body: (Int) -> Void) {
    var left = bits
    while left != 0 {
      body(left.trailingZeroBitCount)
      left &= left - 1
    }
  }
}
