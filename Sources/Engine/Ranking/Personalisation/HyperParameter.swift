/// A setting that affects the result of training, for readers and for the record of a model.
public struct HyperParameter: Equatable, Sendable {
  /// The name of the parameter in the code.
  public let name: String
  /// The value as text; equal values have equal texts.
  public let value: String
  /// The meaning of the parameter, with its unit.
  public let meaning: String

  /// Creates a description of a setting.
  public init(_ name: String, _ value: some CustomStringConvertible, _ meaning: String) {
    self.name = name
    self.value = value.description
    self.meaning = meaning
  }
}
