/// The index is made anew from the donations for every question, so it cannot be out of step with them: what a stored index
/// has to agree with.
extension InMemoryDonationLog: SearchIndex {
  /// Indexes items.
  ///
  /// - Complexity: O(items of the user).
  public func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) throws(ActivityError) {
    guard !program.isEmpty else { throw .empty(field: "program") }
    guard !rules.keepsOut(itemsOf: program, by: user, at: now) else { return }
    var shelf = shelves[user] ?? Shelf()
    for item in items {
      let indexed = IndexedItem(item, of: program, time: now.milliseconds)
      shelf.items[indexed.name] = indexed
    }
    shelf.items = shelf.items.filter { $0.key.program != program || !$0.value.isExpired(at: now) }
    shelves[user] = shelf
  }

  /// The items of a program.
  ///
  /// - Complexity: O(n log n) for n items of the user.
  public func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) -> [SearchableItem] {
    let own =
      shelves[user]?.items.values.filter { $0.program == program && selection.contains($0.item) } ?? []
    return own.map(\.item).sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }

  /// Deletes items and what is linked to them.
  ///
  /// - Complexity: O(n) for n donations and items of the user.
  @discardableResult
  public func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) throws(ActivityError) -> ItemDeletion {
    var names = Set(items(selection, of: program, by: user).map(\.uniqueIdentifier))
    let count = names.count
    if case .identifiers(let named) = selection { names.formUnion(named) }
    for name in names { shelves[user]?.items[ItemName(program: program, identifier: name)] = nil }
    let donations = forget(try Deletion(ofItemsOf: program, by: user)) { donation in
      donation.program == program && donation.activity.relatedUniqueIdentifier.map(names.contains) ?? false
    }
    return ItemDeletion(items: count, donations: donations.donations)
  }

  /// Searches all that the user has.
  ///
  /// - Complexity: O(size of the user's donations and items).
  public func search(_ query: SearchQuery) -> SearchResults {
    guard let shelf = shelves[query.user] else { return SearchResults(to: query, []) }
    let findable = shelf.findable
    let entries = findable.values.map(\.entry) + shelf.items.values.map(SearchEntry.init)
    let hits = SearchRanking(query).results(entries).map { result in
      SearchHit(
        result, donation: result.activity?.identity.flatMap { findable[$0]?.newest.donation },
        item: result.item.flatMap { entry in
          entry.item.flatMap { shelf.items[ItemName(program: entry.program, identifier: $0)]?.item }
        })
    }
    return SearchResults(to: query, hits)
  }

  /// What donations have to offer to a text field.
  ///
  /// - Complexity: O(size of the user's donations).
  public func values(_ query: TextFieldQuery) -> [OfferedValue] {
    var collector = ValueCollector(query)
    let findable = (shelves[query.user] ?? Shelf()).findable.values.filter {
      !$0.entry.isExpired(at: query.now)
    }
    for one in findable.sorted(by: { $0.newest.cursor > $1.newest.cursor }) {
      collector.add(one.newest.donation)
    }
    return collector.values
  }

  /// The newest donation of each activity.
  ///
  /// - Complexity: O(n) for n donations of the user.
  public func recentActivities(of user: UserIdentifier, at now: Instant, limit: Int) -> [Donation] {
    var collector = RecentCollector(at: now, limit: limit)
    for logged in (shelves[user]?.donations ?? []).reversed() where !collector.isFull {
      collector.add(logged.donation)
    }
    return collector.donations
  }
}

extension InMemoryDonationLog.Shelf {
  /// An activity that can be found, by what its donations say of it.
  struct Findable {
    var newest: LoggedDonation
    var fields: SearchFields
    var uses = 0

    var entry: SearchEntry {
      let donation = newest.donation
      return SearchEntry(
        number: newest.sequence, identity: donation.identity, program: donation.program,
        item: donation.activity.relatedUniqueIdentifier, uses: uses, latest: newest.cursor,
        expiration: donation.activity.expirationDate.map(SearchEntry.milliseconds), fields: fields)
    }
  }

  /// The activities that can be found, each by its newest donation that is eligible.
  var findable: [ActivityIdentity: Findable] {
    var findable: [ActivityIdentity: Findable] = [:]
    for logged in donations {
      guard let fields = SearchFields(logged.donation.activity) else { continue }
      var one = findable[logged.donation.identity] ?? Findable(newest: logged, fields: fields)
      (one.newest, one.fields) = (logged, fields)
      one.uses += 1
      findable[logged.donation.identity] = one
    }
    return findable
  }
}

extension SearchEntry {
  fileprivate init(_ item: IndexedItem) {
    self.init(
      number: 0, identity: nil, program: item.program, item: item.item.uniqueIdentifier, uses: 0,
      latest: LogCursor(milliseconds: item.time, sequence: 0), expiration: item.expiration,
      fields: SearchFields(item.item))
  }
}
