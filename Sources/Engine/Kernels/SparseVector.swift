/// A vector with few nonzero entries.
public struct SparseVector: Equatable, Sendable {
  /// The indices of the nonzero entries; any numbers, each once.
  public private(set) var indices: [UInt64] = []
  /// Their values, in the same order.
  public private(set) var values: [Float] = []

  /// The zero vector.
  public init() {}

  /// The number of nonzero entries.
  public var count: Int { indices.count }

  /// Appends an entry; amortised O(1).
  public mutating func append(_ value: Float, at index: UInt64) {
    indices.append(index)
    values.append(value)
  }

  /// Removes all entries, keeping the storage.
  public mutating func removeAll() {
    indices.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }
}
