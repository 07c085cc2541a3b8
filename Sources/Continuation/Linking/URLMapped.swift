public import Routes

/// A feature with actions that URLs lead to.
///
/// ```swift
/// extension Places: URLMapped {
///   static func mapURLs(_ routes: inout FeatureRoutes) {
///     routes.send("place/$(name)", to: ViewPlace.self)
///   }
/// }
/// ```
public protocol URLMapped: Feature {
  /// Says which URLs lead to which of its actions.
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
  /// Whether the pattern is well formed and the feature declares the action is told by ``ActionRoutes``, for all routes at
  /// once.
  ///
  /// - Parameters:
  ///   - pattern: What the path looks like; see `URLPattern`.
  ///   - action: Where it leads.
  ///   - scopes: Which URLs; by default those of the program's schemes and domains.
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
