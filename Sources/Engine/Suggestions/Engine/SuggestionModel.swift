internal import Activities
internal import Features
internal import Kernels
package import Ranking

/// A ranking model that is known to fit the features of this version.
public struct SuggestionModel: Sendable {
  let ranking: RankingModel
  /// The network of horizons; `nil` for a model that was fitted without.
  let horizon: HorizonModel?
  let adaptation: PersonalModel.Rates
  /// The questions that the model was not fitted to: nothing about them is learned of a person
  /// either.
  let silentGroups: Set<FeatureGroup>
  /// The columns by which the evidence has an opinion of its own; none if the model was not fitted
  /// to all that it tells.
  let evidenceColumns: [Int]
  /// The opinion of what is done at a place that a question names.
  let placeOpinion: PersonalModels.PlaceOpinion
  /// Tells apart whatever makes people learn otherwise from the same donations: features, weights,
  /// rates, and the arithmetic of this machine, which rounds otherwise than that of others.
  let stateKey: String

  /// The columns that are the same for all candidates of a query: what kind of moment it is, and
  /// how much is known.
  static let queryColumns = FeatureSchema.current.columns.indices.filter { column in
    ["situation/", "knowledge/"].contains { FeatureSchema.current.columns[column].name.hasPrefix($0) }
  }

  /// Takes a model.
  ///
  /// - Parameters:
  ///   - ranking: The weights.
  ///   - horizon: The weights for horizons; without them evidence alone decides what is done within
  ///     so long.
  ///   - fingerprint: The fingerprint of the schema that it was fitted for.
  ///   - adaptation: How it follows each user; ``PersonalModel/Rates/none`` leaves it as it was
  ///     fitted.
  /// - Throws: ``SuggestionError/schemaMismatch(model:program:)``.
  package init(
    _ ranking: RankingModel, horizon: HorizonModel? = nil, fittedFor fingerprint: String,
    adaptation: PersonalModel.Rates = PersonalModel.Rates()
  ) throws(SuggestionError) {
    guard fingerprint == FeatureSchema.current.fingerprint else {
      throw .schemaMismatch(model: fingerprint, program: FeatureSchema.current.fingerprint)
    }
    // A model of another width is refused when it scores.
    self.ranking = (try? ranking.sharing(queryColumns: Self.queryColumns)) ?? ranking
    self.horizon = horizon.map { (try? $0.sharing(momentColumns: HorizonSchema.momentColumns)) ?? $0 }
    self.adaptation = adaptation
    let factors = ranking.candidateStandardizer.factor
    let silent = Set(FeatureGroup.allCases).subtracting(
      zip(FeatureSchema.current.columns, factors).filter { $0.1 != 0 }.map(\.0.group))
    silentGroups = silent
    evidenceColumns =
      silent.isDisjoint(with: FeatureSchema.groupsOfOwnEvidence)
      ? FeatureSchema.current.indices(of: FeatureSchema.ownEvidence) : []
    placeOpinion = PersonalModels.PlaceOpinion(
      evidenceColumns: silent.isDisjoint(with: [.place, .habit])
        ? FeatureSchema.current.indices(of: FeatureSchema.placeEvidence) : [],
      amongOpinionsOf: adaptation)
    let rates = adaptation.hyperParameters.map { "\($0.name) \($0.value)" }.joined(separator: ";")
    let digest = [
      StableHash.text(rates), PersonalModels.stateDigest, EvidenceState.stateDigest, horizon?.digest ?? 0,
      HorizonState.stateDigest,
    ].reduce(ranking.digest, StableHash.mix)
    // Versions that scored by loops of their own, which round otherwise, had a key without the last
    // word.
    let arithmetic = "\(VectorLoops.instructionSet)-\(BLAS.kernelName)-openblas"
    stateKey = "\(fingerprint)/\(arithmetic)/\(String(digest, radix: 16))"
  }
}

extension SuggestionModel {
  /// The pool of opinions about horizons of a user of whom nothing is known.
  var horizonPool: HorizonPool {
    HorizonPool(
      columns: HorizonSchema.opinions, stratifying: HorizonSchema.habit, hasModel: horizon != nil)
  }
}

extension RankingModel {
  /// A hash of all weights.
  fileprivate var digest: UInt64 {
    let networks = [candidateNetwork, noveltyNetwork].flatMap(\.tables)
    let standardizers = [candidateStandardizer, noveltyStandardizer].flatMap { [$0.mean, $0.factor] }
    return Suggestions.digest(of: networks + standardizers + [[temperature, noneBias]])
  }
}

extension HorizonModel {
  /// A hash of all weights.
  fileprivate var digest: UInt64 {
    Suggestions.digest(of: network.tables + [standardizer.mean, standardizer.factor])
  }
}

extension Network {
  fileprivate var tables: [[Float]] {
    hidden.flatMap { [$0.weights.elements, $0.bias] } + [output, skip] + [[bias]]
  }
}

private func digest(of tables: [[Float]]) -> UInt64 {
  tables.reduce(1) { hash, table in
    table.reduce(StableHash.mix(hash, UInt64(table.count))) { StableHash.mix($0, UInt64($1.bitPattern)) }
  }
}
