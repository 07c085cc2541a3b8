internal import Kernels

/// Small numbers for values that come again: from 1 on, given to another value when nothing has
/// them any more.
///
/// Values to which a window of donations refers many times are kept once. Their 64-bit keys tell
/// them apart.
struct SharedCodes: Sendable {
  /// The state that is kept of a code.
  private struct Slot: BitwiseCopyable {
    var key: UInt64
    var uses: Int64
  }

  private var slots: [Slot] = []

  /// One more than the highest code that was ever given.
  var limit: Int { slots.count + 1 }

  /// The code of a key, 0 if it has none; O(codes).
  func code(of key: UInt64) -> UInt16 {
    for (index, slot) in slots.enumerated() where slot.key == key && slot.uses > 0 {
      return UInt16(index + 1)
    }
    return 0
  }

  /// The key of a code; `nil` for 0 and for codes that nothing has.
  func key(of code: Int) -> UInt64? {
    guard code > 0, slots[code - 1].uses > 0 else { return nil }
    return slots[code - 1].key
  }

  /// The code of a key, for one more use; O(codes).
  ///
  /// There are never more codes than uses at a time, which have to be fewer than 65,535.
  mutating func retain(_ key: UInt64) -> UInt16 {
    let known = code(of: key)
    if known > 0 {
      slots[Int(known) - 1].uses += 1
      return known
    }
    if let free = slots.firstIndex(where: { $0.uses == 0 }) {
      slots[free] = Slot(key: key, uses: 1)
      return UInt16(free + 1)
    }
    slots.append(Slot(key: key, uses: 1))
    return UInt16(slots.count)
  }

  /// Takes one use back; code 0 has none.
  mutating func release(_ code: UInt16) {
    if code > 0 { slots[Int(code) - 1].uses -= 1 }
  }

  func write(into writer: inout StateWriter) { writer.write(slots) }

  init() {}

  /// - Throws: `StateError` if the uses are not those of the codes.
  init(from reader: inout StateReader, uses codes: [UInt16]) throws(StateError) {
    slots = try reader.readTable()
    var counts = [Int64](repeating: 0, count: slots.count + 1)
    for code in codes {
      guard code < counts.count else { throw StateError() }
      counts[Int(code)] += 1
    }
    guard slots.map(\.uses) == Array(counts.dropFirst()) else { throw StateError() }
  }

  /// The bytes of its table.
  var memoryFootprint: Int { slots.capacity * MemoryLayout<Slot>.stride }
}
