internal import Kernels

/// The format of the states that checkpoints hold: how a user model becomes bytes, and back.
struct UserModelCoding: Sendable {
  /// Names the format; a checkpoint of another one is not read.
  let format: String
  /// Returns all that donations have taught; nothing of what was said about suggestions.
  let encode: @Sendable (UserModel) -> [UInt8]
  /// Throws if the bytes are no such state, or do not fit the model.
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

  /// The key that a checkpoint has to have to be read: format, model, features and arithmetic.
  func key(for model: SuggestionModel) -> String { "\(format)/\(model.stateKey)" }
}

extension UserModel {
  /// The state that donations have taught, as the bytes of a checkpoint, for benchmarks.
  package var state: [UInt8] { UserModelCoding.current.encode(self) }

  /// Reads what was learned when these bytes were written: for benchmarks.
  ///
  /// - Throws: If they are no such state, or do not fit the model.
  package init(state: [UInt8], of model: SuggestionModel) throws {
    self = try UserModelCoding.current.decode(state, model)
  }
}
