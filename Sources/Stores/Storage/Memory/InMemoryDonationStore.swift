public import Activities

/// A donation store that lives as long as the process, for tests and for queries directly on a
/// file.
public actor InMemoryDonationStore: DonationStore {
  private var people: [UserIdentifier: InMemoryUser] = [:]
  private var identifiers: Set<DonationIdentifier> = []
  private var lastSequence: Int64 = 0
  private var rules = PrivacyRules()
  /// The fingerprints of donations that users forgot.
  private var forgotten: Set<Int64> = []
  private let fingerprints: Fingerprints

  /// Creates an empty store.
  public init() {
    var random = SystemRandomNumberGenerator()
    fingerprints = Fingerprints(
      secret: (0..<Fingerprints.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }

  // MARK: Ingestion

  /// Stores records, as far as the privacy rules allow.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)`` for a name; then no record of
  ///   the batch is stored.
  /// - Complexity: O(batch · rules), plus O(n log n) for n stored donations unless the batch is
  ///   later than all of them.
  public func ingest(_ batch: IngestionBatch, at now: Instant) throws(ActivityError) -> IngestionReceipt {
    let plan = try IngestionPlan(batch, by: rules, at: now)
    rules = plan.rules
    var receipt = plan.receipt
    for step in plan.steps {
      switch step {
      case .donations(let items):
        let admitted = items.filter { !plan.leavesOutForgotten || !isForgotten($0.donation, $0.beginsSeries) }
        receipt.donations += append(admitted.lazy.map(\.donation))
        receipt.donations.stayedForgotten += items.count - admitted.count
      case .feedback(let feedback): receipt.feedback += append(feedback)
      case .phrases(let phrases): receipt.phrases += append(phrases)
      case .deletion(let deletion):
        receipt.deletions += 1
        receipt.forgotten += forget([deletion], rehearsing: false, noting: false).donations
      }
    }
    return receipt
  }

  private func append(_ donations: some Sequence<Donation>) -> AppendReceipt {
    var receipt = AppendReceipt()
    var outOfOrder: Set<UserIdentifier> = []
    for donation in donations {
      guard identifiers.insert(donation.identifier).inserted else {
        receipt.duplicates += 1
        continue
      }
      lastSequence += 1
      let logged = LoggedDonation(sequence: lastSequence, donation: donation)
      if people[donation.user, default: InMemoryUser()].append(logged) { outOfOrder.insert(donation.user) }
      receipt.added += 1
    }
    for user in outOfOrder { people[user]?.sortDonations() }
    return receipt
  }

  private func append(_ feedback: [Feedback]) -> AppendReceipt {
    var receipt = AppendReceipt()
    for record in feedback {
      if people[record.user, default: InMemoryUser()].append(record) {
        receipt.added += 1
      } else {
        receipt.duplicates += 1
      }
    }
    return receipt
  }

  private func append(_ phrases: [OwnPhrase]) -> AppendReceipt {
    var receipt = AppendReceipt()
    for phrase in phrases {
      if people[phrase.user, default: InMemoryUser()].set(phrase) {
        receipt.added += 1
      } else {
        receipt.duplicates += 1
      }
    }
    return receipt
  }

  // MARK: Reading

  /// Returns a page in the order of (time, arrival).
  ///
  /// - Complexity: O(log n + page).
  public func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) -> [LoggedDonation] {
    people[user]?.donations(in: times, after: cursor, limit: max(1, limit)) ?? []
  }

  /// Returns a page in the order of arrival.
  ///
  /// - Complexity: O(log n + page) for n donations of the user if none came late, else O(n log n).
  public func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) -> [LoggedDonation] {
    people[user]?.arrivals(after: sequence, limit: max(1, limit)) ?? []
  }

  /// Returns the donations at some positions.
  ///
  /// - Complexity: O(positions · log n) for n donations of the user.
  public func donations(of user: UserIdentifier, at places: [LogCursor]) -> [LoggedDonation] {
    places.compactMap { people[user]?.donation(at: $0) }
  }

  /// Returns all feedback of a user.
  public func feedback(of user: UserIdentifier) -> [Feedback] { people[user]?.feedback ?? [] }

  /// Returns the phrases of a user.
  ///
  /// - Complexity: O(n log n) for n phrases of the user.
  public func phrases(of user: UserIdentifier) -> [OwnPhrase] {
    (people[user]?.phrases ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns all users with donations.
  public func users() -> [(user: UserIdentifier, donations: Int)] {
    people.filter { !$0.value.donations.isEmpty }
      .map { (user: $0.key, donations: $0.value.donations.count) }
      .sorted { $0.user < $1.user }
  }

  /// Returns the version of a user's log.
  public func version(of user: UserIdentifier) -> LogVersion { (people[user] ?? InMemoryUser()).version }

  // MARK: Forgetting

  /// Forgets the donations that any of the deletions matches, or only returns the receipt.
  ///
  /// - Complexity: O(n) for n donations of the user, for each deletion.
  public func forget(_ deletions: [Deletion], rehearsing: Bool) -> ForgettingReceipt {
    forget(deletions, rehearsing: rehearsing, noting: !rehearsing)
  }

  private func forget(_ deletions: [Deletion], rehearsing: Bool, noting: Bool) -> ForgettingReceipt {
    let before = (people, identifiers)
    var receipt = ForgettingReceipt()
    for deletion in deletions {
      guard var user = people[deletion.user] else { continue }
      let forgotten = user.forget(deletion)
      people[deletion.user] = user
      identifiers.subtract(forgotten.donations.map(\.identifier))
      if noting, deletion.staysForgotten, deletion.origin == .user {
        self.forgotten.formUnion(forgotten.donations.flatMap(fingerprints.left))
      }
      receipt.add(forgotten.receipt)
    }
    if rehearsing { (people, identifiers) = before }
    return receipt
  }

  /// Forgets the donations that a deletion matches; returns how many.
  @discardableResult
  public func forget(_ deletion: Deletion) async -> Int { forget([deletion], rehearsing: false).donations }

  /// Returns the donations among these that the user forgot, and that are not in the store again.
  public func stayingForgotten(among donations: [Donation]) -> Set<DonationIdentifier> {
    Set(donations.filter { isForgotten($0, false) }.map(\.identifier))
  }

  private func isForgotten(_ donation: Donation, _ beginsSeries: Bool) -> Bool {
    !forgotten.isEmpty && !identifiers.contains(donation.identifier)
      && fingerprints.met(by: donation, beginsSeries: beginsSeries).contains(where: forgotten.contains)
  }

  /// Does nothing: forgotten donations leave no bytes here.
  public func eraseForgotten() {}

  // MARK: Privacy rules

  /// Returns the privacy rules.
  public func privacyRules() -> PrivacyRules { rules }

  /// Changes the privacy rules.
  public func changePrivacyRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout PrivacyRules) throws -> Value
  ) throws -> Value {
    var changed = rules
    let value = try change(&changed)
    try changed.check(changedFrom: rules)
    // Suggestions depend on these rules, so the derived state of engines is void.
    if changed.rulesAboutSuggestions != rules.rulesAboutSuggestions {
      for user in people.keys { people[user]?.renewGeneration() }
    }
    rules = changed
    return value
  }

  // MARK: Places

  /// Returns the places that a user has named.
  public func places(of user: UserIdentifier) -> NamedPlaces { people[user]?.places ?? NamedPlaces() }

  /// Changes the places that a user has named.
  ///
  /// - Throws: The error of the change, or ``ActivityError/controlCharacter(field:codePoint:)`` for
  ///   the user's name.
  @discardableResult
  public func changePlaces<Value: Sendable>(
    of user: UserIdentifier, _ change: @escaping @Sendable (inout NamedPlaces) throws -> Value
  ) throws -> Value {
    try NamedPlaces.checkName(of: user)
    var places = places(of: user)
    let value = try change(&places)
    people[user, default: InMemoryUser()].places = places
    return value
  }

  // MARK: Hints

  /// Replaces a program's list, as far as the privacy rules allow.
  ///
  /// - Throws: ``HintError``.
  /// - Complexity: O(hints of the user).
  @discardableResult
  public func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) throws(HintError) -> Int {
    try list.check(hints, of: program)
    try HintList.checkNames(hints, of: program, for: user)
    let admitted = rules.admit(hints, of: program, for: user)
    people[user, default: InMemoryUser()].setHints(admitted, in: list, of: program)
    return hints.count - admitted.count
  }

  /// Returns the hints of all programs in a list.
  public func hints(in list: HintList, of user: UserIdentifier) -> [StatedHint] {
    people[user]?.hints[list] ?? []
  }

  // MARK: Search

  /// Indexes items.
  ///
  /// - Complexity: O(items of the user).
  public func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) throws(ActivityError) {
    try SearchableItem.checkNames(of: program, by: user)
    guard !rules.filters(itemsOf: program, by: user, at: now) else { return }
    people[user, default: InMemoryUser()].index(items, of: program, at: now)
  }

  /// Returns the items of a program.
  ///
  /// - Complexity: O(n log n) for n items of the user.
  public func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) -> [SearchableItem] {
    people[user]?.items(selection, of: program) ?? []
  }

  /// Deletes items and the donations linked to them.
  ///
  /// - Complexity: O(n) for n donations and items of the user.
  @discardableResult
  public func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) throws(ActivityError) -> ItemDeletion {
    let deletion = try Deletion(ofItemsOf: program, by: user)
    guard var own = people[user] else { return ItemDeletion(items: 0, donations: 0) }
    let gone = own.deleteItems(selection, of: program, by: deletion)
    people[user] = own
    identifiers.subtract(gone.donations.map(\.identifier))
    return ItemDeletion(items: gone.items, donations: gone.donations.count)
  }

  /// Searches the user's donations and items.
  ///
  /// - Complexity: O(size of the user's donations and items).
  public func search(_ query: SearchQuery) -> SearchResults {
    InMemorySearch(people: people).search(query)
  }

  /// Explains why a search found nothing.
  ///
  /// - Complexity: O(size of all donations and items).
  public func diagnosis(of query: SearchQuery) -> SearchDiagnosis {
    InMemorySearch(people: people).diagnosis(of: query)
  }

  /// Returns the values that donations offer to a text field.
  ///
  /// - Complexity: O(size of the user's donations).
  public func values(_ query: TextFieldQuery) -> [OfferedValue] { people[query.user]?.values(query) ?? [] }

  /// Returns the newest donation of each activity.
  ///
  /// - Complexity: O(n) for n donations of the user.
  public func recentActivities(of user: UserIdentifier, at now: Instant, limit: Int) -> [Donation] {
    var collector = RecentCollector(at: now, limit: limit)
    for logged in (people[user]?.donations ?? []).reversed() where !collector.isFull {
      collector.add(logged.donation)
    }
    return collector.donations
  }

  // MARK: Checkpoints

  /// Returns the newest checkpoint that fits.
  ///
  /// - Complexity: O(checkpoints of the user).
  public func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) -> Checkpoint? {
    people[user]?.checkpoint(key: key, before: end, arrivedBy: last)
  }

  /// Saves the checkpoints that are still valid.
  ///
  /// - Complexity: O(n) for n donations of the user.
  @discardableResult
  public func save(_ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64) -> Int {
    people[user]?.save(checkpoints, generation: generation) ?? 0
  }
}

/// A search in an in-memory store.
private struct InMemorySearch: SearchSource {
  typealias Failure = Never
  let people: [UserIdentifier: InMemoryUser]

  func users() -> [(user: UserIdentifier, donations: Int)] {
    people.filter { !$0.value.donations.isEmpty }.map { (user: $0.key, donations: $0.value.donations.count) }
  }

  func entries(for ranking: SearchRanking) -> [SearchEntry] {
    people[ranking.query.user]?.entries(at: ranking.query.now) ?? []
  }

  func hiddenEntries(of query: SearchQuery) -> [SearchEntry] {
    people[query.user]?.hiddenEntries(at: query.now) ?? []
  }

  func hit(_ result: SearchRanking.Result, of user: UserIdentifier) -> SearchHit {
    people[user]?.hit(result) ?? SearchHit(result, donation: nil, item: nil)
  }
}
