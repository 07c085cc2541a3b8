/// A pattern that leads somewhere.
public struct Route<Destination: Sendable>: Sendable {
  /// What the path of a URL has to look like; see ``URLPattern`` for how it is written.
  public let pattern: String
  /// Which URLs it is for.
  public let scopes: [RouteScope]
  /// A name for messages, and to tell several routes to one destination apart.
  public let name: String?
  /// Where it leads.
  public let destination: Destination

  /// Ties a pattern to a destination.
  ///
  /// The pattern is read when a ``RouteTable`` is made, so that all that is wrong with all routes is told at once.
  public init(
    _ pattern: String, in scopes: [RouteScope] = [.applicationAny, .universalAny], name: String? = nil,
    to destination: Destination
  ) {
    self.pattern = pattern
    self.scopes = scopes
    self.name = name
    self.destination = destination
  }
}
