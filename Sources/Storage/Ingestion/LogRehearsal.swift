package import Activities

/// What importing the batches of a log would do to a store, which stays as it is.
struct LogRehearsal {
  private let store: any DonationStore
  private var donations: Set<DonationIdentifier> = []
  private var feedback: [UserIdentifier: Set<Feedback>] = [:]
  private var phrases: [UserIdentifier: Set<OwnPhrase>] = [:]
  private var deletions: [Deletion] = []

  /// Creates a rehearsal of no batch.
  init(of store: any DonationStore) {
    self.store = store
  }

  /// Returns what a batch would come to after those before it, but for what its deletions forget.
  ///
  /// - Throws: What the store throws, or `ActivityError` as an ingestion does.
  mutating func receipt(of batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt {
    let plan = try IngestionPlan(batch, by: await store.privacyRules(), at: now)
    var receipt = plan.receipt
    for step in plan.steps {
      switch step {
      case .donations(let items): receipt.donations += try await appending(of: items.map(\.donation))
      case .feedback(let given):
        for one in given {
          if feedback[one.user] == nil { feedback[one.user] = Set(try await store.feedback(of: one.user)) }
          count(feedback[one.user]?.insert(one).inserted ?? true, in: &receipt.feedback)
        }
      case .phrases(let given):
        for one in given {
          if phrases[one.user] == nil { phrases[one.user] = Set(try await store.phrases(of: one.user)) }
          count(phrases[one.user]?.insert(one).inserted ?? true, in: &receipt.phrases)
        }
      case .deletion(let deletion):
        receipt.deletions += 1
        deletions.append(deletion)
      }
    }
    return receipt
  }

  /// Returns how many donations of the store all deletions would forget.
  ///
  /// - Throws: What the store throws.
  func forgotten() async throws -> Int {
    deletions.isEmpty ? 0 : try await store.forget(deletions, rehearsing: true).donations
  }

  private func count(_ isNew: Bool, in receipt: inout AppendReceipt) {
    if isNew { receipt.added += 1 } else { receipt.duplicates += 1 }
  }

  private mutating func appending(of items: [Donation]) async throws -> AppendReceipt {
    var receipt = AppendReceipt()
    for (user, own) in Dictionary(grouping: items, by: \.user) {
      let new = Set(own.map(\.identifier)).subtracting(donations)
      let known = try await store.known(new, of: user, among: own.map(\.context.instant.milliseconds))
      donations.formUnion(new)
      receipt.added += new.count - known
      receipt.duplicates += own.count - new.count + known
    }
    return receipt
  }
}

extension DonationStore {
  /// Returns how many donations of a user the store has, of some that are told by their identifiers and have these times.
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
