public import Activities
public import Foundation

/// A program's routes, as publishing and continuing see them: which URL means this action, and
/// which action this URL.
///
/// An action whose input can be written as a URL is continued by it, without an ``ActivityCodable``
/// input.
public protocol ActionLinks: Sendable {
  /// A URL that leads back to an action with an input.
  ///
  /// - Returns: `nil` if the action has no route in the feature, or its input cannot be written as
  ///   parameters.
  func url<Linked: Action>(
    for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
  ) -> URL?

  /// Finds the action to which a URL leads; `nil` if no route fits.
  func destination(of url: URL) -> ActionLink?

  /// Reads an action's input from the parameters of a URL.
  ///
  /// - Throws: ``ActivityCodableError`` if a parameter is missing or says something else, named as
  ///   a key; or an error of the input's own, of which only the type is kept.
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

  /// The URL that publishing left, by our name or by Flint's.
  static func url(in payload: [String: ActivityValue]) -> URL? {
    [hunch, flint].lazy.compactMap { payload[$0]?.url }.first
  }

  /// The text of the first URL with one of some schemes: the one that publishing left, else the one
  /// that a program calls `url`.
  ///
  /// - Parameter isWanted: Whether a scheme, in lower case, is one of them.
  static func url(in payload: [String: ActivityValue], where isWanted: (String) -> Bool) -> String? {
    let urls = [hunch, flint, "url"].compactMap { payload[$0]?.url }
    return urls.first { $0.scheme.map { isWanted($0.lowercased()) } ?? false }?.absoluteString
  }
}

extension UserActivity {
  /// The URL under which publishing has left the way back to an action, by our name or by Flint's;
  /// only among the values that its identity needs.
  public var actionURL: URL? { ActionURLKey.url(in: restorationPayload) }
}

extension ActivityValue {
  /// The URL that it is, or that its text is.
  fileprivate var url: URL? {
    switch self {
    case .url(let url): url
    case .string(let text): URL(string: text, encodingInvalidCharacters: false)
    default: nil
    }
  }
}
