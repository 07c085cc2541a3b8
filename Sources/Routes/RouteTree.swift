/// The patterns of one scope, by their components from left to right.
///
/// Literal components are looked up; only what has gaps is tried one by one. A node belongs to one depth, so that a
/// search visits each node at most once: its cost is bounded by the size of the tree, never by the ways to split a path.
struct RouteTree {
  private struct Node {
    var literals: [[UInt8]: Int] = [:]
    var open: [(component: PatternComponent, node: Int)] = []
    /// The routes that end here, and those that end here with `**`.
    var routes: [Int] = []
    var restRoutes: [Int] = []
  }

  private var nodes = [Node()]

  /// Adds the pattern of a route, known by its number.
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

  /// The routes whose patterns match a path, in no particular order.
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
