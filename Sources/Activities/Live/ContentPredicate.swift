/// A set of content identifiers.
public indirect enum ContentPredicate: Hashable, Sendable {
  /// None.
  case nothing
  /// Every one, and none given.
  case anything
  /// Exactly this one.
  case equals(String)
  /// Those that begin so, for identifiers that are paths.
  case hasPrefix(String)
  /// Those of any of these.
  case anyOf([ContentPredicate])

  /// Whether an identifier is in the set; nil is only in ``anything``.
  public func matches(_ identifier: String?) -> Bool {
    switch self {
    case .nothing: false
    case .anything: true
    case .equals(let exact): identifier == exact
    case .hasPrefix(let prefix): identifier?.hasPrefix(prefix) ?? false
    case .anyOf(let predicates): predicates.contains { $0.matches(identifier) }
    }
  }
}
