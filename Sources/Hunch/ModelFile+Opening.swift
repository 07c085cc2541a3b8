internal import Features
internal import Foundation
public import ModelFile
internal import PriorModel

extension ModelFile {
  /// Opens the model at a path, or the one that is shipped.
  ///
  /// - Parameters:
  ///   - path: The path of a model file; absent: the model that is part of this version.
  ///   - anySchema: Whether a model for other features than this version computes is opened too, to be described.
  /// - Throws: `ModelFileError` that says what is wrong and how to mend it.
  public static func open(_ path: String? = nil, anySchema: Bool = false) throws(ModelFileError) -> ModelFile
  {
    let fingerprint = anySchema ? nil : FeatureSchema.current.fingerprint
    let file =
      if let path {
        try read(from: URL(fileURLWithPath: path), expecting: fingerprint)
      } else {
        try ModelFile(decoding: Data(ShippedModel.bytes), expecting: fingerprint)
      }
    if !anySchema, let found = file.metadata.horizonFingerprint, found != HorizonSchema.fingerprint {
      throw .schema(expected: HorizonSchema.fingerprint, found: String(found.prefix(80)))
    }
    return file
  }

  /// The model as the engine takes it.
  ///
  /// - Throws: `SuggestionError.schemaMismatch` if it was fitted for other features.
  public func suggestionModel() throws(SuggestionError) -> SuggestionModel {
    if let found = metadata.horizonFingerprint, found != HorizonSchema.fingerprint {
      throw .schemaMismatch(model: found, program: HorizonSchema.fingerprint)
    }
    return try SuggestionModel(model, horizon: horizon, fittedFor: metadata.schemaFingerprint)
  }
}
