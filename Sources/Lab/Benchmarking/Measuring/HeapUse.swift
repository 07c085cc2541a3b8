internal import CHeap

/// The heap in use; this is the one file that imports `CHeap`.
enum HeapUse {
  /// The bytes that were allocated and not freed, as the C library counts them; 0 if it does not.
  static var bytes: Int { hunch_heap_bytes() }

  /// Makes a value, and returns it with the bytes that it keeps in use.
  static func bytes<Value>(keptBy make: () throws -> Value) rethrows -> (value: Value, bytes: Int) {
    let before = bytes
    let value = try make()
    return (value, bytes - before)
  }
}
