// Routes: Which action does this URL mean, and which URL means this action?
//
// Start here: a `Route` connects a `URLPattern` and a `RouteScope` to a destination. A `RouteTable`
// finds the destination of a URL, and makes the URL of a destination. It can always find the
// destination of its own URLs again, with the same parameters.

/// A pattern with its destination.
package struct Route<Destination: Sendable>: Sendable {
  /// The pattern of a URL's path; see ``URLPattern`` for the syntax.
  package let pattern: String
  /// The kinds of URLs that it applies to.
  package let scopes: [RouteScope]
  /// A name for messages, and to distinguish routes to one destination.
  package let name: String?
  /// The destination.
  package let destination: Destination

  /// Creates a route.
  ///
  /// The pattern is read when a ``RouteTable`` is created, so that the problems of all routes are
  /// reported together.
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

/// A kind of URL that a route applies to.
public enum RouteScope: Hashable, Sendable {
  /// URLs of any scheme that the program declares.
  case applicationAny
  /// URLs of this scheme: `player://…`.
  ///
  /// Case is ignored (RFC 3986, section 3.1), but not in Flint.
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

/// The named values in a URL: the captures in its path, and its query.
public typealias RouteParameters = [String: String]

/// A value that can be read from URL parameters.
public protocol RouteParametersDecodable {
  /// Reads the value; unknown names must be ignored, because anybody can append to a URL.
  ///
  /// - Throws: An error if the parameters are invalid.
  init(routeParameters: RouteParameters) throws
}

/// A value that can be written as URL parameters.
public protocol RouteParametersEncodable {
  /// The parameters that `init(routeParameters:)` reads back.
  var routeParameters: RouteParameters { get }
}

/// A value that can be read from and written as URL parameters.
public typealias RouteParametersCodable = RouteParametersDecodable & RouteParametersEncodable

extension Optional: RouteParametersDecodable where Wrapped: RouteParametersDecodable {
  /// Reads a value, or nil if there are no parameters at all.
  public init(routeParameters: RouteParameters) throws {
    self = routeParameters.isEmpty ? nil : try Wrapped(routeParameters: routeParameters)
  }
}

extension Optional: RouteParametersEncodable where Wrapped: RouteParametersEncodable {
  /// The parameters of the value; none for nil.
  public var routeParameters: RouteParameters { self?.routeParameters ?? [:] }
}

/// The destination of a URL, with its parameters.
package struct RouteMatch<Destination: Sendable>: Sendable {
  /// The destination.
  package let destination: Destination
  /// The captures in the path, and the query; captures take precedence.
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

/// The treatment of two routes that match the same URLs, neither more specific than the other.
package enum RouteAmbiguity: Sendable {
  /// Creating the table fails.
  case refused
  /// The first declared one is used, and the other one is reported as advice.
  case firstDeclared
}

/// The limits on the size of a URL, which bound the time and memory that a stranger's URL can cost.
package struct RouteLimits: Hashable, Sendable {
  /// The maximum length of a URL in bytes: 64 KiB, more than browsers and servers agree on.
  package var urlLength = 1 << 16
  /// The maximum number of query items: far more than the parameters of any action.
  package var queryItems = 256

  /// Creates the default limits.
  package init() {}
}
