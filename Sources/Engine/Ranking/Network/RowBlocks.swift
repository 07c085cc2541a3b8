/// The rows of a matrix in blocks that go through all layers together, one block after another.
///
/// The blocks have about the same size, so that what a layer leaves behind keeps its size. A block
/// and its activations stay in the nearest caches, and OpenBLAS multiplies matrices of this size
/// without packing them first.
struct RowBlocks: Sequence, IteratorProtocol {
  /// The most rows of a block: 96 of 100 columns times 64 units are less than the 10^6 products up
  /// to which OpenBLAS does not pack.
  static let most = 96

  /// The number of rows of each block but the last, which may have fewer.
  let size: Int
  private let rows: Int
  private var start = 0

  /// Divides rows into blocks.
  init(of rows: Int) {
    self.rows = rows
    let count = Swift.max(1, (rows + Self.most - 1) / Self.most)
    // Multiples of four: kernels of BLAS take several rows at a time.
    size = ((rows + count - 1) / count + 3) / 4 * 4
  }

  mutating func next() -> Range<Int>? {
    if start >= rows { return nil }
    defer { start += size }
    return start..<Swift.min(start + size, rows)
  }
}
