internal import Kernels

/// What this machine does at best: a bare matrix product, and a bare loop that reads.
public struct PeakCase: Sendable {
  /// Sides of the matrices: a product takes about a millisecond, and all three lie in the L2 cache or close to it.
  public static let side = 384
  /// Additions and multiplications of a product.
  public static let operations = 2 * side * side * side

  /// Fewer bytes are read so quickly that the call is measured.
  private static let leastBytes = 16 << 10
  /// More bytes lie in memory all the same.
  private static let mostBytes = 64 << 20

  /// How many bytes are read at once.
  public let bytes: Int
  private let factors: (Matrix, Matrix)
  private var product = Matrix()
  private let numbers: ([Float], [Float])

  /// - Parameter bytes: How many bytes the loop reads; within bounds. As many as the case reads that it is compared with: then
  ///   they lie in the same level of the caches.
  public init(bytes: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in random.uniform() } }
    let square = Self.side * Self.side
    factors = (
      try Matrix(rows: Self.side, columns: Self.side, elements: numbers(square)),
      try Matrix(rows: Self.side, columns: Self.side, elements: numbers(square))
    )
    let count = min(max(bytes, Self.leastBytes), Self.mostBytes) / 8
    self.numbers = ([Float](repeating: 0.5, count: count), [Float](repeating: 0.25, count: count))
    self.bytes = 8 * count
  }

  /// One product by `cblas_sgemm`; answers its first number.
  public mutating func multiply() throws -> Float {
    try BLAS.multiply(factors.0, factors.1, into: &product)
    return product[0, 0]
  }

  /// Reads all bytes once, by `cblas_sdot` of one half with the other: two loads for each addition.
  public func read() throws -> Float { try BLAS.dot(numbers.0, numbers.1) }
}
