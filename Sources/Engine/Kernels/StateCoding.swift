/// Writes learned state as bytes, table after table, for a checkpoint.
///
/// Numbers are in the machine's own byte order and without names, because a checkpoint is derived,
/// can always be rebuilt, and has to be read in less time than some queries take. The store records
/// which version and which model wrote the bytes.
public struct StateWriter: Sendable {
  /// The bytes that were written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// Writes a number or a struct of numbers.
  ///
  /// - Complexity: O(1).
  public mutating func write<Value: BitwiseCopyable>(_ value: Value) {
    unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes a table, preceded by its length.
  ///
  /// - Complexity: O(n).
  public mutating func write<Value: BitwiseCopyable>(_ values: [Value]) {
    write(values.count)
    unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Reads the values of a ``StateWriter`` in the same order.
///
/// It never reads beyond the end, whatever the bytes are. The caller must check that the numbers
/// are consistent.
public struct StateReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a reader at the first byte.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a number or a struct of numbers; every bit pattern must be a valid value.
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
  /// - Parameter count: The required length; any length by default.
  /// - Throws: `StateError` if it is longer than the bytes, or has the wrong length.
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
    // An empty array uses storage that all threads share, and this initialiser writes its count
    // regardless.
    guard count > 0 else { return [] }
    return unsafe [Value](unsafeUninitializedCapacity: count) { table, initialized in
      unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(table).copyMemory(from: .init(rebasing: $0[range]))
      }
      initialized = count
    }
  }

  /// Checks that no bytes are left.
  ///
  /// - Throws: `StateError` if there are any.
  public func finish() throws(StateError) {
    guard position == bytes.count else { throw StateError() }
  }
}

/// An error about bytes that are not a state of this version, so that it has to be learned again.
public struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Creates an error.
  public init() {}

  /// The reason, and how to fix it.
  public var description: String {
    "the learned state cannot be read back; it has to be learned again from the log"
  }
}
