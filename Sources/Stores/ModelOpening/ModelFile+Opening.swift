internal import Features
internal import Foundation
public import ModelFile
internal import PriorModel
internal import Ranking
public import Suggestions

// ModelOpening: How does a program get the shipped model, or one from a file?
//
// Start here: `ModelFile.open(_:anySchema:)`. It is a module of its own, without the store on disk,
// so that the batch worker links no SQLite.

extension ModelFile {
  /// Opens the model at a path, or the shipped one.
  ///
  /// - Parameters:
  ///   - path: The path of a model file, or nil for the shipped model.
  ///   - anySchema: Whether to open a model for any feature schema, in order to describe it.
  /// - Throws: `ModelFileError`, with the problem and how to fix it.
  public static func open(_ path: String? = nil, anySchema: Bool = false) throws(ModelFileError) -> ModelFile
  {
    let file =
      if let path {
        try read(from: URL(fileURLWithPath: path), expecting: nil)
      } else {
        try ModelFile(decoding: Data(ShippedModel.bytes), expecting: nil)
      }
    return anySchema ? file : try file.broughtToCurrentSchema()
  }

  /// Returns the model rearranged for this version's features, if it was fitted for a known earlier
  /// schema.
  private func broughtToCurrentSchema() throws(ModelFileError) -> ModelFile {
    let (current, found) = (FeatureSchema.current, metadata.schemaFingerprint)
    guard found != current.fingerprint else {
      if let found = metadata.horizonFingerprint, found != HorizonSchema.fingerprint {
        throw .schema(expected: HorizonSchema.fingerprint, found: String(found.prefix(80)))
      }
      return self
    }
    guard let earlier = EarlierSchema(fingerprint: found) else {
      throw .schema(expected: current.fingerprint, found: String(found.prefix(80)))
    }
    do {
      let known = metadata.horizonFingerprint == earlier.horizonFingerprint
      let brought = try model.rearranged(
        columns: earlier.columns(among: metadata.featureNames),
        novelty: earlier.noveltyColumns(among: metadata.noveltyFeatureNames))
      let horizon = known ? try self.horizon?.rearranged(columns: earlier.horizonColumns) : nil
      var metadata = metadata
      metadata.schemaFingerprint = current.fingerprint
      metadata.horizonFingerprint = horizon == nil ? nil : HorizonSchema.fingerprint
      metadata.featureNames = current.columns.map(\.name)
      metadata.groups = current.columns.map(\.group.rawValue)
      metadata.noveltyFeatureNames = current.noveltyNames
      return try ModelFile(model: brought, horizon: horizon, metadata: metadata)
    } catch let error as ModelFileError {
      throw error
    } catch { throw .schema(expected: current.fingerprint, found: String(found.prefix(80))) }
  }

  /// Returns the model in the form that the engine takes.
  ///
  /// - Throws: `SuggestionError.schemaMismatch` if it was fitted for other features.
  public func suggestionModel() throws(SuggestionError) -> SuggestionModel {
    if let found = metadata.horizonFingerprint, found != HorizonSchema.fingerprint {
      throw .schemaMismatch(model: found, program: HorizonSchema.fingerprint)
    }
    return try SuggestionModel(model, horizon: horizon, fittedFor: metadata.schemaFingerprint)
  }
}
