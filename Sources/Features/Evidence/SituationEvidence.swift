internal import Kernels

/// The evidence that is the same for all candidates of a query, by which a model can tell when to believe
/// which evidence.
///
/// Everything is between 0 and 1 whatever the user, so that a situation is never further out than those of training.
enum SituationEvidence {
  static let columns: [FeatureSchema.Column] = [
    FeatureSchema.Column(name: "situation/pause", group: .rhythm),
    FeatureSchema.Column(name: "situation/experience", group: .habit),
    FeatureSchema.Column(name: "situation/variety", group: .habit),
    FeatureSchema.Column(name: "situation/novelty", group: .habit),
  ]

  /// Fills the columns; O(lines).
  static func write(
    _ moment: QueryContext, donations: Int, rows: Int, noveltyRate: Double, into matrix: inout Matrix,
    from column: Int
  ) {
    let pause = moment.gap.map { min(1, Circumstance.gapScale(seconds: $0) / 20) } ?? 0
    matrix.fill(column: column, with: Float(pause))
    matrix.fill(column: column + 1, with: Float(Double(donations) / Double(donations + 50)))
    matrix.fill(column: column + 2, with: Float(Double(rows) / Double(rows + 20)))
    matrix.fill(column: column + 3, with: Float(noveltyRate))
  }
}
