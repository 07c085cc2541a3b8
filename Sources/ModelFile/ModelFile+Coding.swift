public import Foundation
internal import Ranking

extension ModelFile {
  /// The bytes of the file; equal for equal models and metadata.
  ///
  /// - Throws: `ModelFileError.tooLarge` or `.headerTooLong` if the model or its metadata could not be read again.
  public func encoded() throws(ModelFileError) -> Data {
    do {
      let bytes = try Safetensors.encode(model.tensors, metadata: metadata.entries())
      if bytes.count <= Safetensors.maximumSize { return bytes }
    } catch let error as ModelFileError {
      throw error
    } catch { throw .cannotWrite }
    throw .tooLarge(limit: Safetensors.maximumSize)
  }

  /// Reads a model from the bytes of a file.
  ///
  /// - Parameter fingerprint: of the feature schema in use; nil to read a model for any schema, to describe it.
  /// - Throws: a `ModelFileError` for whatever is not exactly as `encoded()` leaves it.
  public init(decoding bytes: Data, expecting fingerprint: String?) throws(ModelFileError) {
    let (tensors, entries) = try Safetensors.decode(Array(bytes))
    let metadata = try ModelMetadata(entries: entries)
    if let fingerprint, fingerprint != metadata.schemaFingerprint {
      throw .schema(expected: fingerprint, found: String(metadata.schemaFingerprint.prefix(80)))
    }
    try self.init(model: RankingModel(tensors: tensors), metadata: metadata)
  }

  /// Reads a model file.
  ///
  /// - Parameter fingerprint: of the feature schema in use; nil to read a model for any schema, to describe it.
  /// - Throws: a `ModelFileError` that says what is wrong and how to mend it.
  public static func read(from url: URL, expecting fingerprint: String?) throws(ModelFileError) -> ModelFile {
    try ModelFile(decoding: Safetensors.bytes(of: url), expecting: fingerprint)
  }

  /// Writes the file under another name first and then renames it, so that readers see the old or the new one.
  ///
  /// - Throws: `ModelFileError.cannotWrite`; what was there before is then untouched.
  public func write(to url: URL) throws(ModelFileError) {
    let bytes = try encoded()
    do { try FileReplacement.write(bytes, to: url) } catch { throw .cannotWrite }
  }
}
