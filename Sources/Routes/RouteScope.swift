/// Which URLs a route is for.
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
