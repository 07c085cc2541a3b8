/// The arithmetic by which a model scores a single query.
///
/// The two round differently: probabilities are equal within 1e-6, and so is the order of candidates but for those whose scores
/// differ by less. A batch of queries (``QueryBatch``, ``PersonalBatch``) goes through BLAS whatever the path.
public enum ScoringPath: String, CaseIterable, Hashable, Sendable {
  /// Our own loops: product, bias and activation in one go.
  ///
  /// Equal candidates get equal scores to the last bit, whatever stands beside them.
  case fused
  /// A `cblas_sgemm` a layer, then bias and activation; a `cblas_sgemv` for the last step.
  ///
  /// OpenBLAS may sum a row otherwise by where it lies, so equal candidates have equal scores but for rounding.
  case blas
}
