public import Kernels

/// Where and how it was measured.
public struct BenchmarkConditions: Hashable, Sendable, Codable {
  /// The command.
  public var command: String
  /// The processor, as it calls itself.
  public var processor: String
  /// The configuration of the matrix library.
  public var blas: String
  /// Its threads: `serial`, `pthread` or `openmp`; one thread is used of any.
  public var blasParallelism: String
  /// The instructions of the vector loops: `avx512`, `avx2` or `default`.
  public var vectorInstructions: String
  /// Which version of the source was measured, if somebody told.
  public var commit: String?
  /// Whether the program was built without optimisation: then its figures say little.
  public var isDebugBuild: Bool

  /// Conditions on a machine with this matrix library.
  public init(command: String, processor: String, blas: BLASBuild, commit: String?, isDebugBuild: Bool) {
    (self.command, self.processor, self.commit) = (command, processor, commit)
    self.blas = blas.configuration
    blasParallelism = blas.parallelism.rawValue
    vectorInstructions = blas.vectorInstructions
    self.isDebugBuild = isDebugBuild
  }
}
