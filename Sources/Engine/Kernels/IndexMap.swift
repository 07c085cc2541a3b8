/// Numbers distinct keys in the order of their first occurrence: 0, 1, 2 and so on.
///
/// Data about a key can then be kept in arrays. Most of a query's work is such look-ups, and keys
/// are already numbers or stable hashes: one multiplication finds the slot, where a dictionary's
/// keyed hash takes a hundred instructions. Open addressing with linear probing (Knuth: The Art of
/// Computer Programming 3, 6.4, algorithm L), at most half full.
public struct IndexMap: Sendable {
  private struct Slot {
    var key: UInt64 = 0
    /// The number of the key; -1 if the slot is free.
    var number: Int32 = -1
  }

  /// The slots; their number is a power of two.
  private var slots: [Slot] = []
  /// The number of numbered keys.
  public private(set) var count = 0

  /// Creates an empty map.
  public init() {}

  /// Creates a map that numbers the distinct keys of a sequence.
  public init(_ keys: some Sequence<UInt64>) {
    for key in keys { insert(key) }
  }

  /// The size of its table in bytes.
  public var memoryFootprint: Int { slots.capacity * MemoryLayout<Slot>.stride }

  /// The number of a key, if it has one; expected O(1).
  public subscript(key: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: key)].number
    return number < 0 ? nil : Int(number)
  }

  /// Returns the number of a key, which is the next one if the key is new; expected amortised O(1).
  @discardableResult
  public mutating func insert(_ key: UInt64) -> (number: Int, isNew: Bool) {
    if 2 * count >= slots.count { grow() }
    let slot = slot(of: key)
    if slots[slot].number >= 0 { return (Int(slots[slot].number), false) }
    slots[slot] = Slot(key: key, number: Int32(count))
    count += 1
    return (count - 1, true)
  }

  /// The slot that holds a key, or the free one where it belongs.
  private func slot(of key: UInt64) -> Int {
    // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
    let product = key &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: product >> 32) & (slots.count - 1)
    while slots[slot].number >= 0, slots[slot].key != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(4, 2 * old.count))
    for entry in old where entry.number >= 0 { slots[slot(of: entry.key)] = entry }
  }
}
