/// A vector of which only few entries are not zero.
public struct SparseVector: Equatable, Sendable {
  /// The indices of the entries that are not zero; any numbers, each once.
  public private(set) var indices: [UInt64] = []
  /// Their values, in the same order.
  public private(set) var values: [Float] = []

  /// The zero vector.
  public init() {}

  /// The number of entries that are not zero.
  public var count: Int { indices.count }

  /// Appends an entry; amortised O(1).
  public mutating func append(_ value: Float, at index: UInt64) {
    indices.append(index)
    values.append(value)
  }

  /// Makes it zero, keeping the storage.
  public mutating func removeAll() {
    indices.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }
}
