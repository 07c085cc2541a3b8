internal import Kernels

/// The evidence that is the same for all candidates of a query, from which a model learns when to
/// trust which evidence.
///
/// All values are between 0 and 1 for every user, so that no situation is beyond those of training.
struct SituationEvidence: EvidencePart {
  static let columns: [FeatureSchema.Column] = [
    FeatureSchema.Column(name: "situation/pause", group: .rhythm),
    FeatureSchema.Column(name: "situation/experience", group: .habit),
    FeatureSchema.Column(name: "situation/variety", group: .habit),
    FeatureSchema.Column(name: "situation/novelty", group: .habit),
    FeatureSchema.Column(name: "situation/unobserved", group: .rhythm),
    FeatureSchema.Column(name: "situation/place-known", group: .place),
    FeatureSchema.Column(name: "situation/place-age", group: .place),
    FeatureSchema.Column(name: "situation/attributes-known", group: .context),
  ]

  init() {}

  init(from reader: inout StateReader, of known: StateSize) {}

  /// Fills the columns; O(candidates).
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    let (moment, donations, items) = (scratch.moment, asked.donations, asked.items)
    let pause = moment.gap.map { min(1, Circumstance.gapScale(seconds: $0) / 20) } ?? 0
    matrix.fill(column: column, with: Float(pause * asked.sequenceRemainder))
    matrix.fill(column: column + 1, with: Float(Double(donations) / Double(donations + 50)))
    matrix.fill(column: column + 2, with: Float(Double(items) / Double(items + 20)))
    matrix.fill(column: column + 3, with: Float(asked.noveltyRate))
    matrix.fill(column: column + 4, with: Float(1 - asked.sequenceRemainder))
    matrix.fill(column: column + 5, with: moment.place != nil ? 1 : 0)
    let isLast = moment.place == nil && moment.lastPlace != nil
    let placeAge = isLast ? min(1, Circumstance.gapScale(seconds: moment.lastPlaceAge ?? 0) / 20) : 0
    matrix.fill(column: column + 6, with: Float(placeAge))
    matrix.fill(column: column + 7, with: moment.attributes.isEmpty ? 0 : 1)
  }
}
