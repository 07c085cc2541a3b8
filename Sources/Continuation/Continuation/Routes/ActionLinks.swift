public import Activities
public import Foundation

/// A program's routes for publishing and continuing: from actions to URLs, and back.
///
/// An action whose input can be written as a URL is continued by it, without an ``ActivityCodable``
/// input.
public protocol ActionLinks: Sendable {
  /// Returns a URL that leads back to an action with an input.
  ///
  /// - Returns: `nil` if the action has no route in the feature, or its input cannot be written as
  ///   parameters.
  func url<Linked: Action>(
    for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
  ) -> URL?

  /// Returns the action that a URL leads to, or `nil` if no route matches.
  func destination(of url: URL) -> ActionLink?

  /// Reads an action's input from the parameters of a URL.
  ///
  /// - Throws: ``ActivityCodableError`` if a parameter is missing or invalid, with its name as a
  ///   key; or an error of the input's own, reduced to its type.
  func input<Linked: Action>(of action: Linked.Type, from parameters: RouteParameters) throws -> Linked.Input
}

/// The destination of a URL.
public struct ActionLink: Sendable {
  /// The action.
  public let action: DeclaredAction
  /// The parameters of the URL for its input.
  public let parameters: RouteParameters

  /// Creates a link to an action.
  public init(to action: DeclaredAction, parameters: RouteParameters) {
    self.action = action
    self.parameters = parameters
  }
}

/// The reserved keys of `userInfo` for the URL of an action.
enum ActionURLKey {
  /// Ours.
  static let hunch = "hunch.action.url"
  /// Flint's, read but not written.
  static let flint = "tools.flint.auto.action.url"

  /// Returns the URL that publishing left, under our key or Flint's.
  static func url(in payload: [String: ActivityValue]) -> URL? {
    [hunch, flint].lazy.compactMap { payload[$0]?.url }.first
  }

  /// Returns the text of the first URL with one of some schemes: the one that publishing left, or
  /// else the one that a program calls `url`.
  ///
  /// - Parameter isWanted: Returns whether a scheme, in lower case, is one of them.
  static func url(in payload: [String: ActivityValue], where isWanted: (String) -> Bool) -> String? {
    let urls = [hunch, flint, "url"].compactMap { payload[$0]?.url }
    return urls.first { $0.scheme.map { isWanted($0.lowercased()) } ?? false }?.absoluteString
  }
}

extension UserActivity {
  /// The URL that publishing left as the way back to an action, under our key or Flint's; only the
  /// values that its identity needs are searched.
  public var actionURL: URL? { ActionURLKey.url(in: restorationPayload) }
}

extension ActivityValue {
  /// The URL that it is, or that its text contains.
  fileprivate var url: URL? {
    switch self {
    case .url(let url): url
    case .string(let text): URL(string: text, encodingInvalidCharacters: false)
    default: nil
    }
  }
}
