/// A set of lanes of a table, among its first 64.
struct LaneSet: Sendable {
  /// The number of blocks that the lanes are divided into.
  static let blocks = 64 / SIMDTable.blockLanes

  private var bits: UInt64 = 0

  init(_ lanes: [Int]) { for lane in lanes { insert(lane) } }

  mutating func insert(_ lane: Int) {
    precondition((0..<64).contains(lane), "no such lane")
    bits |= 1 << UInt64(lane)
  }

  /// The lanes of a block, the first as the lowest bit.
  subscript(block block: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: bits >> UInt64(block * SIMDTable.blockLanes))
  }
}
