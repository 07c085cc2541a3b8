/// Writes what was learned as bytes, table after table: what a checkpoint is made of.
///
/// Numbers stand in the machine's own byte order and without names, because a checkpoint is
/// derived, can always be made again, and has to be read in less time than some queries take.
/// Whoever stores the bytes notes beside them which version and which model wrote them.
public struct StateWriter: Sendable {
  /// The bytes that were written so far.
  public private(set) var bytes: [UInt8] = []

  /// Wrote nothing yet.
  public init() {}

  /// Writes a number or a struct of numbers.
  ///
  /// - Complexity: O(1).
  public mutating func write<Value: BitwiseCopyable>(_ value: Value) {
    unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes a table, with its length before it.
  ///
  /// - Complexity: O(n).
  public mutating func write<Value: BitwiseCopyable>(_ values: [Value]) {
    write(values.count)
    unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Reads what a ``StateWriter`` wrote, in the same order.
///
/// It never reads beyond the end, whatever the bytes are. Whether the numbers make sense together
/// is for the one to check whose numbers they are.
public struct StateReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  /// Starts at the first byte.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a number or a struct of numbers; every pattern of bits has to be one of its values.
  ///
  /// - Throws: `StateError` at the end of the bytes.
  /// - Complexity: O(1).
  public mutating func read<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) throws(StateError)
    -> Value
  {
    let size = MemoryLayout<Value>.size
    guard size <= bytes.count - position else { throw StateError() }
    defer { position += size }
    let start = position
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: Value.self) }
  }

  /// Reads a table.
  ///
  /// - Parameter count: How long it has to be; any length by default.
  /// - Throws: `StateError` if it is longer than the bytes, or has another length.
  /// - Complexity: O(n).
  public mutating func readTable<Value: BitwiseCopyable>(
    of type: Value.Type = Value.self, count expected: Int? = nil
  ) throws(StateError) -> [Value] {
    let count = try read(Int.self)
    let stride = MemoryLayout<Value>.stride
    guard count >= 0, count <= (bytes.count - position) / max(stride, 1), expected ?? count == count else {
      throw StateError()
    }
    let range = position..<position + count * stride
    position = range.upperBound
    // An empty array is made of storage that all threads share, and this initialiser writes its
    // count all the same.
    guard count > 0 else { return [] }
    return unsafe [Value](unsafeUninitializedCapacity: count) { table, initialized in
      unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(table).copyMemory(from: .init(rebasing: $0[range]))
      }
      initialized = count
    }
  }

  /// Makes sure that nothing is left.
  ///
  /// - Throws: `StateError` if something is.
  public func finish() throws(StateError) {
    guard position == bytes.count else { throw StateError() }
  }
}

/// The bytes are not those of a state of this version: it has to be derived anew.
public struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Makes one.
  public init() {}

  /// The reason, and how to mend it.
  public var description: String {
    "what was learned cannot be read back; it has to be learned again from the log"
  }
}
