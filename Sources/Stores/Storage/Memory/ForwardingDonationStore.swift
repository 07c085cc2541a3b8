package import Activities

/// A store that forwards to another one, for measurements, and for tests that observe or disturb
/// it.
package protocol ForwardingDonationStore: DonationStore {
  /// Returns the store to forward to.
  func base() throws -> any DonationStore
}

extension ForwardingDonationStore {
  package func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt {
    try await base().ingest(batch, at: now)
  }

  package func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation] {
    try await base().donations(of: user, in: times, after: cursor, limit: limit)
  }

  package func arrivals(
    of user: UserIdentifier, after sequence: Int64, limit: Int
  ) async throws -> [LoggedDonation] {
    try await base().arrivals(of: user, after: sequence, limit: limit)
  }

  package func donations(
    of user: UserIdentifier, at places: [LogCursor]
  ) async throws -> [LoggedDonation] {
    try await base().donations(of: user, at: places)
  }

  package func feedback(of user: UserIdentifier) async throws -> [Feedback] {
    try await base().feedback(of: user)
  }

  package func phrases(of user: UserIdentifier) async throws -> [OwnPhrase] {
    try await base().phrases(of: user)
  }

  package func users() async throws -> [(user: UserIdentifier, donations: Int)] { try await base().users() }

  package func version(of user: UserIdentifier) async throws -> LogVersion {
    try await base().version(of: user)
  }

  package func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    try await base().forget(deletions, rehearsing: rehearsing)
  }

  package func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier> {
    try await base().stayingForgotten(among: donations)
  }

  package func eraseForgotten() async throws { try await base().eraseForgotten() }

  package func privacyRules() async throws -> PrivacyRules { try await base().privacyRules() }

  package func changePrivacyRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout PrivacyRules) throws -> Value
  ) async throws -> Value {
    try await base().changePrivacyRules(change)
  }

  package func places(of user: UserIdentifier) async throws -> NamedPlaces {
    try await base().places(of: user)
  }

  @discardableResult
  package func changePlaces<Value: Sendable>(
    of user: UserIdentifier, _ change: @escaping @Sendable (inout NamedPlaces) throws -> Value
  ) async throws -> Value {
    try await base().changePlaces(of: user, change)
  }

  @discardableResult
  package func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws -> Int {
    try await base().setHints(hints, in: list, of: program, for: user)
  }

  package func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint] {
    try await base().hints(in: list, of: user)
  }

  package func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) async throws {
    try await base().index(items, of: program, by: user, at: now)
  }

  package func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> [SearchableItem] {
    try await base().items(selection, of: program, by: user)
  }

  @discardableResult
  package func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> ItemDeletion {
    try await base().deleteItems(selection, of: program, by: user)
  }

  package func search(_ query: SearchQuery) async throws -> SearchResults { try await base().search(query) }

  package func diagnosis(of query: SearchQuery) async throws -> SearchDiagnosis {
    try await base().diagnosis(of: query)
  }

  package func values(_ query: TextFieldQuery) async throws -> [OfferedValue] {
    try await base().values(query)
  }

  package func recentActivities(
    of user: UserIdentifier, at now: Instant, limit: Int
  ) async throws -> [Donation] {
    try await base().recentActivities(of: user, at: now, limit: limit)
  }

  package func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint? {
    try await base().checkpoint(of: user, key: key, before: end, arrivedBy: last)
  }

  @discardableResult
  package func save(
    _ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64
  ) async throws -> Int {
    try await base().save(checkpoints, of: user, generation: generation)
  }
}
