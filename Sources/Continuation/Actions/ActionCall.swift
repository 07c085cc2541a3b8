/// An action in a feature, with what it works on and what it shows it on.
public struct ActionCall<Declaring: Feature, Performed: Action>: Sendable {
  /// What to work on.
  public let input: Performed.Input
  /// What to show it on.
  public let presenter: Performed.Presenter
}

extension ActionCall: CustomStringConvertible {
  /// Feature, action and the input as logs may show it.
  public var description: String { "\(Declaring.self).\(Performed.self) on \(LoggedInput(input))" }
}
