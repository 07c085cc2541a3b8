/// A selection of items of a program.
public enum ItemSelection: Hashable, Sendable {
  /// The items with these unique identifiers.
  case identifiers(Set<String>)
  /// The items in these domains and in the domains inside them: `album` has `album.jazz` in it, but
  /// not `albums`.
  case domains(Set<String>)
  /// All items of the program.
  case all

  /// Returns whether it selects an item.
  public func contains(_ item: SearchableItem) -> Bool {
    switch self {
    case .identifiers(let identifiers): identifiers.contains(item.uniqueIdentifier)
    case .domains(let domains):
      item.domainIdentifier.map { own in domains.contains { own == $0 || own.hasPrefix($0 + ".") } } ?? false
    case .all: true
    }
  }
}

/// The numbers of records that were removed with items.
public struct ItemDeletion: Hashable, Sendable {
  /// The number of items.
  public let items: Int
  /// The number of donations that were linked to them.
  public let donations: Int

  /// Makes a receipt.
  public init(items: Int, donations: Int) {
    self.items = items
    self.donations = donations
  }
}
