internal import Kernels

/// The encoding of user models in checkpoints.
struct UserModelCoding: Sendable {
  /// The name of the format; checkpoints in other formats are not read.
  let format: String
  /// Encodes the state learned from donations, without feedback about suggestions.
  let encode: @Sendable (UserModel) -> [UInt8]
  /// Decodes a state; throws if the bytes are not such a state, or do not match the model.
  let decode: @Sendable ([UInt8], SuggestionModel) throws -> UserModel

  /// The format of this version.
  static let current = UserModelCoding(
    format: "5",
    encode: { user in
      var writer = StateWriter()
      user.write(into: &writer)
      return writer.bytes
    },
    decode: { bytes, model in
      var reader = StateReader(bytes)
      return try UserModel(from: &reader, model)
    })

  /// Returns the key that a readable checkpoint has: format, model, features and arithmetic.
  func key(for model: SuggestionModel) -> String { "\(format)/\(model.stateKey)" }
}

extension UserModel {
  /// The state learned from donations, in the bytes of a checkpoint, for benchmarks.
  package var state: [UInt8] { UserModelCoding.current.encode(self) }

  /// Reads the state in these bytes, for benchmarks.
  ///
  /// - Throws: If they are not such a state, or do not match the model.
  package init(state: [UInt8], of model: SuggestionModel) throws {
    self = try UserModelCoding.current.decode(state, model)
  }
}
