internal import Activities
internal import Kernels

/// The combinations of parameters that each activity counts for, by its newest donation.
///
/// It holds only activities that declare combinations, so it is empty for most users.
struct Combinations: Sendable {
  /// One combination of one item, to which the item is equal when its other parameters are ignored.
  struct Projection: BitwiseCopyable, Sendable {
    fileprivate let item: Int64
    private let high: UInt64
    private let low: UInt64
    /// The number of parameters that it fixes.
    let keys: Int32
    /// The amount that its program's statements add to its score, in nats.
    let benefit: Float

    fileprivate init(item: Int, identity: ActivityIdentity, keys: Int, benefit: Float) {
      self.item = Int64(truncatingIfNeeded: item)
      high = UInt64(truncatingIfNeeded: identity.rawValue >> 64)
      low = UInt64(truncatingIfNeeded: identity.rawValue)
      self.keys = Int32(keys)
      self.benefit = benefit
    }

    /// The identity of the activity.
    var identity: ActivityIdentity { ActivityIdentity(rawValue: UInt128(high) << 64 | UInt128(low)) }
  }

  private var byRow: [Int: [Projection]] = [:]

  /// Creates an empty table.
  init() {}

  var isEmpty: Bool { byRow.isEmpty }

  /// The items with combinations, in order.
  var items: [Int] { byRow.keys.sorted() }

  /// Accesses the projections of an item; most items have none.
  subscript(item: Int) -> [Projection] { byRow[item] ?? [] }

  /// The approximate size of its table in bytes.
  var memoryFootprint: Int {
    byRow.values.reduce(0) { $0 + $1.capacity * MemoryLayout<Projection>.stride + 64 }
  }

  /// Records an item's newest donation.
  mutating func observe(_ activity: UserActivity, item: Int) {
    let declared = activity.combinationIdentities
    guard !declared.isEmpty || byRow[item] != nil else { return }
    byRow[item] =
      declared.isEmpty
      ? nil
      : declared.map { combination, identity in
        Projection(
          item: item, identity: identity, keys: combination.keys.count,
          benefit: Benefit.amount(of: activity.restricted(to: combination)))
      }
  }
}

/// The encoding for a checkpoint.
extension Combinations {
  /// Reads combinations that ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` for an unknown item, or one with more combinations than may be
  ///   declared.
  init(items: Int, from reader: inout StateReader) throws(StateError) {
    for projection in try reader.readTable(of: Projection.self) {
      guard (0..<Int64(items)).contains(projection.item), Benefit.range.contains(projection.benefit),
        self[Int(truncatingIfNeeded: projection.item)].count < ParameterCombination.limit
      else { throw StateError() }
      byRow[Int(truncatingIfNeeded: projection.item), default: []].append(projection)
    }
  }

  func write(into writer: inout StateWriter) {
    writer.write(items.flatMap { self[$0] })
  }
}
