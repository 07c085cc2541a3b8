/// What a model is for and where it comes from.
public struct ModelMetadata: Equatable, Sendable {
  /// Fingerprint of the feature schema the weights belong to.
  public var schemaFingerprint: String
  /// Name of each candidate feature, in column order.
  public var featureNames: [String]
  /// Group of each candidate feature, for explanations, in column order.
  public var groups: [String]
  /// Name of each feature of "none of these".
  public var noveltyFeatureNames: [String]
  /// Digest of the donations it was fitted on.
  public var trainingDigest: String
  /// Seed of the training.
  public var seed: UInt64
  /// Hyper-parameters by name.
  public var configuration: [String: String]
  /// Measured quality, by name: `validation.logLoss` and the like.
  public var metrics: [String: String]

  /// Puts metadata together.
  public init(
    schemaFingerprint: String, featureNames: [String], groups: [String], noveltyFeatureNames: [String],
    trainingDigest: String, seed: UInt64, configuration: [String: String] = [:],
    metrics: [String: String] = [:]
  ) {
    self.schemaFingerprint = schemaFingerprint
    self.featureNames = featureNames
    self.groups = groups
    self.noveltyFeatureNames = noveltyFeatureNames
    self.trainingDigest = trainingDigest
    self.seed = seed
    self.configuration = configuration
    self.metrics = metrics
  }
}
