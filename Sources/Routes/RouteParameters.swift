// Routes: Which action does this URL mean, and which URL means this action?
//
// Start here: a `Route` ties a `URLPattern` and a `RouteScope` to a destination; a `RouteTable` finds the destination of a
// URL, and makes the URL of a destination. What it makes it also finds again, with the same parameters.

/// The named values that a URL carries: what its path captures, and its query.
public typealias RouteParameters = [String: String]

/// A value that can be read from the parameters of a URL.
public protocol RouteParametersDecodable {
  /// Reads the value; names that it does not know are to be ignored, because anybody can append to a URL.
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
