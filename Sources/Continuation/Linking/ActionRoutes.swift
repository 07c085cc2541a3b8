public import Foundation
public import Routes

/// Which action a URL means, and which URL means an action with an input: the routes of all of a program's features.
///
/// ```swift
/// let routes = try ActionRoutes(of: registry, schemes: ["pizzeria"], domains: ["pizza.example.org"])
/// var activities = ActivityConfiguration()
/// activities.links = routes
/// ```
public struct ActionRoutes: ActionLinks {
  private let registry: ActionRegistry
  private let table: RouteTable<Target>

  /// Where a route leads: an action in a feature.
  struct Target: Sendable {
    let feature: any Feature.Type
    let action: any Action.Type

    func isSame(as other: Target) -> Bool {
      feature == other.feature && action == other.action
    }
  }

  /// Reads the routes of every feature that is ``URLMapped``.
  ///
  /// - Parameters:
  ///   - registry: The features.
  ///   - schemes: The URL schemes that the program declares, like `pizzeria`.
  ///   - domains: The domains whose web pages it stands for.
  /// - Throws: ``ActionRoutesError`` with everything that is wrong with all routes.
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

  /// What works, but perhaps not as it was meant.
  public var advice: [RouteProblem] { table.advice }

  /// A URL that leads back to an action with an input.
  ///
  /// - Parameter scope: Which kind of URL; absent: one of the program if there is one, else one of the web.
  /// - Throws: `RouteError` if there is no such URL; ``ActionLinkError/inputNotEncodable(action:)`` if the input
  ///   cannot be written as parameters.
  public func link<Linked: Action>(
    to action: Linked.Type, in feature: any Feature.Type, input: Linked.Input, scope: RouteScope? = nil
  ) throws -> URL {
    guard let encodable = input as? any RouteParametersEncodable else {
      throw ActionLinkError.inputNotEncodable(action: "\(action)")
    }
    let target = Target(feature: feature, action: action)
    return try table.link(with: encodable.routeParameters, in: scope) { $0.isSame(as: target) }
  }

  /// The URL under which an action with an input is published; `nil` if none leads there.
  public func url<Linked: Action>(
    for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
  ) -> URL? {
    try? link(to: action, in: feature, input: input)
  }

  /// Where a URL leads; `nil` if no route fits, or if it is none that could be routed.
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
  /// The declaration of what a route leads to.
  fileprivate func declaration(of target: ActionRoutes.Target) -> DeclaredAction? {
    func open<Declared: Action, Declaring: Feature>(
      _ action: Declared.Type, _ feature: Declaring.Type
    ) -> DeclaredAction? {
      declaration(of: action, in: feature)
    }
    return open(target.action, target.feature)
  }
}
