public import Kernels

/// The last step of a model: a candidate's score is `inputs · weights + bias`.
///
/// What adapts a model to one person only needs this linear part, not the layers below.
/// `VectorLoops.addRowDots` sums it such that equal candidates keep equal scores.
public struct Readout: Equatable, Sendable {
  /// One weight an input: first those of the last hidden units, then those of the standardised features.
  public let weights: [Float]
  /// Added to the sum.
  public let bias: Float
}

extension RankingModel {
  /// Weights of the last hidden units and of the standardised features in a candidate's calibrated score.
  public var readout: Readout {
    Readout(
      weights: (candidateNetwork.output + candidateNetwork.skip).map { $0 / temperature },
      bias: candidateNetwork.bias / temperature)
  }

  /// For each candidate the outputs of the last hidden layer and the standardised features, side by side.
  ///
  /// `inputs · readout.weights + readout.bias` is the score, but for rounding. Scoring and learning do without this matrix;
  /// it is for those who want to look at it, and the slow twin of what they do.
  /// - Parameter inputs: resized to one row a candidate, last hidden units + features columns.
  /// - Throws: `RankingError`, as for scoring.
  public func readoutInputs(
    candidates matrix: Matrix, scratch: inout ScoringScratch, into inputs: inout Matrix
  ) throws(RankingError) {
    try check(candidates: matrix)
    do {
      try candidates.activate(matrix, scratch: &scratch.candidates)
    } catch { throw RankingError(error) }
    let units = candidateNetwork.output.count
    let stride = candidates.lastUnits
    let width = units + featureCount
    let features = featureCount
    let standardizer = candidateStandardizer
    let activations =
      units == 0 ? [] : scratch.candidates.activations[candidateNetwork.hidden.count - 1].elements
    inputs.resize(rows: matrix.rows, columns: width)
    inputs.withElements { out in
      for row in 0..<matrix.rows {
        for unit in 0..<units { out[row * width + unit] = activations[row * stride + unit] }
        for column in 0..<features {
          let x = matrix.elements[row * features + column]
          out[row * width + units + column] =
            (x - standardizer.mean[column]) * standardizer.factor[column]
        }
      }
    }
  }
}
