/// Which items of a program.
public enum ItemSelection: Hashable, Sendable {
  /// Those with these unique identifiers.
  case identifiers(Set<String>)
  /// Those in these domains and in the domains inside them: `album` has `album.jazz` in it, but not `albums`.
  case domains(Set<String>)
  /// All of the program.
  case all

  /// Whether it selects an item.
  public func contains(_ item: SearchableItem) -> Bool {
    switch self {
    case .identifiers(let identifiers): identifiers.contains(item.uniqueIdentifier)
    case .domains(let domains):
      item.domainIdentifier.map { own in domains.contains { own == $0 || own.hasPrefix($0 + ".") } } ?? false
    case .all: true
    }
  }
}

/// What went with items that were deleted.
public struct ItemDeletion: Hashable, Sendable {
  /// How many items.
  public let items: Int
  /// How many donations that were linked to them.
  public let donations: Int

  /// Makes a receipt.
  public init(items: Int, donations: Int) {
    self.items = items
    self.donations = donations
  }
}
