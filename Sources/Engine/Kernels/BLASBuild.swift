/// The BLAS library that is at work, for diagnosis.
public struct BLASBuild: Equatable, Sendable {
  /// The way in which the library runs threads of its own.
  public enum Parallelism: String, Sendable {
    case serial
    case pthread
    /// Limiting OpenMP threads binds the calling thread only; choose the pthread build of OpenBLAS.
    case openmp
    case unknown
  }

  /// The library's own account: version, options, kernel.
  public let configuration: String
  /// The way in which it runs threads.
  public let parallelism: Parallelism
  /// Threads a product uses: 1, since parallel work is over queries.
  public let threads: Int
  /// The SIMD instruction set of our own loops.
  public let vectorInstructions: String
}
