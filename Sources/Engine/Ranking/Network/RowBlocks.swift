/// The rows of a matrix, divided into blocks.
///
/// Each block passes through all layers before the next one.
///
/// The blocks have about the same size, so that the buffers of a layer keep their size. A block and
/// its activations stay in the nearest caches, and OpenBLAS multiplies matrices of this size
/// without packing them first.
struct RowBlocks: Sequence, IteratorProtocol {
  /// The maximum number of rows in a block.
  ///
  /// 96 rows of 100 columns times 64 units are less than the 10^6 products up to which OpenBLAS
  /// does not pack.
  static let most = 96

  /// The number of rows of each block except the last, which may have fewer.
  let size: Int
  private let rows: Int
  private var start = 0

  /// Divides rows into blocks.
  init(of rows: Int) {
    self.rows = rows
    let count = Swift.max(1, (rows + Self.most - 1) / Self.most)
    // A multiple of four, because BLAS kernels process several rows at a time.
    size = ((rows + count - 1) / count + 3) / 4 * 4
  }

  mutating func next() -> Range<Int>? {
    if start >= rows { return nil }
    defer { start += size }
    return start..<Swift.min(start + size, rows)
  }
}
