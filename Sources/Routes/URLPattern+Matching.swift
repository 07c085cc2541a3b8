extension URLPattern {
  /// The parameters that a path carries if it matches; `nil` if it does not.
  ///
  /// This compares to the letter: a pattern that begins with a slash matches only paths that do. A ``RouteTable`` leaves one
  /// leading slash out on both sides.
  ///
  /// - Parameter path: As it stands in a URL, escapes and all.
  /// - Complexity: O(length of the path × length of the pattern), whatever both hold.
  public func match(path: String) -> RouteParameters? {
    let bytes = Array(path.utf8)
    guard !startsWithSlash || bytes.first == UInt8(ascii: "/") else { return nil }
    return match(PathComponent.components(of: bytes.dropFirst(startsWithSlash ? 1 : 0)), mayBeEmpty: [])
  }

  /// Whether a path matches, to the letter; see ``match(path:)``.
  public func matches(path: String) -> Bool { match(path: path) != nil }

  /// The captures of a path of which a leading slash was left out.
  ///
  /// - Parameter mayBeEmpty: The captures that may hold nothing.
  func match(_ path: [PathComponent], mayBeEmpty: Set<String>) -> RouteParameters? {
    let isOpenEnded = components.last == .rest
    guard isOpenEnded ? path.count >= components.count : path.count == components.count else { return nil }
    var parameters: RouteParameters = [:]
    for (expected, found) in zip(components, path) {
      switch expected {
      case .literal(let text): guard found.bytes == text else { return nil }
      case .rest: return parameters
      case .open(let open):
        guard let ranges = open.gaps(in: found, mayBeEmpty: mayBeEmpty) else { return nil }
        for case (.capture(let name), let range) in zip(open.gaps, ranges) {
          guard let value = String(validating: found.bytes[range], as: UTF8.self) else { return nil }
          parameters[name] = value
        }
      }
    }
    return parameters
  }
}

extension PatternComponent {
  /// Whether it fits one component of a path.
  func matches(_ component: PathComponent, mayBeEmpty: Set<String>) -> Bool {
    switch self {
    case .literal(let text): component.bytes == text
    case .open(let open): open.gaps(in: component, mayBeEmpty: mayBeEmpty) != nil
    case .rest: true
    }
  }
}
