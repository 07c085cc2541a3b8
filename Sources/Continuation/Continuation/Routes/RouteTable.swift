package import Foundation

/// All routes of a program, ready for queries.
///
/// It is immutable.
///
/// ```swift
/// let table = try RouteTable(
///   [Route("tracks/$(id)", to: Screen.track), Route("search", to: Screen.search)],
///   schemes: ["player"], domains: ["player.example.org"])
/// let match = try table.route(url)  // player://tracks/7, https://player.example.org/tracks/7
/// let link = try table.link(to: .track, with: ["id": "7"])
/// ```
///
/// A leading slash of a pattern or path makes no difference, because program URLs have none and web
/// URLs do. In a program URL, the host is the first component of the path: `player://tracks/7`,
/// `player:tracks/7` and `player:///tracks/7` are the same.
///
/// If several routes match, one whose scope names the URL's scheme or domain takes precedence over
/// one for any. Then the more specific pattern does, compared from left to right: literal text
/// comes first, then text with captures, a capture alone, `*`, and last `**`. Then the first
/// declared one does.
package struct RouteTable<Destination: Sendable>: Sendable {
  /// The schemes that the program declares, in lower case.
  package let schemes: [String]
  /// The domains that the program declares, in lower case, as URLs spell them.
  package let domains: [String]
  /// The routes that work, but perhaps not as intended: patterns without links, and ambiguities if
  /// allowed.
  package let advice: [RouteProblem]
  /// The limits on the size of a URL.
  package let limits: RouteLimits
  let entries: [Entry]
  private let trees: [RouteScope: RouteTree]

  /// A route with its parsed pattern.
  struct Entry: Sendable {
    let route: Route<Destination>
    let pattern: URLPattern
    /// The scopes in canonical form.
    let scopes: [RouteScope]
    /// Its index among all routes sorted by specificity.
    let rank: Int
  }

  /// Creates a table from routes.
  ///
  /// - Throws: ``RouteTableError`` with all problems of all routes.
  /// - Complexity: O(n log n) in the number of routes, unless many are similar.
  package init(
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

  /// Returns the destination of a URL, or `nil` if its scheme or domain is not declared or no
  /// pattern matches.
  ///
  /// The parameters are those of the query and the captures, which take precedence. In the query
  /// the last occurrence of a name counts, and an item without `=` removes its name. A fragment is
  /// ignored.
  ///
  /// A capture has one character or more, but may be empty if the query contains it: `tracks/?id=`
  /// is the link to the track with an empty identifier, while `tracks/` is not a track at all.
  ///
  /// - Throws: ``RouteError/invalidURL``, ``RouteError/urlTooLong(limit:)``,
  ///   ``RouteError/tooManyQueryItems(limit:)``.
  /// - Complexity: O(length of the URL) for literal patterns, however many. Each pattern with gaps
  ///   at the same place adds O(length of the URL × length of the pattern).
  package func route(_ url: URL) throws(RouteError) -> RouteMatch<Destination>? {
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

  /// Returns the scopes to search, in order; none if the scheme or domain is not declared.
  private func scopes(of parts: RouteURL) -> [RouteScope] {
    if let domain = parts.domain {
      return domains.contains(domain) ? [.universal(domain: domain), .universalAny] : []
    }
    return schemes.contains(parts.scheme) ? [.application(scheme: parts.scheme), .applicationAny] : []
  }

  // MARK: Links

  /// Returns the URL that leads to a destination with exactly these parameters.
  ///
  /// It uses the first declared route that can. The route's captures take their parameters; the
  /// others become the query, sorted by name. A link is returned only if ``route(_:)`` leads back
  /// to the same destination with exactly these parameters; otherwise the next route is tried.
  ///
  /// In a program URL the first component of the path is the host (`player://tracks/7`), but only
  /// if it consists of lower-case letters, digits, `-` and `.`, because hosts lose their case and
  /// cannot contain everything. Otherwise the host stays empty: `player:///Tracks/7`.
  ///
  /// - Parameters:
  ///   - parameters: The values in the link.
  ///   - scope: The kind of link: `.applicationAny` and `.universalAny` stand for the first
  ///     declared scheme or domain, or for the one in the route's scope. By default it is a program
  ///     URL if there is one, otherwise a web URL.
  ///   - isMeant: Returns whether a destination is the intended one.
  /// - Throws: The ``RouteError`` of the first route that leads there; ``RouteError/noRoute`` if
  ///   none does.
  /// - Complexity: O(number of routes) calls of `isMeant`.
  package func link(
    with parameters: RouteParameters = [:], in scope: RouteScope? = nil,
    where isMeant: (Destination) -> Bool
  ) throws(RouteError) -> URL {
    var failure: RouteError?
    for wanted in scope.map({ [$0] }) ?? [.applicationAny, .universalAny] {
      for entry in entries where isMeant(entry.route.destination) {
        guard let origin = origin(of: entry, in: wanted) else { continue }
        do throws(RouteError) {
          return try link(from: entry, with: parameters, at: origin, where: isMeant)
        } catch {
          failure = failure ?? error
        }
      }
    }
    throw failure ?? .noRoute
  }

  /// The beginning of a link.
  private enum Origin {
    case scheme(String)
    case domain(String)
  }

  /// Returns the beginning of a route's links in a scope, or `nil` if the route does not have that
  /// scope.
  private func origin(of entry: Entry, in wanted: RouteScope) -> Origin? {
    switch wanted {
    case .application(let scheme):
      guard let scheme = RouteURL.canonical(scheme: scheme), schemes.contains(scheme) else { return nil }
      let isFor =
        entry.scopes.contains(.applicationAny) || entry.scopes.contains(.application(scheme: scheme))
      return isFor ? .scheme(scheme) : nil
    case .universal(let domain):
      guard let domain = RouteURL.canonical(domain: domain), domains.contains(domain) else { return nil }
      let isFor = entry.scopes.contains(.universalAny) || entry.scopes.contains(.universal(domain: domain))
      return isFor ? .domain(domain) : nil
    case .applicationAny, .universalAny:
      for scope in entry.scopes where scope.isUniversal == wanted.isUniversal {
        switch scope {
        case .application(let scheme): return .scheme(scheme)
        case .universal(let domain): return .domain(domain)
        case .applicationAny: if let scheme = schemes.first { return .scheme(scheme) }
        case .universalAny: if let domain = domains.first { return .domain(domain) }
        }
      }
      return nil
    }
  }

  private func link(
    from entry: Entry, with parameters: RouteParameters, at origin: Origin,
    where isMeant: (Destination) -> Bool
  ) throws(RouteError) -> URL {
    let pattern = entry.pattern
    let path = Substring(try pattern.path(with: parameters)).dropFirst(pattern.startsWithSlash ? 1 : 0)
    // an empty capture stays in the query, which allows it to be empty
    let query = parameters.filter { $0.value.isEmpty || !pattern.captureNames.contains($0.key) }
    guard query.count <= limits.queryItems else { throw .tooManyQueryItems(limit: limits.queryItems) }
    let start =
      switch origin {
      case .domain(let domain): "https://\(domain)/\(path)"
      case .scheme(let scheme): "\(scheme)://\(Self.beginsWithHost(path) ? "" : "/")\(path)"
      }
    let text = start + RouteQuery.text(of: query)
    guard text.utf8.count <= limits.urlLength else { throw .urlTooLong(limit: limits.urlLength) }
    guard let url = URL(string: text), let found = try route(url) else {
      throw .notReversible(pattern: pattern.text)
    }
    guard isMeant(found.destination) else {
      throw .shadowed(pattern: pattern.text, by: found.pattern.text)
    }
    guard found.parameters.count == parameters.count,
      parameters.allSatisfy({ found.parameters[$0.key]?.utf8.elementsEqual($0.value.utf8) == true })
    else { throw .notReversible(pattern: pattern.text) }
    return url
  }

  /// Returns whether the first component of a path can be a host.
  private static func beginsWithHost(_ path: Substring) -> Bool {
    let host = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    let isPlain = host.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isPlain && !host.isEmpty && host.first != UInt8(ascii: ".")
  }
}

extension RouteTable where Destination: Equatable {
  /// Returns the URL that leads to a destination with exactly these parameters.
  ///
  /// See ``link(with:in:where:)``.
  ///
  /// - Throws: The ``RouteError`` of the first route that leads there; ``RouteError/noRoute`` if
  ///   none does.
  package func link(
    to destination: Destination, with parameters: RouteParameters = [:], in scope: RouteScope? = nil
  ) throws(RouteError) -> URL {
    try link(with: parameters, in: scope) { $0 == destination }
  }
}

extension [RouteProblem] {
  /// The problems in order of declaration, the table's own first.
  fileprivate var sortedByRoute: [RouteProblem] {
    enumerated().sorted { ($0.element.route ?? -1, $0.offset) < ($1.element.route ?? -1, $1.offset) }
      .map(\.element)
  }
}
