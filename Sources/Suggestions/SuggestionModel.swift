internal import Features
public import Ranking

/// A ranking model that is known to fit the features of this version.
public struct SuggestionModel: Sendable {
  let ranking: RankingModel
  let adaptation: AdaptedModel.Prior

  /// Takes a model.
  ///
  /// - Parameters:
  ///   - ranking: The weights.
  ///   - fingerprint: The fingerprint of the schema that it was fitted for.
  ///   - adaptation: What is believed of each user before their first donation; ``AdaptedModel/Prior/none`` leaves it as it was fitted.
  /// - Throws: ``SuggestionError/schemaMismatch(model:program:)``.
  public init(
    _ ranking: RankingModel, fittedFor fingerprint: String,
    adaptation: AdaptedModel.Prior = AdaptedModel.Prior()
  ) throws(SuggestionError) {
    guard fingerprint == FeatureSchema.current.fingerprint else {
      throw .schemaMismatch(model: fingerprint, program: FeatureSchema.current.fingerprint)
    }
    self.ranking = ranking
    self.adaptation = adaptation
  }
}
