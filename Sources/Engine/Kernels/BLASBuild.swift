/// The BLAS library in use, for diagnosis.
public struct BLASBuild: Equatable, Sendable {
  /// The way in which the library runs its own threads.
  public enum Parallelism: String, Sendable {
    case serial
    case pthread
    /// Limiting OpenMP threads binds the calling thread only; choose the pthread build of OpenBLAS.
    case openmp
    case unknown
  }

  /// The library's own description: version, options, kernel.
  public let configuration: String
  /// The way in which it runs threads.
  public let parallelism: Parallelism
  /// The number of threads per product: 1, since parallel work is over queries.
  public let threads: Int
  /// The SIMD instruction set of Hunch's own loops.
  public let vectorInstructions: String
}
