// Routes: Which action does this URL mean, and which URL means this action?
//
// Start here: a `Route` ties a `URLPattern` and a `RouteScope` to a destination; a `RouteTable`
// finds the destination of a URL, and makes the URL of a destination. What it makes it also finds
// again, with the same parameters.

/// A pattern that leads somewhere.
package struct Route<Destination: Sendable>: Sendable {
  /// The pattern of a URL's path; see ``URLPattern`` for how it is written.
  package let pattern: String
  /// The kinds of URLs that it is for.
  package let scopes: [RouteScope]
  /// A name for messages, and to tell several routes to one destination apart.
  package let name: String?
  /// The destination.
  package let destination: Destination

  /// Ties a pattern to a destination.
  ///
  /// The pattern is read when a ``RouteTable`` is made, so that all that is wrong with all routes
  /// is told at once.
  package init(
    _ pattern: String, in scopes: [RouteScope] = [.applicationAny, .universalAny], name: String? = nil,
    to destination: Destination
  ) {
    self.pattern = pattern
    self.scopes = scopes
    self.name = name
    self.destination = destination
  }
}

/// A kind of URLs that a route is for.
public enum RouteScope: Hashable, Sendable {
  /// URLs of any scheme that the program declares.
  case applicationAny
  /// URLs of this scheme: `player://…`.
  ///
  /// Upper and lower case are the same (RFC 3986, section 3.1); Flint told them apart.
  case application(scheme: String)
  /// `https` and `http` URLs of any domain that the program declares.
  case universalAny
  /// `https` and `http` URLs of this domain, without its subdomains; ports are ignored.
  case universal(domain: String)

  var isUniversal: Bool {
    switch self {
    case .applicationAny, .application: false
    case .universalAny, .universal: true
    }
  }
}

extension RouteScope: CustomStringConvertible {
  /// The scope in words.
  public var description: String {
    switch self {
    case .applicationAny: "any declared scheme"
    case .application(let scheme): "the scheme \(scheme)"
    case .universalAny: "any declared domain"
    case .universal(let domain): "the domain \(domain)"
    }
  }
}

/// The named values that a URL carries: what its path captures, and its query.
public typealias RouteParameters = [String: String]

/// A value that can be read from the parameters of a URL.
public protocol RouteParametersDecodable {
  /// Reads the value; names that it does not know are to be ignored, because anybody can append to
  /// a URL.
  ///
  /// - Throws: Whatever tells why the parameters make no value.
  init(routeParameters: RouteParameters) throws
}

/// A value that can be written as parameters of a URL.
public protocol RouteParametersEncodable {
  /// The parameters that `init(routeParameters:)` reads back.
  var routeParameters: RouteParameters { get }
}

/// A value that a URL can carry both ways.
public typealias RouteParametersCodable = RouteParametersDecodable & RouteParametersEncodable

extension Optional: RouteParametersDecodable where Wrapped: RouteParametersDecodable {
  /// No value if there are no parameters at all.
  public init(routeParameters: RouteParameters) throws {
    self = routeParameters.isEmpty ? nil : try Wrapped(routeParameters: routeParameters)
  }
}

extension Optional: RouteParametersEncodable where Wrapped: RouteParametersEncodable {
  /// No parameters if there is no value.
  public var routeParameters: RouteParameters { self?.routeParameters ?? [:] }
}

/// The destination of a URL, and the parameters that it carries.
package struct RouteMatch<Destination: Sendable>: Sendable {
  /// The destination.
  package let destination: Destination
  /// The captures of its path, and its query; captures win.
  package let parameters: RouteParameters
  /// The pattern of the route that matched.
  package let pattern: URLPattern
  /// The name of that route.
  package let name: String?
  /// The scope in which it matched.
  package let scope: RouteScope
}

extension RouteMatch: Equatable where Destination: Equatable {}
extension RouteMatch: Hashable where Destination: Hashable {}

/// The way to treat two routes that match the same URLs though none is more specific.
package enum RouteAmbiguity: Sendable {
  /// The table is not made.
  case refused
  /// The one that is declared first is taken, and the other one is reported as advice.
  case firstDeclared
}

/// The limits on the size of a URL: they bound the time and memory that a stranger's URL can take.
package struct RouteLimits: Hashable, Sendable {
  /// The most bytes of a URL: 64 KiB, more than browsers and servers agree on.
  package var urlLength = 1 << 16
  /// The most items of a query: far more than any action has parameters.
  package var queryItems = 256

  /// The usual limits.
  package init() {}
}
