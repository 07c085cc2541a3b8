/// A selection of a program's items.
public enum ItemSelection: Hashable, Sendable {
  /// The items with these unique identifiers.
  case identifiers(Set<String>)
  /// The items in these domains and their subdomains: `album` includes `album.jazz`, but not
  /// `albums`.
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

/// The numbers of records removed by deleting items.
public struct ItemDeletion: Hashable, Sendable {
  /// The number of items.
  public let items: Int
  /// The number of donations that were linked to the items.
  public let donations: Int

  /// Creates a receipt.
  public init(items: Int, donations: Int) {
    self.items = items
    self.donations = donations
  }
}
