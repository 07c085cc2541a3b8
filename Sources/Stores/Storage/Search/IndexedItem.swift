package import Activities

/// An item in the index of a program.
package struct IndexedItem: Hashable, Sendable {
  package let item: SearchableItem
  package let program: String
  /// The time at which it was indexed, in milliseconds since 1970.
  package let time: Int64

  package init(_ item: SearchableItem, of program: String, time: Int64) {
    self.item = item
    self.program = program
    self.time = time
  }

  package var name: ItemName { ItemName(program: program, identifier: item.uniqueIdentifier) }

  /// The time at which it expires by its own date, in milliseconds since 1970.
  package var expiration: Int64? { item.expirationDate.map(SearchEntry.milliseconds) }

  func isExpired(at now: Instant) -> Bool {
    SearchEntry.isExpired(at: now, expiration: expiration, since: time)
  }
}

/// The name that distinguishes the items of a user.
package struct ItemName: Hashable, Sendable {
  package let program: String
  package let identifier: String

  package init(program: String, identifier: String) {
    self.program = program
    self.identifier = identifier
  }
}

extension Deletion {
  /// Returns whether the deletion forgets an item of a program's index, for the same user.
  package func matches(_ indexed: IndexedItem) -> Bool {
    matches(
      indexed.item, of: indexed.program, indexedAt: indexed.time, isExpired: { indexed.isExpired(at: $0) })
  }

  /// Creates a deletion that represents deleting a program's items, and forgets linked donations of
  /// any time.
  package init(ofItemsOf program: String, by user: UserIdentifier) throws(ActivityError) {
    var criteria = Criteria()
    criteria.program = program
    try self.init(by: user, at: .latest, matching: criteria, origin: .program)
  }
}
