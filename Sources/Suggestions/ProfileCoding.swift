/// How a profile becomes the state of a checkpoint, and back.
struct ProfileCoding: Sendable {
  /// Names the format; a checkpoint of another one is not read.
  let format: String
  /// All that donations have taught; nothing of what was said about suggestions.
  let encode: @Sendable (Profile) -> [UInt8]
  /// Throws if the bytes are no such state, or do not fit the model.
  let decode: @Sendable ([UInt8], SuggestionModel) throws -> Profile

  /// The format of this version; `nil` keeps no checkpoints.
  static let current: ProfileCoding? = nil

  /// What a checkpoint has to be of to be read: format, model, features and arithmetic.
  func key(for model: SuggestionModel) -> String { "\(format)/\(model.stateKey)" }
}
