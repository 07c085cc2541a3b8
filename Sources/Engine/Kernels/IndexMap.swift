/// Numbers different keys in the order in which they come: 0, 1, 2 and on.
///
/// What is known of a key can then be kept in arrays. Most of a query's work is such look-ups, and
/// keys are numbers or stable hashes already: one multiplication finds the slot, where a
/// dictionary's keyed hash takes a hundred instructions. Open addressing with linear probing
/// (Knuth: The Art of Computer Programming 3, 6.4, algorithm L), at most half full.
public struct IndexMap: Sendable {
  private struct Slot {
    var key: UInt64 = 0
    /// The number of the key; -1 if the slot is free.
    var number: Int32 = -1
  }

  /// A power of two of them.
  private var slots: [Slot] = []
  /// The number of keys that are numbered.
  public private(set) var count = 0

  /// Numbers no key yet.
  public init() {}

  /// Numbers the different keys of a sequence.
  public init(_ keys: some Sequence<UInt64>) {
    for key in keys { insert(key) }
  }

  /// The bytes of its table.
  public var memoryFootprint: Int { slots.capacity * MemoryLayout<Slot>.stride }

  /// The number of a key, if it has one; expected O(1).
  public subscript(key: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: key)].number
    return number < 0 ? nil : Int(number)
  }

  /// The number of a key; it gets the next one if it is new; expected amortised O(1).
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
