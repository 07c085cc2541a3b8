internal import Kernels

/// Small numbers, starting at 1, for values that recur; a number that is no longer in use is given
/// to another value.
///
/// A value that many donations of a window have is kept once. Values are distinguished by 64-bit
/// keys.
struct SharedCodes: Sendable {
  /// The state of a code.
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

  /// The key of a code; `nil` for 0 and for codes that are not in use.
  func key(of code: Int) -> UInt64? {
    guard code > 0, slots[code - 1].uses > 0 else { return nil }
    return slots[code - 1].key
  }

  /// The code of a key, for one more use; O(codes).
  ///
  /// There are never more codes than the maximum number of simultaneous uses, which must be fewer
  /// than 65,535.
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

  /// - Throws: `StateError` if the stored numbers of uses do not match `codes`.
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
