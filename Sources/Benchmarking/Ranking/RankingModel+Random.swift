internal import Kernels
internal import Ranking

extension RankingModel {
  /// A model of the shipped shape with random weights.
  static func random(
    features: Int, noveltyFeatures: Int, random: inout SeededRandom
  ) throws -> RankingModel {
    try RankingModel(
      candidateNetwork: .random(inputs: features, hidden: [64, 32], random: &random),
      candidateStandardizer: Standardizer(identity: features),
      noveltyNetwork: .random(inputs: noveltyFeatures, hidden: [16], random: &random),
      noveltyStandardizer: Standardizer(identity: noveltyFeatures))
  }
}

extension Network {
  /// A network whose numbers keep their size from layer to layer.
  static func random(inputs: Int, hidden: [Int], random: inout SeededRandom) throws -> Network {
    func numbers(_ count: Int, inputs: Int) -> [Float] {
      (0..<count).map { _ in random.normal() / Float(inputs).squareRoot() }
    }
    var layers: [DenseLayer] = []
    var width = inputs
    for units in hidden {
      let weights = try Matrix(
        rows: width, columns: units, elements: numbers(width * units, inputs: width))
      layers.append(try DenseLayer(weights: weights, bias: numbers(units, inputs: width)))
      width = units
    }
    return try Network(
      hidden: layers, output: hidden.isEmpty ? [] : numbers(width, inputs: width),
      skip: numbers(inputs, inputs: inputs), bias: 0)
  }
}
