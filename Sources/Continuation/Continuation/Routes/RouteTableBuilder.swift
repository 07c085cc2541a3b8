/// A builder that reads routes and collects all problems.
struct RouteTableBuilder<Destination: Sendable> {
  let schemes: [String]
  let domains: [String]
  private(set) var problems: [RouteProblem] = []
  private(set) var advice: [RouteProblem] = []
  private var read: [(number: Int, route: Route<Destination>, pattern: URLPattern, scopes: [RouteScope])] = []
  private var count = 0

  init(schemes: [String], domains: [String]) {
    var problems: [RouteProblem] = []
    self.schemes = Self.canonical(schemes, by: RouteURL.canonical(scheme:)) { scheme in
      problems.append(RouteProblem(route: nil, subject: "scheme \(scheme)", reason: .invalidScheme))
    }
    self.domains = Self.canonical(domains, by: RouteURL.canonical(domain:)) { domain in
      problems.append(RouteProblem(route: nil, subject: "domain \(domain)", reason: .invalidDomain))
    }
    self.problems = problems
  }

  /// Returns the canonical names, each once, in the given order.
  private static func canonical(
    _ names: [String], by form: (String) -> String?, orElse report: (String) -> Void
  ) -> [String] {
    var canonical: [String] = []
    for name in names {
      guard let formed = form(name) else {
        report(name)
        continue
      }
      if !canonical.contains(formed) { canonical.append(formed) }
    }
    return canonical
  }

  /// Reads a route.
  mutating func add(_ route: Route<Destination>) {
    let number = count
    count += 1
    let scopes = scopes(of: route, number: number)
    let pattern: URLPattern
    do {
      pattern = try URLPattern(route.pattern)
    } catch {
      problems.append(RouteProblem(route: number, subject: route.pattern, reason: .invalidPattern(error)))
      return
    }
    if !pattern.canMakePaths {
      advice.append(RouteProblem(route: number, subject: route.pattern, reason: .noLinks))
    }
    read.append((number, route, pattern, scopes))
  }

  /// Returns the scopes of a route in canonical form, each once, without undeclared ones.
  private mutating func scopes(of route: Route<Destination>, number: Int) -> [RouteScope] {
    var scopes: [RouteScope] = []
    let before = problems.count
    for scope in route.scopes {
      guard let canonical = canonical(scope) else {
        problems.append(RouteProblem(route: number, subject: route.pattern, reason: .undeclared(scope)))
        continue
      }
      let isReachable = scope.isUniversal ? !domains.isEmpty : !schemes.isEmpty
      if isReachable, !scopes.contains(canonical) { scopes.append(canonical) }
    }
    if scopes.isEmpty, problems.count == before {
      problems.append(RouteProblem(route: number, subject: route.pattern, reason: .unreachable))
    }
    return scopes
  }

  private func canonical(_ scope: RouteScope) -> RouteScope? {
    switch scope {
    case .applicationAny, .universalAny: return scope
    case .application(let scheme):
      guard let scheme = RouteURL.canonical(scheme: scheme), schemes.contains(scheme) else { return nil }
      return .application(scheme: scheme)
    case .universal(let domain):
      guard let domain = RouteURL.canonical(domain: domain), domains.contains(domain) else { return nil }
      return .universal(domain: domain)
    }
  }

  /// Returns the routes with valid patterns, in order of declaration.
  func entries() -> [RouteTable<Destination>.Entry] {
    let specificities = read.map(\.pattern.specificity)
    let order = read.indices.sorted { left, right in
      if specificities[left] == specificities[right] { return left < right }
      return specificities[left].lexicographicallyPrecedes(specificities[right])
    }
    var ranks = Array(repeating: 0, count: read.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return zip(read, ranks).map { .init(route: $0.route, pattern: $0.pattern, scopes: $0.scopes, rank: $1) }
  }

  /// The properties that decide whether two patterns can match the same path: specificity and
  /// literal components.
  private struct Shape: Hashable {
    let scope: RouteScope
    let specificity: [Specificity]
    let literals: [[UInt8]?]
  }

  /// Returns the pairs of routes that match the same URLs, neither more specific; each is reported
  /// at the later route.
  ///
  /// - Complexity: O(n), and O(n²) among those with the same literal components.
  func ambiguities(among entries: [RouteTable<Destination>.Entry]) -> [RouteProblem] {
    var groups: [Shape: [Int]] = [:]
    var found: [RouteProblem] = []
    for (index, entry) in entries.enumerated() {
      for scope in entry.scopes {
        let literals: [[UInt8]?] = entry.pattern.components.map { component in
          if case .literal(let text) = component { text } else { nil }
        }
        let shape = Shape(scope: scope, specificity: entry.pattern.specificity, literals: literals)
        if let other = groups[shape]?.first(where: { entries[$0].pattern.overlaps(entry.pattern) }) {
          found.append(
            RouteProblem(
              route: read[index].number, subject: entry.route.pattern,
              reason: .ambiguous(with: entries[other].route.pattern, route: read[other].number, scope: scope))
          )
        }
        groups[shape, default: []].append(index)
      }
    }
    return found
  }
}

/// The patterns of one scope, by their components from left to right.
///
/// Literal components are looked up; only components with gaps are tried one by one. A node belongs
/// to one depth, so a search visits each node at most once. Its cost is bounded by the size of the
/// tree, not by the number of ways to split a path.
struct RouteTree {
  private struct Node {
    var literals: [[UInt8]: Int] = [:]
    var open: [(component: PatternComponent, node: Int)] = []
    /// The routes that end here, and those that end here with `**`.
    var routes: [Int] = []
    var restRoutes: [Int] = []
  }

  private var nodes = [Node()]

  /// Adds the pattern of a route, identified by its number.
  mutating func insert(_ pattern: URLPattern, route: Int) {
    var node = 0
    for component in pattern.components {
      guard component != .rest else {
        nodes[node].restRoutes.append(route)
        return
      }
      node = child(of: node, for: component)
    }
    nodes[node].routes.append(route)
  }

  private mutating func child(of node: Int, for component: PatternComponent) -> Int {
    if case .literal(let text) = component {
      if let known = nodes[node].literals[text] { return known }
      nodes[node].literals[text] = nodes.count
    } else {
      if let known = nodes[node].open.first(where: { $0.component == component }) { return known.node }
      nodes[node].open.append((component, nodes.count))
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Returns the routes whose patterns match a path, in no particular order.
  func routes(matching path: [PathComponent], mayBeEmpty: Set<String>) -> [Int] {
    var found: [Int] = []
    var pending = [(node: 0, depth: 0)]
    while let (index, depth) = pending.popLast() {
      let node = nodes[index]
      guard depth < path.count else {
        found += node.routes
        continue
      }
      found += node.restRoutes
      if let next = node.literals[path[depth].bytes] { pending.append((next, depth + 1)) }
      for (component, next) in node.open where component.matches(path[depth], mayBeEmpty: mayBeEmpty) {
        pending.append((next, depth + 1))
      }
    }
    return found
  }
}
