internal import Files
public import Foundation
public import Ranking

// ModelFile: How are weights and learned state kept as files?
//
// Start here: `ModelFile` is a model with its metadata, `CheckpointFile` what an interrupted fit
// goes on from. Both are safetensors (`TensorFile`), whose header `SafetensorsHeader` reads with
// care, because the file may be a stranger's.

/// A ranking model and what is known about it, as a file in the safetensors format.
///
/// The format (https://huggingface.co/docs/safetensors) is 8 bytes with the header's length, the
/// header as JSON (tensor names, types, shapes, offsets, and `__metadata__`), then the numbers,
/// little-endian. Equal models with equal metadata give equal bytes.
public struct ModelFile: Equatable, Sendable {
  /// The weights.
  public let model: RankingModel
  /// The weights for horizons; `nil` in a file that was written before there were any.
  public let horizon: HorizonModel?
  /// The purpose of the weights, and where they come from.
  public let metadata: ModelMetadata

  /// Puts a model and its metadata together.
  ///
  /// - Throws: `ModelFileError.featureNames` if there is not one name and group for each of the
  ///   model's features.
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
  /// The bytes of the file; equal for equal models and metadata.
  ///
  /// - Throws: `ModelFileError.tooLarge` or `.headerTooLong` if the model or its metadata could not
  ///   be read again.
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
  /// - Parameter fingerprint: of the feature schema in use; nil to read a model for any schema, to
  ///   describe it.
  /// - Throws: a `ModelFileError` for whatever is not exactly as `encoded()` leaves it.
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
  /// - Parameter fingerprint: of the feature schema in use; nil to read a model for any schema, to
  ///   describe it.
  /// - Throws: a `ModelFileError` that says what is wrong and how to mend it.
  public static func read(from url: URL, expecting fingerprint: String?) throws(ModelFileError) -> ModelFile {
    try ModelFile(decoding: Safetensors.bytes(of: url), expecting: fingerprint)
  }

  /// Writes the file under another name first and then renames it, so that readers see the old or
  /// the new one.
  ///
  /// - Throws: `ModelFileError.cannotWrite`; what was there before is then untouched.
  public func write(to url: URL) throws(ModelFileError) {
    let bytes = try encoded()
    do { try AtomicFile.write(bytes, to: url.path) } catch { throw .cannotWrite }
  }
}
