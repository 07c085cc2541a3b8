/// A store of what users did: donations, feedback, the user's own phrases and named places, hints,
/// searchable items, privacy rules, and checkpoints of the learned state.
///
/// Everything but the privacy rules is scoped to a user. Donations have two orders: by *time* (then
/// by arrival) for replaying, and by *arrival*, for an open engine that learns what others
/// appended. An ever-growing sequence number defines the order of arrival. The generation of a user
/// changes whenever the store forgets something of theirs; anything derived before is then void.
///
/// Every implementation passes the suite in `Tests/Support/DonationStoreContract`.
public protocol DonationStore: Sendable {
  // MARK: Ingestion

  /// Stores records, as far as the privacy rules allow.
  ///
  /// This is the only way into a store.
  ///
  /// In the order of the records, it applies the rules, filters, redacts and hashes donations,
  /// numbers equal ones, applies deletions and counts matches of rules. This is one transaction: if
  /// an error is thrown, nothing is stored. When it returns, the stored records are durable. A
  /// record that already exists, or came earlier in the batch, is a duplicate.
  ///
  /// The bytes that deletions and phrases of the batch displaced may stay until
  /// ``eraseForgotten()``.
  ///
  /// - Parameters:
  ///   - batch: The records.
  ///   - now: The present moment, which decides whether a pause is active.
  func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt

  // MARK: Reading

