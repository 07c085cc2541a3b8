internal import Kernels

extension RankingModel {
  /// How large a score can become, whatever the features, as long as they are within ``RankingLimits/magnitude``.
  ///
  /// Each layer is taken at its worst: |SiLU(x)| ≤ |x|, so the bound of a unit is the sum of its weights' magnitudes, each times the
  /// bound of its input. It is infinite if weights are so large that even this sum overflows.
  ///
  /// - Complexity: O(weights).
  public var greatestScore: Double {
    let novelty = noveltyNetwork.folding(noveltyStandardizer, scale: 1 / temperature)
    return Network.larger(foldedCandidates.bound, novelty.bound + Double(abs(noneBias)))
  }
}

extension Network {
  /// The bound of the logit, and of all that is computed on the way to it.
  fileprivate var bound: Double {
    let input = Double(RankingLimits.magnitude)
    var bounds = [Double](repeating: input, count: inputs)
    var largest = 0.0
    for layer in hidden {
      bounds = layer.bias.indices.map { unit in
        bounds.indices.reduce(Double(abs(layer.bias[unit]))) { sum, row in
          sum + bounds[row] * Double(abs(layer.weights[row, unit]))
        }
      }
      largest = bounds.reduce(largest, Self.larger)
    }
    let units = zip(output, bounds).reduce(0) { $0 + Double(abs($1.0)) * $1.1 }
    return Self.larger(largest, units + skip.reduce(0) { $0 + Double(abs($1)) * input } + Double(abs(bias)))
  }

  /// The larger of two numbers; NaN if one is.
  fileprivate static func larger(_ one: Double, _ other: Double) -> Double {
    one.isNaN || other.isNaN ? .nan : Swift.max(one, other)
  }
}
