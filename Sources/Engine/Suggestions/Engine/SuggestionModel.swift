internal import Activities
internal import Features
internal import Kernels
package import Ranking

/// A ranking model that matches the features of this version.
public struct SuggestionModel: Sendable {
  let ranking: RankingModel
  /// The network of horizons; `nil` for a model trained without one.
  let horizon: HorizonModel?
  let adaptation: PersonalModel.Rates
  /// The query features that the model was not trained on; nothing about them is learned for a user
  /// either.
  let silentGroups: Set<FeatureGroup>
  /// The columns from which the evidence forms its own opinion; none if the model was not trained
  /// on all of them.
  let evidenceColumns: [Int]
  /// The opinion about activities at a place that a query names.
  let placeOpinion: PersonalModels.PlaceOpinion
  /// A key for everything that changes what is learned from the same donations: features, weights,
  /// rates, and this machine's arithmetic, which rounds differently from others.
  let stateKey: String
  /// A digest of everything of the model that answers depend on; the same on every machine.
  package let identity: String

  /// The columns that are the same for all candidates of a query: the kind of moment, and how much
  /// is known.
  static let queryColumns = FeatureSchema.current.columns.indices.filter { column in
    ["situation/", "knowledge/"].contains { FeatureSchema.current.columns[column].name.hasPrefix($0) }
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - ranking: The weights.
  ///   - horizon: The weights for horizons; without them, evidence alone gives the probabilities
  ///     within a horizon.
  ///   - fingerprint: The fingerprint of the schema that the model was trained for.
  ///   - adaptation: How the model adapts to each user; ``PersonalModel/Rates/none`` leaves it
  ///     unchanged.
  /// - Throws: ``SuggestionError/schemaMismatch(model:program:)``.
  package init(
    _ ranking: RankingModel, horizon: HorizonModel? = nil, fittedFor fingerprint: String,
    adaptation: PersonalModel.Rates = PersonalModel.Rates()
  ) throws(SuggestionError) {
    guard fingerprint == FeatureSchema.current.fingerprint else {
      throw .schemaMismatch(model: fingerprint, program: FeatureSchema.current.fingerprint)
    }
    // A model with another width fails when it scores.
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
    // Versions that scored with their own loops, which round differently, had a key without the
    // last word.
    let arithmetic = "\(VectorLoops.instructionSet)-\(BLAS.kernelName)-openblas"
    identity = "\(fingerprint)-\(String(digest, radix: 16))"
    stateKey = "\(fingerprint)/\(arithmetic)/\(String(digest, radix: 16))"
  }
}

extension SuggestionModel {
  /// The pool of opinions about horizons for a user without history.
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
