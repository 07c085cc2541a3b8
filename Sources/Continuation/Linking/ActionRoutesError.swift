public import Routes

/// Everything that is wrong with a program's routes, at once.
public struct ActionRoutesError: Error, Equatable, Sendable {
  /// Routes to actions that their feature does not declare.
  public let undeclared: [UndeclaredAction]
  /// What is wrong with the patterns, scopes, schemes and domains.
  public let problems: [RouteProblem]

  /// A route that leads nowhere.
  public struct UndeclaredAction: Equatable, Sendable {
    /// Its pattern.
    public let pattern: String
    /// The action.
    public let action: String
    /// The feature.
    public let feature: String
  }
}

extension ActionRoutesError: CustomStringConvertible {
  /// A line for each problem.
  public var description: String {
    let routes = undeclared.map {
      "route \($0.pattern) leads to \($0.action), which \($0.feature) does not declare; declare it, or remove the route"
    }
    return (routes + problems.map(\.description)).joined(separator: "\n")
  }
}

/// Why there is no link to an action.
public enum ActionLinkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The action's input cannot be written as parameters of a URL.
  case inputNotEncodable(action: String)
  /// The action's input cannot be read from parameters of a URL.
  case inputNotDecodable(action: String)

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .inputNotEncodable(let action):
      "the input of \(action) cannot be written as a URL; conform it to RouteParametersEncodable"
    case .inputNotDecodable(let action):
      "the input of \(action) cannot be read from a URL; conform it to RouteParametersDecodable"
    }
  }
}
