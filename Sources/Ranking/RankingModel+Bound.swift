internal import Kernels

extension RankingModel {
  /// How large a score, or a number on the way to it, can become, whatever the features, as long as they are within
  /// ``RankingLimits/magnitude``.
  ///
  /// Each layer is taken at its worst: |SiLU(x)| ≤ |x|, so the bound of a unit is the sum of its weights' magnitudes, each times the
  /// bound of its input. As |SiLU'(x)| < 1.1, and a unit's bound is taken to be 1 at least, gradients on the way back stay within
  /// the same bound. It is infinite if weights are so large that even this sum overflows.
  ///
  /// - Complexity: O(weights).
  public var greatestScore: Double {
    let novelty = noveltyNetwork.folding(noveltyStandardizer, scale: 1 / temperature)
    return Network.larger(foldedCandidates.bounds.logit, novelty.bounds.logit + Double(abs(noneBias)))
  }

  /// How far each weight of the readout may be changed so that no score changes by more than ``RankingLimits/score``.
  ///
  /// With w weights and inputs of the readout (last units, standardised features) within X, changes within c move a score by
  /// w · X · c at most. 0 if inputs may be so large that they overflow.
  ///
  /// - Complexity: O(weights).
  var greatestChange: Float {
    let features = zip(candidateStandardizer.mean, candidateStandardizer.factor).map { mean, factor in
      (Double(RankingLimits.magnitude) + Double(abs(mean))) * Double(abs(factor))
    }
    let largest = (features + foldedCandidates.bounds.lastUnits).reduce(1, Network.larger)
    let change = RankingLimits.score / (Double(max(readoutCount, 1)) * largest)
    return change.isFinite ? Float(change) : 0
  }

  private var readoutCount: Int { candidateNetwork.output.count + featureCount }
}

extension Network {
  /// The bounds of the last units, and that of the logit and all that is computed on the way to it.
  fileprivate var bounds: (lastUnits: [Double], logit: Double) {
    let input = Double(RankingLimits.magnitude)
    var bounds = [Double](repeating: input, count: inputs)
    var largest = 0.0
    for layer in hidden {
      bounds = layer.bias.indices.map { unit in
        let sum = bounds.indices.reduce(Double(abs(layer.bias[unit]))) { sum, row in
          sum + bounds[row] * Double(abs(layer.weights[row, unit]))
        }
        return Self.larger(1, 1.1 * sum)
      }
      largest = bounds.reduce(largest, Self.larger)
    }
    let units = zip(output, bounds).reduce(0) { $0 + Double(abs($1.0)) * $1.1 }
    let logit = units + skip.reduce(0) { $0 + Double(abs($1)) * input } + Double(abs(bias))
    return (hidden.isEmpty ? [] : bounds, Self.larger(largest, logit))
  }

  /// The larger of two numbers; NaN if one is.
  fileprivate static func larger(_ one: Double, _ other: Double) -> Double {
    one.isNaN || other.isNaN ? .nan : Swift.max(one, other)
  }
}
