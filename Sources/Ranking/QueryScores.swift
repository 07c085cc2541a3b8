/// The scores of one query.
///
/// Shares the scratch's buffer: while a caller keeps it, the next query with that scratch makes a copy.
public struct QueryScores: Equatable, Sendable {
  /// Calibrated logit of each candidate, in row order.
  public let candidates: [Float]
  /// Calibrated logit of "none of these".
  public let none: Float

  /// Puts scores together.
  public init(candidates: [Float], none: Float) {
    self.candidates = candidates
    self.none = none
  }
}
