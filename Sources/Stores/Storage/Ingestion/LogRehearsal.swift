package import Activities

/// A simulated import of logs into a store, which stays unchanged.
///
/// One rehearsal can read several logs in order: a later one sees the additions and deletions of
/// the earlier ones. A user's donations are only counted until their first deletion. Then they are
/// copied into memory, and the deletions run there.
package struct LogRehearsal: LogTarget {
  private let store: any DonationStore
  /// The feedback and phrases of all users who have some in a log, and the donations of all users
  /// affected by a deletion.
  private let copy = InMemoryDonationStore()
  private var usersWithRecords: Set<UserIdentifier> = []
  private var usersWithDonations: Set<UserIdentifier> = []
  /// The donations that the logs would add, for users whose donations are not in the copy.
  private var donations: [UserIdentifier: [Donation]] = [:]
  private var identifiers: Set<DonationIdentifier> = []

  /// Creates a rehearsal without logs.
  package init(of store: any DonationStore) {
    self.store = store
  }

  /// Returns the result of a batch after the earlier ones.
  ///
  /// - Throws: The store's error, or `ActivityError` as for an ingestion.
  mutating func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt {
    let plan = try IngestionPlan(batch, by: await store.privacyRules(), at: now)
    var receipt = plan.receipt
    for step in plan.steps {
      switch step {
      case .donations(let items):
        receipt.donations += try await append(
          items.map(\.donation), leavesOutForgotten: plan.leavesOutForgotten)
      case .feedback(let given):
        for user in Set(given.map(\.user)) { try await copyRecords(of: user) }
        receipt.feedback += try await copy.ingest(verbatim: given)
      case .phrases(let given):
        for user in Set(given.map(\.user)) { try await copyRecords(of: user) }
        receipt.phrases += try await copy.ingest(verbatim: given)
      case .deletion(let deletion):
        try await copyDonations(of: deletion.user)
        receipt.deletions += 1
        receipt.forgotten += await copy.forget([deletion], rehearsing: false).donations
      }
    }
    return receipt
  }

  mutating func forgotten(by deletions: [Deletion]) async throws -> ForgettingReceipt {
    for user in Set(deletions.map(\.user)) { try await copyDonations(of: user) }
    // Logs have no hints, items or named places, so the store has all of them.
    let inStore = try await store.forget(deletions, rehearsing: true)
    var forgotten = await copy.forget(deletions, rehearsing: true)
    (forgotten.hints, forgotten.items, forgotten.places) = (inStore.hints, inStore.items, inStore.places)
    return forgotten
  }

  private mutating func append(_ given: [Donation], leavesOutForgotten: Bool) async throws -> AppendReceipt {
    var receipt = AppendReceipt()
    let forgotten = leavesOutForgotten ? try await store.stayingForgotten(among: given) : []
    let items = forgotten.isEmpty ? given : given.filter { !forgotten.contains($0.identifier) }
    receipt.stayedForgotten = given.count - items.count
    for (user, own) in Dictionary(grouping: items, by: \.user) {
      guard !usersWithDonations.contains(user) else {
        receipt += try await copy.ingest(verbatim: own)
        continue
      }
      let new = own.filter { identifiers.insert($0.identifier).inserted }
      let known = try await store.known(
        Set(new.map(\.identifier)), of: user, among: new.map(\.context.instant.milliseconds))
      donations[user, default: []] += new
      receipt.added += new.count - known
      receipt.duplicates += own.count - new.count + known
    }
    return receipt
  }

  private mutating func copyRecords(of user: UserIdentifier) async throws {
    guard usersWithRecords.insert(user).inserted else { return }
    try await copy.ingest(verbatim: try await store.feedback(of: user))
    try await copy.ingest(verbatim: try await store.phrases(of: user))
  }

  private mutating func copyDonations(of user: UserIdentifier) async throws {
    try await copyRecords(of: user)
    guard usersWithDonations.insert(user).inserted else { return }
    var cursor: LogCursor?
    repeat {
      let page = try await store.donations(
        of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      try await copy.ingest(verbatim: page.map(\.donation))
      cursor = page.last?.cursor
    } while cursor != nil
    try await copy.ingest(verbatim: donations.removeValue(forKey: user) ?? [])
  }
}

/// A receiver of the batches of a log: a store, or a rehearsal.
protocol LogTarget {
  /// Returns a receipt for deletions without forgetting anything.
  mutating func forgotten(by deletions: [Deletion]) async throws -> ForgettingReceipt
  /// Ingests a batch.
  mutating func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt
}

/// The store that a log is imported into.
struct StoreTarget: LogTarget {
  let store: any DonationStore

  func forgotten(by deletions: [Deletion]) async throws -> ForgettingReceipt {
    try await store.forget(deletions, rehearsing: true)
  }

  func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt {
    try await store.ingest(batch, at: now)
  }
}

extension DonationStore {
  /// Returns how many donations of a user with these identifiers and times the store has.
  ///
  /// - Complexity: O(donations of the user from the first of the times to the last).
  package func known(
    _ identifiers: Set<DonationIdentifier>, of user: UserIdentifier, among times: [Int64]
  ) async throws -> Int {
    var unknown = identifiers
    guard let first = times.min(), let last = times.max() else { return 0 }
    var cursor: LogCursor?
    repeat {
      let page = try await donations(of: user, in: first..<last + 1, after: cursor, limit: 4_096)
      for logged in page { unknown.remove(logged.donation.identifier) }
      cursor = page.last?.cursor
    } while cursor != nil && !unknown.isEmpty
    return identifiers.count - unknown.count
  }
}
