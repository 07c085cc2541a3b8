internal import Kernels

/// A change of a model's readout, laid out for serving.
///
/// It adds to a candidate's score a weighted sum of the last units and of the unscaled features.
///
/// The standardiser is folded in: Σ c · (x − mean) · factor = Σ (c · factor) · x − Σ c · mean ·
/// factor.
struct ReadoutChange: Sendable {
  /// One weight per unit of the last hidden layer.
  private(set) var units: [Float] = []
  /// One weight per feature.
  private(set) var columns: [Float] = []
  /// Added to the sum.
  private(set) var bias: Float = 0

  /// Lays out a change.
  ///
  /// - Parameters:
  ///   - change: One number per weight of the model's ``RankingModel/readout``; any further numbers
  ///     are ignored.
  ///   - model: The model whose readout is changed.
  mutating func fill(_ change: [Float], of model: RankingModel) {
    let count = model.candidateNetwork.output.count
    units.copy(change.prefix(count))
    columns.resize(to: model.featureCount)
    let (means, factors) = (model.candidateStandardizer.mean, model.candidateStandardizer.factor)
    var shift = 0.0
    for column in columns.indices {
      let weight = change[count + column] * factors[column]
      columns[column] = weight
      shift -= Double(weight) * Double(means[column])
    }
    bias = Float(shift)
  }
}