  /// Returns a page of a user's donations in the order of (time, arrival).
  ///
  /// - Parameters:
  ///   - user: The owner of the donations.
  ///   - times: Milliseconds since 1970, half-open.
  ///   - cursor: The end of the previous page, or `nil` to start at the beginning.
  ///   - limit: The maximum number of donations to return; at least 1.
  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation]

  /// Returns a page of the donations that arrived after a sequence number, in the order of arrival.
  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws -> [LoggedDonation]

  /// Returns the donations at the given positions, in the same order, without those that no longer
  /// exist.
  func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation]

  /// Returns all feedback of a user in the order of (time, arrival).
  func feedback(of user: UserIdentifier) async throws -> [Feedback]

  /// Returns the user's own phrases in the order of their activities' identities.
  ///
  /// A phrase stays when a program deletes the activity; it then has no target. When the user
  /// forgets the activity, its phrase goes with it: see
  /// ``OwnPhrase/isForgotten(by:gone:hasTarget:)``.
  func phrases(of user: UserIdentifier) async throws -> [OwnPhrase]

  /// Returns every user with a donation, in order, and the number of their donations.
  func users() async throws -> [(user: UserIdentifier, donations: Int)]

  /// Returns the current version of a user's log.
  ///
  /// It is cheap: the engine calls it before every answer.
  func version(of user: UserIdentifier) async throws -> LogVersion

  // MARK: Forgetting

  /// Forgets everything that any of the deletions matches, with everything derived from it, and
  /// returns a summary.
  ///
  /// Feedback about an activity without remaining donations goes too
  /// (``Feedback/remainder(after:without:lessening:)``), and so do the user's own phrases, hints
  /// and searchable items that a deletion matches. A deletion matches items only if its criteria
  /// are limited to a program, an item, words, an expiration, and times. Named places go if the
  /// user forgets everything.
  ///
  /// - Parameters:
  ///   - deletions: All of them are applied or, if an error is thrown, none.
  ///   - rehearsing: Whether to forget nothing and only return the receipt.
  func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt

  /// Returns the given donations that an import filters because the user forgot them, without those
  /// that are in the store again.
  ///
  /// Imports do not restore what a user forgot. Deletions by programs, by the lines of a log, and
  /// by age do not count. The store keeps only keyed hashes for this, and no text. A store without
  /// such hashes returns an empty set.
  func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier>

  /// Overwrites the bytes of forgotten donations, if the store keeps bytes.
  ///
  /// Forgetting does this by itself. ``ingest(_:at:)`` leaves it to the caller, so that a long
  /// import does it once.
  func eraseForgotten() async throws

  // MARK: Privacy rules

  /// Returns the privacy rules.
  func privacyRules() async throws -> PrivacyRules

  /// Changes the privacy rules, without concurrent changes.
  ///
  /// When it returns, removed rules are gone from the disk. If it changes rules about suggestions
  /// (``PrivacyRule/Effect/hide``), every user's generation changes.
  func changePrivacyRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout PrivacyRules) throws -> Value
  ) async throws -> Value

  // MARK: Places

  /// Returns the places to which a user has given names.
  func places(of user: UserIdentifier) async throws -> NamedPlaces

  /// Changes the places to which a user has given names, without concurrent changes.
  ///
  /// The user chose the names, and a log that is exported or imported does not include them. When
  /// this method returns, removed places are gone from the disk.
  ///
  /// - Throws: The error of `change` or of the store; nothing is changed then.
  @discardableResult
  func changePlaces<Value: Sendable>(
    of user: UserIdentifier, _ change: @escaping @Sendable (inout NamedPlaces) throws -> Value
  ) async throws -> Value

  // MARK: Hints

  /// Replaces a program's list of hints, as far as the privacy rules allow.
  ///
  /// If an error is thrown, nothing changes.
  ///
  /// Hints are statements, not history: the store keeps no earlier versions, and they are not part
  /// of exporting or importing a log. An empty list clears the program's hints. A deletion also
  /// removes the hints that ``Deletion/matches(_:)-(StatedHint)`` selects.
  ///
  /// - Returns: The number of hints that the rules filtered.
  /// - Throws: ``HintError`` for a list that a program may not have, or the error of the store.
  @discardableResult
  func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws -> Int

  /// Returns a list of all programs' hints, ordered by program and then as the program gave them.
  ///
  /// Expired hints stay until they are replaced; callers that make suggestions skip them.
  func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint]

  // MARK: Search

  /// Indexes items of a program, all or none, and replaces existing items with the same
  /// identifiers.
  ///
  /// Donations of activities that are eligible for search are found without being indexed, from the
  /// transaction that stores them on. A program may also index *items*, whether the user ever saw
  /// them or not. An item and an activity of the same program whose
  /// ``UserActivity/relatedUniqueIdentifier`` names it are one result. Items are the program's own
  /// index, which it can rebuild: they are not part of exporting or importing a log.
  ///
  /// The program's items that have expired by `now` are purged.
  ///
  /// - Parameters:
  ///   - items: The items to find.
  ///   - program: The owner of the items. Each program has identifiers of its own.
  ///   - user: The user for whom the items are indexed.
  ///   - now: The present moment.
  func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) async throws

  /// Returns the items that a program has indexed, ordered by identifier.
  ///
  /// Expired items are included until they are purged.
  func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> [SearchableItem]

  /// Deletes items and forgets every donation of the program that is linked to them, whenever it
  /// was donated.
  ///
  /// An item that `selection` names need not be in the index for its linked donations to be
  /// forgotten.
  @discardableResult
  func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> ItemDeletion

  /// Searches what a user did and what their programs index; the best result comes first.
  ///
  /// An activity is found if any of its donations is eligible for search
  /// (``UserActivity/isEligibleForSearch``, which is the default in a line of the log), by the
  /// words of the newest eligible donation. Donations and items later than the query's moment are
  /// not considered.
  func search(_ query: SearchQuery) async throws -> SearchResults

  /// Explains why a search found nothing.
  ///
  /// It looks at more than the search did, and takes longer.
  func diagnosis(of query: SearchQuery) async throws -> SearchDiagnosis

  /// Returns the values that donations up to the query's moment offer to a text field; the newest
  /// comes first.
  func values(_ query: TextFieldQuery) async throws -> [OfferedValue]

  /// Returns the newest donation of each activity, newest first, whatever its eligibility and
  /// however little it was used.
  ///
  /// The order is by time, not relevance: it is for people who maintain a program. Donations that
  /// are later than `now`, or have expired by then, are not included.
  func recentActivities(of user: UserIdentifier, at now: Instant, limit: Int) async throws -> [Donation]

  // MARK: Checkpoints

  /// Returns the newest checkpoint that fits a request.
  ///
  /// Stored checkpoints are never stale: each equals a replay of the user's donations up to its
  /// cursor. The store ensures this in the transactions that change it. A donation that arrives
  /// before a checkpoint's cursor voids the checkpoint. Forgetting a donation that it covers voids
  /// it, too, and erases its bytes. Checkpoints before the first change stay.
  ///
  /// - Parameters:
  ///   - user: The owner of the checkpoint.
  ///   - key: The key of its reader.
  ///   - end: Milliseconds since 1970; it covers nothing at or after this moment.
  ///   - last: Only checkpoints made at or before this sequence number. With the last number of an
  ///     earlier ``version(of:)``, the checkpoint covers nothing beyond that version.
  /// - Returns: `nil` if there is none, or if the bytes of all have changed since they were saved.
  func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint?

  /// Saves checkpoints, each if it is still valid.
  ///
  /// The store refuses a checkpoint if anything of the user was forgotten since it was begun, if a
  /// donation has since arrived before its cursor, or if its cursor is not a donation of the user.
  ///
  /// A store keeps at most ``Checkpoint/limit`` per user and key: the newest, and fewer and fewer
  /// of the older ones with growing distance. Whatever is forgotten or arrives late, the preceding
  /// checkpoint is not much farther back. Of other keys, it keeps only the checkpoints of the key
  /// that was saved last, so that two programs with different models can share a store.
  ///
  /// - Parameters:
  ///   - checkpoints: The checkpoints of one user. One with an existing key and cursor replaces the
  ///     existing checkpoint.
  ///   - user: Their owner.
  ///   - generation: The user's generation before the first donation was read for them.
  /// - Returns: How many were not refused. The store may still thin them out.
  /// - Throws: The error of the store; none was kept then. It does not wait long for a busy store:
  ///   a checkpoint is not worth it.
  @discardableResult
  func save(
    _ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64
  ) async throws -> Int
}

