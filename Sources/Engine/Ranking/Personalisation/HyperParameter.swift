/// One choice that decides what training results in, for people who read it and for the record of a
/// model.
public struct HyperParameter: Equatable, Sendable {
  /// The name of the parameter in the code.
  public let name: String
  /// Its value as text; equal texts for equal values.
  public let value: String
  /// The meaning of the parameter, with its unit.
  public let meaning: String

  /// Describes a choice.
  public init(_ name: String, _ value: some CustomStringConvertible, _ meaning: String) {
    self.name = name
    self.value = value.description
    self.meaning = meaning
  }
}
