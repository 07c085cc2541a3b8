public import Foundation

/// All routes of a program, ready to be asked.
///
/// It never changes.
///
/// ```swift
/// let table = try RouteTable(
///   [Route("tracks/$(id)", to: Screen.track), Route("search", to: Screen.search)],
///   schemes: ["player"], domains: ["player.example.org"])
/// let match = try table.route(url)  // player://tracks/7, https://player.example.org/tracks/7
/// let link = try table.link(to: .track, with: ["id": "7"])
/// ```
///
/// One leading slash of a pattern or path makes no difference, because URLs of programs have none and those of the web
/// do. In the URL of a program, the host is the first component of the path: `player://tracks/7`, `player:tracks/7` and
/// `player:///tracks/7` are the same.
///
/// Of several routes that match, the one whose scope names the URL's scheme or domain goes before one for any; then the
/// more specific pattern: from left to right, literal text goes before text with captures, that before a capture alone, that
/// before `*`, and `**` comes last; then the one that is declared first.
public struct RouteTable<Destination: Sendable>: Sendable {
  /// The schemes that the program declares, in lower case.
  public let schemes: [String]
  /// The domains that the program declares, in lower case, as they stand in URLs.
  public let domains: [String]
  /// What works, but perhaps not as it was meant: patterns without links, and ambiguities if they are allowed.
  public let advice: [RouteProblem]
  /// How large a URL may be.
  public let limits: RouteLimits
  let entries: [Entry]
  private let trees: [RouteScope: RouteTree]

  /// A route whose pattern was read.
  struct Entry: Sendable {
    let route: Route<Destination>
    let pattern: URLPattern
    /// In canonical form.
    let scopes: [RouteScope]
    /// Its place when all are sorted by specificity.
    let rank: Int
  }

  /// Reads all routes.
  ///
  /// - Throws: ``RouteTableError`` with all problems of all routes.
  /// - Complexity: O(n log n) in the number of routes, unless many look alike.
  public init(
    _ routes: [Route<Destination>], schemes: [String] = [], domains: [String] = [],
    ambiguity: RouteAmbiguity = .refused, limits: RouteLimits = RouteLimits()
  ) throws(RouteTableError) {
    var builder = RouteTableBuilder<Destination>(schemes: schemes, domains: domains)
    for route in routes { builder.add(route) }
    let entries = builder.entries()
    let ambiguities = builder.ambiguities(among: entries)
    let problems = builder.problems + (ambiguity == .refused ? ambiguities : [])
    guard problems.isEmpty else { throw RouteTableError(problems: problems.sortedByRoute) }
    var trees: [RouteScope: RouteTree] = [:]
    for (number, entry) in entries.enumerated() {
      for scope in entry.scopes { trees[scope, default: RouteTree()].insert(entry.pattern, route: number) }
    }
    self.entries = entries
    self.trees = trees
    self.schemes = builder.schemes
    self.domains = builder.domains
    self.limits = limits
    advice = (builder.advice + ambiguities).sortedByRoute
  }

  /// Where a URL leads; `nil` if its scheme or domain is not declared, or if no pattern matches.
  ///
  /// Parameters are those of the query (of a repeated name the last one stays, an item without `=` removes its name),
  /// and the captures, which win. A fragment is ignored.
  ///
  /// A capture holds one character or more. It may hold nothing where the query says so: `tracks/?id=` is the link to the
  /// track without an identifier, while `tracks/` is no track at all.
  ///
  /// - Throws: ``RouteError/invalidURL``, ``RouteError/urlTooLong(limit:)``, ``RouteError/tooManyQueryItems(limit:)``.
  /// - Complexity: O(length of the URL) for literal patterns, however many; plus what patterns with gaps at the same
  ///   place take, which is O(length of the URL × length of the pattern) each.
  public func route(_ url: URL) throws(RouteError) -> RouteMatch<Destination>? {
    let parts = try RouteURL(url, limits: limits)
    let query = try parts.query.map { query throws(RouteError) in
      try RouteQuery.parameters(of: query, limits: limits)
    }
    let parameters = query ?? [:]
    let path = PathComponent.components(of: parts.path)
    guard path.allSatisfy({ String(validating: $0.bytes, as: UTF8.self) != nil }) else { throw .invalidURL }
    let mayBeEmpty = Set(parameters.lazy.filter(\.value.isEmpty).map(\.key))
    for scope in scopes(of: parts) {
      let found = trees[scope]?.routes(matching: path, mayBeEmpty: mayBeEmpty) ?? []
      guard let number = found.min(by: { entries[$0].rank < entries[$1].rank }) else { continue }
      let entry = entries[number]
      guard let captures = entry.pattern.match(path, mayBeEmpty: mayBeEmpty) else { continue }
      return RouteMatch(
        destination: entry.route.destination, parameters: parameters.merging(captures) { $1 },
        pattern: entry.pattern, name: entry.route.name, scope: scope)
    }
    return nil
  }

  /// The scopes to look in, in this order; none if the scheme or domain is not declared.
  private func scopes(of parts: RouteURL) -> [RouteScope] {
    if let domain = parts.domain {
      return domains.contains(domain) ? [.universal(domain: domain), .universalAny] : []
    }
    return schemes.contains(parts.scheme) ? [.application(scheme: parts.scheme), .applicationAny] : []
  }
}

extension [RouteProblem] {
  /// In the order of declaration, the table's own first.
  fileprivate var sortedByRoute: [RouteProblem] {
    enumerated().sorted { ($0.element.route ?? -1, $0.offset) < ($1.element.route ?? -1, $1.offset) }
      .map(\.element)
  }
}