/// A donation with its position in the order of arrival.
public struct LoggedDonation: Hashable, Sendable {
  /// The sequence number, which grows with every append and is never reused.
  public let sequence: Int64
  /// The donation.
  public let donation: Donation

  /// Creates a logged donation.
  public init(sequence: Int64, donation: Donation) {
    self.sequence = sequence
    self.donation = donation
  }

  /// The position after which a scan in time order continues.
  public var cursor: LogCursor {
    LogCursor(milliseconds: donation.context.instant.milliseconds, sequence: sequence)
  }
}

/// A position in the order of (time, arrival).
public struct LogCursor: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  public let milliseconds: Int64
  /// The sequence number.
  public let sequence: Int64

  /// Creates a cursor.
  public init(milliseconds: Int64, sequence: Int64) {
    self.milliseconds = milliseconds
    self.sequence = sequence
  }

  /// Orders by time, then by arrival.
  public static func < (left: Self, right: Self) -> Bool {
    (left.milliseconds, left.sequence) < (right.milliseconds, right.sequence)
  }
}

/// The state of a user's log.
public struct LogVersion: Hashable, Sendable {
  /// A number that changes when something of the user is forgotten.
  public let generation: Int64
  /// The highest sequence number of the user's donations; 0 if there are none.
  public let lastSequence: Int64
  /// The number of records of feedback.
  public let feedbackCount: Int

  /// Creates a version.
  public init(generation: Int64, lastSequence: Int64, feedbackCount: Int) {
    self.generation = generation
    self.lastSequence = lastSequence
    self.feedbackCount = feedbackCount
  }
}

extension DonationStore {
  /// Returns an empty set: the store does not know which donations were forgotten.
  public func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier> { [] }

  /// Stores what a user did, as far as the privacy rules allow.
  ///
  /// It occasionally forgets donations beyond the store's ``Retention``.
  ///
  /// - Parameters:
  ///   - donations: All of them are stored or, if an error is thrown, none.
  ///   - now: The present moment.
  /// - Returns: How many are new, already existed, or were filtered.
  @discardableResult
  public func ingest(_ donations: [Donation], at now: Instant) async throws -> AppendReceipt {
    try await receipt(of: donations, at: now).donations
  }

  /// Stores what a user did, and also returns which rules matched.
  package func receipt(of donations: [Donation], at now: Instant) async throws -> IngestionReceipt {
    guard !donations.isEmpty else { return IngestionReceipt() }
    let receipt = try await ingest(IngestionBatch(donations.map(LogRecord.donation)), at: now)
    if receipt.donations.added > 0 {
      // The donations are stored. Failing to forget older ones now must not make this an error.
      _ = try? await keepRetention(of: Set(donations.map(\.user)), at: now, .withSlack)
    }
    return receipt
  }

  /// Stores donations that were admitted before, whatever the privacy rules say, all or none.
  ///
  /// It is for copying a log.
  @discardableResult
  package func ingest(verbatim donations: [Donation]) async throws -> AppendReceipt {
    try await ingest(verbatim: donations.map(LogRecord.donation)).donations
  }

  /// Stores feedback that was admitted before, whatever the privacy rules say, all or none.
  @discardableResult
  package func ingest(verbatim feedback: [Feedback]) async throws -> AppendReceipt {
    try await ingest(verbatim: feedback.map(LogRecord.feedback)).feedback
  }

  /// Stores phrases that were admitted before, whatever the privacy rules say, all or none.
  @discardableResult
  package func ingest(verbatim phrases: [OwnPhrase]) async throws -> AppendReceipt {
    let receipt = try await ingest(verbatim: phrases.map(LogRecord.phrase)).phrases
    if receipt.added > 0 { try await eraseForgotten() }
    return receipt
  }

