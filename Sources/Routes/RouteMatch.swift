/// Where a URL leads, and what it carries.
public struct RouteMatch<Destination: Sendable>: Sendable {
  /// Where it leads.
  public let destination: Destination
  /// What its path captures, and its query; captures win.
  public let parameters: RouteParameters
  /// The pattern of the route that matched.
  public let pattern: URLPattern
  /// The name of that route.
  public let name: String?
  /// The scope in which it matched.
  public let scope: RouteScope
}

extension RouteMatch: Equatable where Destination: Equatable {}
extension RouteMatch: Hashable where Destination: Hashable {}
