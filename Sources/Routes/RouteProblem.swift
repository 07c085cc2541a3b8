/// Something about one route of a table that does not work, or not as it was meant.
public struct RouteProblem: Equatable, Sendable {
  /// Which route, counted from 0 in the order of declaration; `nil` if it is about the table.
  public let route: Int?
  /// Its pattern, or the scheme or domain that it is about.
  public let subject: String
  /// What is wrong.
  public let reason: Reason

  /// What can be wrong.
  public enum Reason: Equatable, Sendable {
    /// The pattern cannot be read.
    case invalidPattern(URLPatternError)
    /// Not a URL scheme, or one of the web's.
    case invalidScheme
    /// Not a domain name.
    case invalidDomain
    /// No URL can match: the program declares no scheme or domain of the route's scopes.
    case unreachable
    /// The route's scope names a scheme or domain that the program does not declare.
    case undeclared(RouteScope)
    /// Both match the same URLs, and none is more specific; the one that is declared first is taken.
    case ambiguous(with: String, route: Int, scope: RouteScope)
    /// The pattern has a `*`: it can be matched, but no link can be made of it.
    case noLinks
  }
}

extension RouteProblem: CustomStringConvertible {
  /// Where, what, and how to mend it.
  public var description: String {
    let place = route.map { "route \($0) (\(subject))" } ?? subject
    return "\(place): \(reason)"
  }
}

extension RouteProblem.Reason: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .invalidPattern(let error): error.description
    case .invalidScheme:
      "not a scheme of a program; use letters, digits, + - and ., a letter first, and neither http nor https"
    case .invalidDomain: "not a domain; write it like example.org, without scheme, port or path"
    case .unreachable:
      "no URL can match; declare a scheme or domain, or give the route a scope that is declared"
    case .undeclared(let scope):
      "the program does not declare \(scope); declare it, or change the route's scope"
    case .ambiguous(let other, let route, let scope):
      "matches the same URLs as route \(route) (\(other)) for \(scope), and none is more specific; change one"
    case .noLinks: "no link can be made of a pattern with *; use a capture if links are needed"
    }
  }
}

/// All that keeps a table of routes from being made, at once.
public struct RouteTableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problems, in the order of declaration.
  public let problems: [RouteProblem]

  /// A line for each problem.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
