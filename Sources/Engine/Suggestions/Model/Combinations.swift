internal import Activities
internal import Kernels

/// For which combinations of parameters each activity counts, by its newest donation.
///
/// Only activities that declare combinations are in it, so it is empty for most people.
struct Combinations: Sendable {
  /// One combination of one item: what it is the same as when the other parameters are left open.
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

  /// Nobody declares any.
  init() {}

  var isEmpty: Bool { byRow.isEmpty }

  /// The items that have combinations, in order.
  var items: [Int] { byRow.keys.sorted() }

  /// Accesses the projections of an item; none for most.
  subscript(item: Int) -> [Projection] { byRow[item] ?? [] }

  /// The bytes of its table, about.
  var memoryFootprint: Int {
    byRow.values.reduce(0) { $0 + $1.capacity * MemoryLayout<Projection>.stride + 64 }
  }

  /// Takes notice of an item's newest donation.
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

/// As bytes, for a checkpoint.
extension Combinations {
  /// Reads what ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` for an item that there is not, or one with more combinations than may
  ///   be declared.
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
