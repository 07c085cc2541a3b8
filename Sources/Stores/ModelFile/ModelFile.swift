internal import Files
public import Foundation
public import Ranking

// ModelFile: How are weights and learned state stored as files?
//
// Start here: `ModelFile` is a model with its metadata, and `CheckpointFile` is the state from
// which an interrupted fit continues. Both are safetensors files (see `TensorFile`).
// `SafetensorsHeader` reads the header with care, because the file may come from a stranger.

/// A ranking model and its metadata, as a file in the safetensors format.
///
/// The format (https://huggingface.co/docs/safetensors) is 8 bytes with the header's length, the
/// header as JSON (tensor names, types, shapes, offsets, and `__metadata__`), then the numbers,
/// little-endian. Equal models with equal metadata give equal bytes.
public struct ModelFile: Equatable, Sendable {
  /// The weights.
  public let model: RankingModel
  /// The weights for horizons; `nil` in older files without them.
  public let horizon: HorizonModel?
  /// The purpose and origin of the weights.
  public let metadata: ModelMetadata

  /// Creates a file from a model and its metadata.
  ///
  /// - Throws: `ModelFileError.featureNames` unless each of the model's features has a name and a
  ///   group.
  public init(
    model: RankingModel, horizon: HorizonModel? = nil, metadata: ModelMetadata
  ) throws(ModelFileError) {
    func check(_ what: String, _ expected: Int, _ found: Int) throws(ModelFileError) {
      if expected != found { throw .featureNames(what, expected: expected, found: found) }
    }
    try check("feature names", model.featureCount, metadata.featureNames.count)
    try check("groups", model.featureCount, metadata.groups.count)
    try check("novelty feature names", model.noveltyFeatureCount, metadata.noveltyFeatureNames.count)
    guard (horizon == nil) == (metadata.horizonFingerprint == nil) else {
      throw .metadata(key: "horizon_fingerprint")
    }
    self.model = model
    self.horizon = horizon
    self.metadata = metadata
  }
}

extension ModelFile {
  /// Returns the bytes of the file; equal for equal models and metadata.
  ///
  /// - Throws: `ModelFileError.tooLarge` or `.headerTooLong` if the bytes could not be read again.
  public func encoded() throws(ModelFileError) -> Data {
    do {
      let bytes = try Safetensors.encode(
        model.tensors.merging(horizon?.tensors ?? [:]) { first, _ in first }, metadata: metadata.entries())
      if bytes.count <= Safetensors.maximumSize { return bytes }
    } catch let error as ModelFileError {
      throw error
    } catch { throw .cannotWrite }
    throw .tooLarge(limit: Safetensors.maximumSize)
  }

  /// Reads a model from the bytes of a file.
  ///
  /// - Parameter fingerprint: The fingerprint of the feature schema in use, or nil to accept a
  ///   model for any schema, for example to describe it.
  /// - Throws: A `ModelFileError` for any deviation from the bytes of `encoded()`.
  public init(decoding bytes: Data, expecting fingerprint: String?) throws(ModelFileError) {
    let (tensors, entries) = try Safetensors.decode(Array(bytes))
    let metadata = try ModelMetadata(entries: entries)
    if let fingerprint, fingerprint != metadata.schemaFingerprint {
      throw .schema(expected: fingerprint, found: String(metadata.schemaFingerprint.prefix(80)))
    }
    let (horizon, others) = try HorizonModel.taken(from: tensors)
    try self.init(model: RankingModel(tensors: others), horizon: horizon, metadata: metadata)
  }

  /// Reads a model file.
  ///
  /// - Parameter fingerprint: The fingerprint of the feature schema in use, or nil to accept a
  ///   model for any schema, for example to describe it.
  /// - Throws: A `ModelFileError` with the problem and how to fix it.
  public static func read(from url: URL, expecting fingerprint: String?) throws(ModelFileError) -> ModelFile {
    try ModelFile(decoding: Safetensors.bytes(of: url), expecting: fingerprint)
  }

  /// Writes the file under another name first and then renames it, so that readers see either the
  /// old or the new file.
  ///
  /// - Throws: `ModelFileError.cannotWrite`; then an existing file is unchanged.
  public func write(to url: URL) throws(ModelFileError) {
    let bytes = try encoded()
    do { try AtomicFile.write(bytes, to: url.path) } catch { throw .cannotWrite }
  }
}
