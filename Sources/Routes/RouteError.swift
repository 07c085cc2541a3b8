/// Why a URL could not be read, or why there is no link.
///
/// It names patterns and parameters, which the programmer wrote; never a URL or a value.
public enum RouteError: Error, Equatable, Sendable {
  /// No scheme, or neither host nor path, or a web page with a user, or escapes that are not UTF-8.
  case invalidURL
  /// The URL, read or made, has more bytes than the limit.
  case urlTooLong(limit: Int)
  /// The query, read or made, has more items than the limit.
  case tooManyQueryItems(limit: Int)
  /// No route leads there in any scope that was asked for.
  case noRoute
  /// The pattern has a `*`, which nothing can be put in for.
  case noPath(pattern: String)
  /// These captures of the pattern have no value.
  case missingValues(pattern: String, names: [String])
  /// The link would lead somewhere else: a more specific route takes it.
  case shadowed(pattern: String, by: String)
  /// The link would carry other parameters: two captures cannot be told apart for these values.
  case notReversible(pattern: String)
}

extension RouteError: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .invalidURL:
      "not a URL that can be routed; it needs a scheme, a host or path, escapes that are UTF-8, and no user if it is a web page"
    case .urlTooLong(let limit): "the URL is longer than \(limit) bytes; carry less in it, or raise the limit"
    case .tooManyQueryItems(let limit):
      "the query has more than \(limit) items; carry less in it, or raise the limit"
    case .noRoute: "no route leads there in this scope; declare one, and the scheme or domain of its scope"
    case .noPath(let pattern):
      "no link can be made of \(pattern) because of its *; use a capture in its place"
    case .missingValues(let pattern, let names):
      "a link of \(pattern) needs values for \(names.joined(separator: ", "))"
    case .shadowed(let pattern, let other):
      "with these values, a link of \(pattern) would be taken by the more specific \(other); change one of them"
    case .notReversible(let pattern):
      "with these values, the captures of \(pattern) could not be told apart again; separate them by a slash"
    }
  }
}
