internal import Foundation

/// The purpose and origin of a model.
public struct ModelMetadata: Equatable, Sendable {
  /// The fingerprint of the feature schema that the weights belong to.
  public var schemaFingerprint: String
  /// The name of each candidate feature, in column order.
  public var featureNames: [String]
  /// The group of each candidate feature, for explanations, in column order.
  public var groups: [String]
  /// The name of each feature of "none of these".
  public var noveltyFeatureNames: [String]
  /// The fingerprint of the evidence that the weights for horizons belong to; `nil` without such
  /// weights.
  public var horizonFingerprint: String?
  /// The digest of the donations that the model was fitted on.
  public var trainingDigest: String
  /// The seed of the training.
  public var seed: UInt64
  /// The hyper-parameters by name.
  public var configuration: [String: String]
  /// The measured quality by name, such as `validation.logLoss`.
  public var metrics: [String: String]

  /// Creates metadata from its parts.
  public init(
    schemaFingerprint: String, featureNames: [String], groups: [String], noveltyFeatureNames: [String],
    horizonFingerprint: String? = nil, trainingDigest: String, seed: UInt64,
    configuration: [String: String] = [:], metrics: [String: String] = [:]
  ) {
    self.schemaFingerprint = schemaFingerprint
    self.featureNames = featureNames
    self.groups = groups
    self.noveltyFeatureNames = noveltyFeatureNames
    self.horizonFingerprint = horizonFingerprint
    self.trainingDigest = trainingDigest
    self.seed = seed
    self.configuration = configuration
    self.metrics = metrics
  }
}

/// Metadata in a safetensors header is a map from strings to strings. Lists and maps are stored as
/// JSON in such a string.
extension ModelMetadata {
  /// The version of the file's content; changes when tensors or metadata do.
  static let format = "hunch-ranking-1"

  func entries() throws -> [String: String] {
    var entries = [
      "format": Self.format,
      "schema_fingerprint": schemaFingerprint,
      "feature_names": try json(featureNames),
      "groups": try json(groups),
      "novelty_feature_names": try json(noveltyFeatureNames),
      "training_digest": trainingDigest,
      "seed": "\(seed)",
      "configuration": try json(configuration),
      "metrics": try json(metrics),
    ]
    entries["horizon_fingerprint"] = horizonFingerprint
    return entries
  }

  init(entries: [String: String]) throws(ModelFileError) {
    func text(_ key: String) throws(ModelFileError) -> String {
      guard let value = entries[key] else { throw .metadata(key: key) }
      return value
    }
    func decoded<Value: Decodable>(_ key: String, as type: Value.Type) throws(ModelFileError) -> Value {
      let value = try text(key)
      do { return try JSONDecoder.decode(type, guarded: Data(value.utf8)) } catch {
        throw .metadata(key: key)
      }
    }
    let format = try text("format")
    guard format == Self.format else {
      throw .format(expected: Self.format, found: String(format.prefix(80)))
    }
    guard let seed = UInt64(try text("seed")) else { throw .metadata(key: "seed") }
    self.init(
      schemaFingerprint: try text("schema_fingerprint"),
      featureNames: try decoded("feature_names", as: [String].self),
      groups: try decoded("groups", as: [String].self),
      noveltyFeatureNames: try decoded("novelty_feature_names", as: [String].self),
      horizonFingerprint: entries["horizon_fingerprint"],
      trainingDigest: try text("training_digest"), seed: seed,
      configuration: try decoded("configuration", as: [String: String].self),
      metrics: try decoded("metrics", as: [String: String].self))
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
  }
}

extension JSONEncoder {
  /// Equal values give equal bytes.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
