public import Ranking

/// **ModelFile** answers: *Which weights, for which schema, fitted on what?*
///
/// A file in the safetensors format (https://huggingface.co/docs/safetensors): 8 bytes with the header's length,
/// the header as JSON (tensor names, types, shapes, offsets, and `__metadata__`), then the numbers, little-endian.
/// Equal models with equal metadata give equal bytes.

/// A ranking model and what is known about it.
public struct ModelFile: Equatable, Sendable {
  /// The weights.
  public let model: RankingModel
  /// Where they come from and what they are for.
  public let metadata: ModelMetadata

  /// Puts a model and its metadata together.
  ///
  /// - Throws: `ModelFileError.featureNames` if there is not one name and group for each of the model's features.
  public init(model: RankingModel, metadata: ModelMetadata) throws(ModelFileError) {
    func check(_ what: String, _ expected: Int, _ found: Int) throws(ModelFileError) {
      if expected != found { throw .featureNames(what, expected: expected, found: found) }
    }
    try check("feature names", model.featureCount, metadata.featureNames.count)
    try check("groups", model.featureCount, metadata.groups.count)
    try check("novelty feature names", model.noveltyFeatureCount, metadata.noveltyFeatureNames.count)
    self.model = model
    self.metadata = metadata
  }
}
