internal import Kernels

// Models that were fitted for other columns, brought to those of now.

extension RankingModel {
  /// The same model for candidates with other columns.
  ///
  /// - Parameters:
  ///   - columns: For each of the new columns the one of this model that it is; `nil` for one that
  ///     says nothing.
  ///   - novelty: The same for the features of "none of these".
  /// - Throws: `RankingError.model` if there is no such column.
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
  /// The same model for evidence with other columns; see
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
  /// A column that says nothing has the factor 0.
  fileprivate func rearranged(_ columns: [Int?]) throws(RankingError) -> Standardizer {
    try columns.check(upTo: mean.count)
    return try Standardizer(
      mean: columns.map { $0.map { mean[$0] } ?? 0 }, factor: columns.map { $0.map { factor[$0] } ?? 0 })
  }
}

extension [Int?] {
  fileprivate func check(upTo count: Int) throws(RankingError) {
    if let missing = compactMap(\.self).first(where: { !(0..<count).contains($0) }) {
      throw .model("there is no column \(missing) among \(count)")
    }
  }
}
