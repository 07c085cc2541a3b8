internal import Kernels

// Adapts models that were fitted for other columns to the current columns.

extension RankingModel {
  /// Returns the same model for candidates with other columns.
  ///
  /// - Parameters:
  ///   - columns: For each new column, the column of this model that it corresponds to, or `nil`
  ///     for a column without effect.
  ///   - novelty: The same for the features of "none of these".
  /// - Throws: `RankingError.model` if a column does not exist.
  public func rearranged(columns: [Int?], novelty: [Int?]) throws(RankingError) -> RankingModel {
    try RankingModel(
      candidateNetwork: candidateNetwork.rearranged(columns),
      candidateStandardizer: candidateStandardizer.rearranged(columns),
      noveltyNetwork: noveltyNetwork.rearranged(novelty),
      noveltyStandardizer: noveltyStandardizer.rearranged(novelty), temperature: temperature,
      noneBias: noneBias)
  }
}

extension HorizonModel {
  /// Returns the same model for evidence with other columns; see
  /// ``RankingModel/rearranged(columns:novelty:)``.
  public func rearranged(columns: [Int?]) throws(RankingError) -> HorizonModel {
    try HorizonModel(
      network: network.rearranged(columns), standardizer: standardizer.rearranged(columns))
  }
}

extension Network {
  fileprivate func rearranged(_ columns: [Int?]) throws(RankingError) -> Network {
    try columns.check(upTo: inputs)
    var layers = hidden
    if let first = hidden.first {
      var weights = Matrix(rows: columns.count, columns: first.weights.columns)
      for (row, column) in columns.enumerated() {
        guard let column else { continue }
        for unit in 0..<weights.columns { weights[row, unit] = first.weights[column, unit] }
      }
      layers[0] = try DenseLayer(weights: weights, bias: first.bias)
    }
    return try Network(
      hidden: layers, output: output, skip: columns.map { $0.map { skip[$0] } ?? 0 }, bias: bias)
  }
}

extension Standardizer {
  /// A column without effect has the factor 0.
  fileprivate func rearranged(_ columns: [Int?]) throws(RankingError) -> Standardizer {
    try columns.check(upTo: mean.count)
    return try Standardizer(
      mean: columns.map { $0.map { mean[$0] } ?? 0 }, factor: columns.map { $0.map { factor[$0] } ?? 0 })
  }
}

extension [Int?] {
  fileprivate func check(upTo count: Int) throws(RankingError) {
    if let missing = compactMap(\.self).first(where: { !(0..<count).contains($0) }) {
      throw .model("there is no column \(missing) among the \(count) columns")
    }
  }
}
