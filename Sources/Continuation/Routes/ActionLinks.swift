public import Foundation

/// A program's routes, as publishing and continuing see them: which URL means this action, and which action this URL.
///
/// An action whose input can be written as a URL is continued by it, without an ``ActivityCodable`` input.
public protocol ActionLinks: Sendable {
  /// A URL that leads back to an action with an input.
  ///
  /// - Returns: `nil` if the action has no route in the feature, or its input cannot be written as parameters.
  func url<Linked: Action>(
    for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
  ) -> URL?

  /// Finds the action to which a URL leads; `nil` if no route fits.
  func destination(of url: URL) -> ActionLink?

  /// Reads an action's input from the parameters of a URL.
  ///
  /// - Throws: ``ActivityCodableError`` if a parameter is missing or says something else, named as a key; or an error of
  ///   the input's own, of which only the type is kept.
  func input<Linked: Action>(of action: Linked.Type, from parameters: RouteParameters) throws -> Linked.Input
}

/// The destination of a URL.
public struct ActionLink: Sendable {
  /// The action.
  public let action: DeclaredAction
  /// The parameters that the URL has for its input.
  public let parameters: RouteParameters

  /// Leads to an action.
  public init(to action: DeclaredAction, parameters: RouteParameters) {
    self.action = action
    self.parameters = parameters
  }
}

/// The reserved keys of `userInfo` under which the URL of an action stands.
enum ActionURLKey {
  /// Ours.
  static let hunch = "hunch.action.url"
  /// Flint's, read but not written.
  static let flint = "tools.flint.auto.action.url"
}
