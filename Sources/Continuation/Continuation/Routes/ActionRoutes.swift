public import Foundation

/// The routes of all of a program's features: from a URL to an action, and from an action with an
/// input to a URL.
///
/// ```swift
/// let routes = try ActionRoutes(of: registry, schemes: ["pizzeria"], domains: ["pizza.example.org"])
/// var activities = ActivityConfiguration()
/// activities.links = routes
/// ```
public struct ActionRoutes: ActionLinks {
  private let registry: ActionRegistry
  private let table: RouteTable<Target>

  /// The destination of a route: an action in a feature.
  struct Target: Sendable {
    let feature: any Feature.Type
    let action: any Action.Type

    func isSame(as other: Target) -> Bool {
      feature == other.feature && action == other.action
    }
  }

  /// Reads the routes of every ``URLMapped`` feature.
  ///
  /// - Parameters:
  ///   - registry: The features.
  ///   - schemes: The URL schemes that the program declares, like `pizzeria`.
  ///   - domains: The domains whose web pages the program opens.
  /// - Throws: ``ActionRoutesError`` with all problems of all routes.
  public init(
    of registry: ActionRegistry, schemes: [String] = [], domains: [String] = []
  ) throws(ActionRoutesError) {
    var routes: [Route<Target>] = []
    var undeclared: [ActionRoutesError.UndeclaredAction] = []
    for feature in registry.features.compactMap({ $0.feature as? any URLMapped.Type }) {
      var mapped = FeatureRoutes(feature)
      feature.mapURLs(&mapped)
      for route in mapped.routes where registry.declaration(of: route.destination) == nil {
        undeclared.append(
          .init(
            pattern: route.pattern, action: "\(route.destination.action)",
            feature: "\(route.destination.feature)"))
      }
      routes += mapped.routes
    }
    do {
      table = try RouteTable(routes, schemes: schemes, domains: domains)
    } catch {
      throw ActionRoutesError(undeclared: undeclared, problems: error.problems)
    }
    guard undeclared.isEmpty else { throw ActionRoutesError(undeclared: undeclared, problems: []) }
    self.registry = registry
  }

  /// The routes that work, but perhaps not as intended.
  public var advice: [RouteProblem] { table.advice }

  /// Returns a URL that leads back to an action with an input.
  ///
  /// - Parameter scope: The kind of URL; by default one of the program if it has one, otherwise one
  ///   of the web.
  /// - Throws: `RouteError` if there is no such URL; ``ActionLinkError/inputNotEncodable(action:)``
  ///   if the input cannot be written as parameters.
  public func link<Linked: Action>(
    to action: Linked.Type, in feature: any Feature.Type, input: Linked.Input, scope: RouteScope? = nil
  ) throws -> URL {
    guard let encodable = input as? any RouteParametersEncodable else {
      throw ActionLinkError.inputNotEncodable(action: "\(action)")
    }
    let target = Target(feature: feature, action: action)
    return try table.link(with: encodable.routeParameters, in: scope) { $0.isSame(as: target) }
  }

  /// Returns the URL under which an action with an input is published, or `nil` if none leads
  /// there.
  public func url<Linked: Action>(
    for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
  ) -> URL? {
    try? link(to: action, in: feature, input: input)
  }

  /// Returns the action that a URL leads to, or `nil` if no route matches or the URL is not valid
  /// for routing.
  public func destination(of url: URL) -> ActionLink? {
    guard let match = try? table.route(url), let declared = registry.declaration(of: match.destination)
    else { return nil }
    return ActionLink(to: declared, parameters: match.parameters)
  }

  /// Reads an action's input from the parameters of a URL.
  public func input<Linked: Action>(
    of action: Linked.Type, from parameters: RouteParameters
  ) throws -> Linked.Input {
    guard let decodable = Linked.Input.self as? any RouteParametersDecodable.Type,
      let input = try decodable.init(routeParameters: parameters) as? Linked.Input
    else { throw ActionLinkError.inputNotDecodable(action: "\(action)") }
    return input
  }
}

extension ActionRegistry {
  /// Returns the declaration of a route's target.
  fileprivate func declaration(of target: ActionRoutes.Target) -> DeclaredAction? {
    func open<Declared: Action, Declaring: Feature>(
      _ action: Declared.Type, _ feature: Declaring.Type
    ) -> DeclaredAction? {
      declaration(of: action, in: feature)
    }
    return open(target.action, target.feature)
  }
}

/// A feature with actions that URLs can open.
///
/// ```swift
/// extension Places: URLMapped {
///   static func mapURLs(_ routes: inout FeatureRoutes) {
///     routes.send("place/$(name)", to: ViewPlace.self)
///   }
/// }
/// ```
public protocol URLMapped: Feature {
  /// Maps URLs to the feature's actions.
  static func mapURLs(_ routes: inout FeatureRoutes)
}

/// The routes of a feature.
public struct FeatureRoutes: Sendable {
  let feature: any Feature.Type
  private(set) var routes: [Route<ActionRoutes.Target>] = []

  init(_ feature: any Feature.Type) {
    self.feature = feature
  }

  /// Sends URLs to an action whose input can be read from their parameters.
  ///
  /// ``ActionRoutes`` reports malformed patterns and actions that the feature does not declare, for
  /// all routes together.
  ///
  /// - Parameters:
  ///   - pattern: The pattern of the path; see `URLPattern`.
  ///   - action: The action to open.
  ///   - scopes: The kinds of URLs; by default those of the program's schemes and domains.
  ///   - name: A name for messages.
  public mutating func send<Mapped: Action>(
    _ pattern: String, to action: Mapped.Type, in scopes: [RouteScope] = [.applicationAny, .universalAny],
    name: String? = nil
  ) where Mapped.Input: RouteParametersDecodable {
    routes.append(
      Route(pattern, in: scopes, name: name, to: ActionRoutes.Target(feature: feature, action: action)))
  }
}

extension NoInput: RouteParametersDecodable, RouteParametersEncodable {
  /// Reads nothing.
  public init(routeParameters: RouteParameters) {}

  /// No parameters.
  public var routeParameters: RouteParameters { [:] }
}

/// All problems of a program's routes.
public struct ActionRoutesError: Error, Equatable, Sendable {
  /// Routes to actions that their feature does not declare.
  public let undeclared: [UndeclaredAction]
  /// The problems of the patterns, scopes, schemes and domains.
  public let problems: [RouteProblem]

  /// A route to an undeclared action.
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
  /// One line per problem.
  public var description: String {
    let routes = undeclared.map {
      "route \($0.pattern) leads to \($0.action), which \($0.feature) does not declare; declare it, or remove the route"
    }
    return (routes + problems.map(\.description)).joined(separator: "\n")
  }
}

/// The reason why an action has no link.
public enum ActionLinkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The action's input cannot be written as parameters of a URL.
  case inputNotEncodable(action: String)
  /// The action's input cannot be read from parameters of a URL.
  case inputNotDecodable(action: String)

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .inputNotEncodable(let action):
      "the input of \(action) cannot be written as a URL; conform it to RouteParametersEncodable"
    case .inputNotDecodable(let action):
      "the input of \(action) cannot be read from a URL; conform it to RouteParametersDecodable"
    }
  }
}