  private func ingest(verbatim records: [LogRecord]) async throws -> IngestionReceipt {
    guard !records.isEmpty else { return IngestionReceipt() }
    return try await ingest(
      IngestionBatch(verbatim: records.map { IngestionBatch.Entry($0) }), at: .latest)
  }

  /// Stores feedback, as far as the privacy rules allow, applied at the moment of each record.
  @discardableResult
  public func ingest(_ feedback: [Feedback]) async throws -> AppendReceipt {
    guard let last = feedback.map(\.instant).max(by: { $0.milliseconds < $1.milliseconds }) else {
      return AppendReceipt()
    }
    return try await ingest(IngestionBatch(feedback.map(LogRecord.feedback)), at: last).feedback
  }

  /// Stores phrases, as far as the privacy rules allow, all or none.
  ///
  /// Each replaces or removes the earlier phrase of the same activity.
  ///
  /// A phrase changes nothing if it is older than its activity's stored phrase, or already exists.
  ///
  /// - Returns: How many changed something, changed nothing, or were filtered.
  @discardableResult
  public func ingest(_ phrases: [OwnPhrase], at now: Instant) async throws -> AppendReceipt {
    guard !phrases.isEmpty else { return AppendReceipt() }
    let receipt = try await ingest(IngestionBatch(phrases.map(LogRecord.phrase)), at: now).phrases
    if receipt.added > 0 { try await eraseForgotten() }
    return receipt
  }

  /// Forgets what a deletion matches, and everything derived from it; returns the number of
  /// forgotten donations.
  @discardableResult
  public func forget(_ deletion: Deletion) async throws -> Int {
    try await forget([deletion], rehearsing: false).donations
  }

  /// Forgets what any of the deletions matches, all or none; returns the number of forgotten
  /// donations.
  @discardableResult
  public func forget(_ deletions: [Deletion]) async throws -> Int {
    try await forget(deletions, rehearsing: false).donations
  }

  /// Returns all donations of a user within a time range, in the order of (time, arrival).
  ///
  /// - Complexity: O(n) memory; use pages of ``donations(of:in:after:limit:)`` where that is too
  ///   much.
  public func allDonations(
    of user: UserIdentifier, in times: Range<Int64> = Int64.min..<Int64.max
  ) async throws -> [LoggedDonation] {
    var all: [LoggedDonation] = []
    while true {
      let page = try await donations(of: user, in: times, after: all.last?.cursor, limit: 4_096)
      all += page
      if page.count < 4_096 { return all }
    }
  }

  /// Returns the donation of a user that arrived last, or `nil` if the user has none.
  ///
  /// - Complexity: O(log n) for n donations, or O(n log n) if later arrivals were forgotten.
  public func lastArrival(of user: UserIdentifier) async throws -> LoggedDonation? {
    let last = try await version(of: user).lastSequence
    if let newest = try await arrivals(of: user, after: last - 1, limit: 1).first { return newest }
    return try await allDonations(of: user).max { $0.sequence < $1.sequence }
  }
}

extension DonationStore {
  /// Returns the activities that programs have marked as suitable for people who never used them,
  /// newest first.
  ///
  /// It returns the newest donation of each activity that is eligible for public indexing and that
  /// others could open, by a web page or by its required keys.
  ///
  /// This list is the only effect of the mark: nothing is sent to a public index. A program that
  /// wants to publish takes the list and publishes it in its own name.
  ///
  /// - Parameters:
  ///   - user: The owner of the donations.
  ///   - now: The present moment; activities that have expired by then are not returned.
  /// - Complexity: O(n) for n donations of the user.
  public func publicActivities(of user: UserIdentifier, at now: Instant) async throws -> [Donation] {
    var newest: [ActivityIdentity: LoggedDonation] = [:]
    var cursor: LogCursor?
    repeat {
      let page = try await donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page { newest[logged.donation.identity] = logged }
      cursor = page.last?.cursor
    } while cursor != nil
    return newest.values.filter { $0.donation.activity.isPublic(at: now) }.sorted { $0.cursor > $1.cursor }
      .map(\.donation)
  }
}

extension UserActivity {
  /// Returns whether it is marked for public indexing and others could open it.
  fileprivate func isPublic(at now: Instant) -> Bool {
    let canBeOpened = webpageURL != nil || requiredUserInfoKeys?.isEmpty == false
    return isEligibleForPublicIndexing && canBeOpened && !isExpired(at: now)
  }
}
