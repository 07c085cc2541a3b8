/// A problem of a table or one of its routes.
public struct RouteProblem: Equatable, Sendable {
  /// The route, counted from 0 in order of declaration; `nil` for the table.
  public let route: Int?
  /// Its pattern, or the scheme or domain with the problem.
  public let subject: String
  /// The reason.
  public let reason: Reason

  /// A kind of problem.
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
    /// Both match the same URLs, and neither is more specific; the first declared one is used.
    case ambiguous(with: String, route: Int, scope: RouteScope)
    /// The pattern has a `*`: it can match, but cannot make links.
    case noLinks
  }
}

extension RouteProblem: CustomStringConvertible {
  /// The place, the reason, and how to fix it.
  public var description: String {
    let place = route.map { "route \($0) (\(subject))" } ?? subject
    return "\(place): \(reason)"
  }
}

extension RouteProblem.Reason: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .invalidPattern(let error): error.description
    case .invalidScheme:
      "not a program's URL scheme; start with a letter, then use letters, digits, + - and ., but not http or https"
    case .invalidDomain: "not a domain; write it like example.org, without scheme, port or path"
    case .unreachable:
      "no URL can match; declare a scheme or domain, or give the route a scope that is declared"
    case .undeclared(let scope):
      "the program does not declare \(scope); declare it, or change the route's scope"
    case .ambiguous(let other, let route, let scope):
      "matches the same URLs as route \(route) (\(other)) for \(scope), and none is more specific; change one"
    case .noLinks: "a pattern with * cannot make links; use a capture if links are needed"
    }
  }
}

/// All problems that prevent creating a table of routes.
package struct RouteTableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problems, in the order of declaration.
  package let problems: [RouteProblem]

  /// One line per problem.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// The reason why a URL could not be read, or a link could not be made.
///
/// It names patterns and parameters, which the developer wrote, but never a URL or a value.
public enum RouteError: Error, Equatable, Sendable {
  /// The URL has no scheme, neither host nor path, a user on a web page, or escapes that are not
  /// UTF-8.
  case invalidURL
  /// The URL, read or created, has more bytes than the limit.
  case urlTooLong(limit: Int)
  /// The query, read or created, has more items than the limit.
  case tooManyQueryItems(limit: Int)
  /// No route matches in any requested scope.
  case noRoute
  /// The pattern has a `*`, for which there is no value.
  case noPath(pattern: String)
  /// Captures of the pattern lack values.
  case missingValues(pattern: String, names: [String])
  /// The link would lead elsewhere, because a more specific route matches it.
  case shadowed(pattern: String, by: String)
  /// The link would have other parameters, because two captures cannot be separated for these
  /// values.
  case notReversible(pattern: String)
}

extension RouteError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .invalidURL:
      "not a URL that can be routed; it needs a scheme, a host or path, escapes that are UTF-8, and no user if it is a web page"
    case .urlTooLong(let limit): "the URL is longer than \(limit) bytes; put less in it, or raise the limit"
    case .tooManyQueryItems(let limit):
      "the query has more than \(limit) items; put less in it, or raise the limit"
    case .noRoute: "no route matches in this scope; declare one, and the scheme or domain of its scope"
    case .noPath(let pattern):
      "no link can be made from \(pattern) because of its *; use a capture instead"
    case .missingValues(let pattern, let names):
      "a link from \(pattern) needs values for \(names.joined(separator: ", "))"
    case .shadowed(let pattern, let other):
      "with these values, the more specific \(other) would match a link from \(pattern); change one of them"
    case .notReversible(let pattern):
      "with these values, the captures of \(pattern) could not be separated again; put a slash between them"
    }
  }
}

/// A fault of a pattern, with its place.
public struct URLPatternError: Error, Equatable, Sendable {
  /// The place in the pattern, in Unicode scalars, counted from 0.
  public let position: Int
  /// The fault.
  public let reason: Reason

  /// A kind of fault in a pattern.
  public enum Reason: Equatable, Sendable {
    /// `$(` without `)`.
    case unclosedCapture
    /// `$()`.
    case emptyName
    /// A name with a `$`, `(`, `*` or `/`.
    case invalidName
    /// Two captures of one name.
    case repeatedName(String)
    /// A `*` or capture directly after another one, so that the end of the first is ambiguous.
    case adjacentGaps
    /// `**` with other text in its component.
    case restNotAlone
    /// `**` with components after it.
    case restNotLast
    /// The pattern has more bytes than the limit.
    case tooLong(limit: Int)
  }
}

extension URLPatternError: CustomStringConvertible {
  /// The place, the reason, and how to fix it.
  public var description: String { "at character \(position): \(reason)" }
}

extension URLPatternError.Reason: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .unclosedCapture: "a capture is not closed; write $(name)"
    case .emptyName: "a capture has no name; write $(name)"
    case .invalidName: "a name contains one of $ ( * /; use letters and digits"
    case .repeatedName(let name): "the name \(name) is captured twice; give each capture its own name"
    case .adjacentGaps: "a wildcard or capture follows another one; put literal text between them"
    case .restNotAlone: "** shares its component with other text; write it between slashes, or use one *"
    case .restNotLast: "** is not the last component; end the pattern with it, or use one *"
    case .tooLong(let limit): "longer than \(limit) bytes; shorten the pattern"
    }
  }
}
