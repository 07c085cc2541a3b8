/// A store of what users did: donations, feedback, the user's own phrases and named places, hints,
/// searchable items, privacy rules, and checkpoints of what was learned.
///
/// Everything but the privacy rules is scoped to a user. Donations have two orders: by *time* (then
/// by arrival), in which they are replayed, and by *arrival*, told by an ever-growing sequence
/// number, in which an open engine learns what others appended. The generation of a user changes
/// whenever something of theirs is forgotten: what was derived before is then void.
///
/// Every implementation passes the suite in `Tests/Support/DonationStoreContract`.
public protocol DonationStore: Sendable {
  // MARK: Ingestion

  /// Stores records, as far as the privacy rules allow: the one way in.
  ///
  /// The rules are read, donations filtered, redacted, hashed and told apart by ordinals, deletions
  /// applied, and hits counted, in the order of the records and in one transaction: all of it or,
  /// if an error is thrown, nothing. When it returns, what was stored is kept for good. A record
  /// that is there already, or came earlier in the batch, is a duplicate.
  ///
  /// The bytes of what deletions and phrases of the batch displaced may stay until
  /// ``eraseForgotten()``.
  ///
  /// - Parameters:
  ///   - batch: The records.
  ///   - now: The present moment, by which pauses begin and end.
  func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt

  // MARK: Reading

  /// Returns a page of a user's donations in the order of (time, arrival).
  ///
  /// - Parameters:
  ///   - user: Whose.
  ///   - times: Milliseconds since 1970, half-open.
  ///   - cursor: Where the page before ended; `nil` starts at the beginning.
  ///   - limit: How many at most; at least 1.
  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation]

  /// Returns a page of what arrived after a sequence number, in the order of arrival.
  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws -> [LoggedDonation]

  /// Returns the donations at some places, in the order of the places, without those that are not
  /// there any more.
  func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation]

  /// Returns all feedback of a user in the order of (time, arrival).
  func feedback(of user: UserIdentifier) async throws -> [Feedback]

  /// Returns the user's own phrases in the order of their activities' identities.
  ///
  /// A phrase stays when a program deletes the activity; it then has no target any more. When the
  /// user forgets the activity, its phrase goes with it: see
  /// ``OwnPhrase/isForgotten(by:gone:hasTarget:)``.
  func phrases(of user: UserIdentifier) async throws -> [OwnPhrase]

  /// Returns everyone who has a donation, ordered, with how many they have.
  func users() async throws -> [(user: UserIdentifier, donations: Int)]

  /// Returns where a user's log stands. Cheap: it is asked before every answer.
  func version(of user: UserIdentifier) async throws -> LogVersion

  // MARK: Forgetting

  /// Forgets what any of the deletions matches with everything derived from it, and returns what
  /// went.
  ///
  /// What was shown of an activity that has no donation left goes too
  /// (``Feedback/remainder(after:without:lessening:)``), and so do the user's own phrases, hints
  /// and searchable items that a deletion means. It means items if it asks for nothing but a
  /// program, an item, words, an expiration, and times. Named places go if the user forgets
  /// everything.
  ///
  /// - Parameters:
  ///   - deletions: All of them are applied or, if an error is thrown, none.
  ///   - rehearsing: Nothing is forgotten; the receipt is the one that forgetting would give.
  func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt

  /// Returns those of some donations that an import leaves out because the user forgot them, and
  /// that are not in the store again.
  ///
  /// What a user forgets stays out of imports; deletions of programs, of the lines of a log, and by
  /// age do not count. The store keeps no text for it, only keyed hashes. A store that keeps none
  /// returns none.
  func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier>

  /// Overwrites the bytes of what was forgotten, where a store keeps bytes.
  ///
  /// Forgetting does it by itself; ``ingest(_:at:)`` leaves it to the caller, so that a long import
  /// does it once.
  func eraseForgotten() async throws

  // MARK: Privacy rules

  /// Returns the privacy rules.
  func privacyRules() async throws -> PrivacyRules

  /// Changes the privacy rules; nobody else changes them meanwhile.
  ///
  /// What was taken away from them is gone from the disk when it returns. If rules about
  /// suggestions change (``PrivacyRule/Effect/hide``), every user's generation does.
  func changePrivacyRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout PrivacyRules) throws -> Value
  ) async throws -> Value

  // MARK: Places

  /// Returns the places to which a user has given names.
  func places(of user: UserIdentifier) async throws -> NamedPlaces

  /// Changes the places to which a user has given names; nobody else changes them meanwhile.
  ///
  /// They are the user's own word, and no part of exporting or importing a log. What was taken away
  /// from them is gone from the disk when it returns.
  ///
  /// - Throws: What the change throws, or the store; nothing is changed then.
  @discardableResult
  func changePlaces<Value: Sendable>(
    of user: UserIdentifier, _ change: @escaping @Sendable (inout NamedPlaces) throws -> Value
  ) async throws -> Value

  // MARK: Hints

  /// Replaces a program's list of hints, as far as the privacy rules allow: all of it or, if an
  /// error is thrown, nothing.
  ///
  /// Hints are statements, not history: there is no version of them to keep, and they are no part
  /// of exporting or importing a log. An empty list clears the program's. A deletion takes the
  /// hints with it that ``Deletion/matches(_:)-(StatedHint)`` names.
  ///
  /// - Returns: How many the rules filtered.
  /// - Throws: ``HintError`` for a list that a program may not have, or what the store throws.
  @discardableResult
  func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws -> Int

  /// Returns a list of all programs, ordered by program, each program's in the order in which it
  /// gave them.
  ///
  /// What has expired is there until it is replaced; whoever offers something leaves it out.
  func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint]

  // MARK: Search

  /// Indexes items of a program, all or none. An item whose identifier is there already replaces
  /// that one.
  ///
  /// Donations of activities that are eligible for search are found without being indexed, from the
  /// transaction on that stores them. Beside them a program indexes *items*, whether the user ever
  /// saw them or not. An activity whose ``UserActivity/relatedUniqueIdentifier`` names an item of
  /// the same program is one result with it. Items are the program's own index, which it can build
  /// again: they are no part of exporting or importing a log.
  ///
  /// Items of the program that have expired by then are purged.
  ///
  /// - Parameters:
  ///   - items: What shall be found.
  ///   - program: Whose items they are. Identifiers of two programs have nothing to do with each
  ///     other.
  ///   - user: For whom.
  ///   - now: The present moment.
  func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) async throws

  /// Returns the items that a program has indexed, ordered by identifier, expired ones that are not
  /// purged yet included.
  func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> [SearchableItem]

  /// Deletes items and forgets every donation of the program that is linked to them, whenever it
  /// was donated.
  ///
  /// Linked donations are forgotten even if the item is not in the index, provided that it is
  /// named.
  @discardableResult
  func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> ItemDeletion

  /// Searches what a user did and what their programs index; the best result comes first.
  ///
  /// Every activity of which a donation is eligible for search is found
  /// (``UserActivity/isEligibleForSearch``; in a line of the log that is the default), by the words
  /// of its newest such donation. The answer is that of the query's moment: it knows neither
  /// donations nor items that came later.
  func search(_ query: SearchQuery) async throws -> SearchResults

  /// Explains why a search found nothing.
  ///
  /// It looks at more than the search did, and takes longer.
  func diagnosis(of query: SearchQuery) async throws -> SearchDiagnosis

  /// Returns what donations up to the moment of the query have to offer to a text field; the newest
  /// comes first.
  func values(_ query: TextFieldQuery) async throws -> [OfferedValue]

  /// Returns the newest donation of each activity, newest first, whatever its eligibility and
  /// however little it was used.
  ///
  /// Sorted by time, not relevance: for those who maintain a program. What has expired at the
  /// moment, or lies after it, is left out.
  func recentActivities(of user: UserIdentifier, at now: Instant, limit: Int) async throws -> [Donation]

  // MARK: Checkpoints

  /// Returns the newest checkpoint that fits a question.
  ///
  /// Stored checkpoints are never stale: each is what a replay of the user's donations up to its
  /// cursor would give. The store sees to that, in the transactions that change it: a donation that
  /// takes a place before the cursor voids the checkpoint, and so does forgetting a donation that
  /// it covers, which erases its bytes as well. Checkpoints before the first change stay.
  ///
  /// - Parameters:
  ///   - user: Whose.
  ///   - key: Who can read it.
  ///   - end: Milliseconds since 1970; it covers nothing at or after this moment.
  ///   - last: It was made when no later sequence number was there. Who has asked for the store's
  ///     ``version(of:)`` before, and gives its last one, knows that the checkpoint covers nothing
  ///     that is not in that version.
  /// - Returns: `nil` if there is none, or none whose bytes are as they were saved.
  func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint?

  /// Saves checkpoints, each if it is still true.
  ///
  /// One is refused if something of the user was forgotten since it was begun, if a donation has
  /// arrived since that takes a place before its cursor, or if its cursor is no donation of the
  /// user.
  ///
  /// A store keeps at most ``Checkpoint/limit`` of a user and key: the newest, and of those before
  /// it fewer and fewer with the distance, so that whatever is forgotten or comes late, the one
  /// before it is not much farther back. Of other keys it keeps those of the key that was saved
  /// last, so that two programs with different models can share a store.
  ///
  /// - Parameters:
  ///   - checkpoints: Of one user. One with the key and cursor of another takes its place.
  ///   - user: Whose.
  ///   - generation: The user's generation before the first donation was read for them.
  /// - Returns: How many were not refused. The store may thin them out all the same.
  /// - Throws: What the store throws; none was kept then. It does not wait long for a store that is
  ///   busy: a checkpoint is not worth it.
  @discardableResult
  func save(
    _ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64
  ) async throws -> Int
}

/// A donation with its place in the order of arrival.
public struct LoggedDonation: Hashable, Sendable {
  /// Grows with every append; never used twice.
  public let sequence: Int64
  /// The donation.
  public let donation: Donation

  /// Makes a logged donation.
  public init(sequence: Int64, donation: Donation) {
    self.sequence = sequence
    self.donation = donation
  }

  /// The place where a scan in time order goes on after this one.
  public var cursor: LogCursor {
    LogCursor(milliseconds: donation.context.instant.milliseconds, sequence: sequence)
  }
}

/// A place in the order of (time, arrival).
public struct LogCursor: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  public let milliseconds: Int64
  /// The sequence number.
  public let sequence: Int64

  /// Makes a cursor.
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
  /// Changes when something of the user is forgotten.
  public let generation: Int64
  /// The highest sequence number of the user's donations; 0 if there are none.
  public let lastSequence: Int64
  /// The number of records of feedback.
  public let feedbackCount: Int

  /// Makes a version.
  public init(generation: Int64, lastSequence: Int64, feedbackCount: Int) {
    self.generation = generation
    self.lastSequence = lastSequence
    self.feedbackCount = feedbackCount
  }
}

extension DonationStore {
  /// Returns none: the store does not know what was forgotten.
  public func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier> { [] }

  /// Stores what a user did, as far as the privacy rules allow.
  ///
  /// Donations that go beyond the store's ``Retention`` are forgotten on the way, now and then.
  ///
  /// - Parameters:
  ///   - donations: All of them are stored or, if an error is thrown, none.
  ///   - now: The present moment.
  /// - Returns: How many are new, were there already, or were filtered.
  @discardableResult
  public func ingest(_ donations: [Donation], at now: Instant) async throws -> AppendReceipt {
    try await receipt(of: donations, at: now).donations
  }

  /// Stores what a user did, and returns what the privacy rules made of it as well.
  package func receipt(of donations: [Donation], at now: Instant) async throws -> IngestionReceipt {
    guard !donations.isEmpty else { return IngestionReceipt() }
    let receipt = try await ingest(IngestionBatch(donations.map(LogRecord.donation)), at: now)
    if receipt.donations.added > 0 {
      // They are kept: that something older could not be forgotten just now is no reason to say
      // otherwise.
      _ = try? await keepRetention(of: Set(donations.map(\.user)), at: now, .withSlack)
    }
    return receipt
  }

  /// Stores donations that were let in before, whatever the privacy rules say, all or none: for
  /// copying a log.
  @discardableResult
  package func ingest(verbatim donations: [Donation]) async throws -> AppendReceipt {
    try await ingest(verbatim: donations.map(LogRecord.donation)).donations
  }

  /// Stores feedback that was let in before, whatever the privacy rules say, all or none.
  @discardableResult
  package func ingest(verbatim feedback: [Feedback]) async throws -> AppendReceipt {
    try await ingest(verbatim: feedback.map(LogRecord.feedback)).feedback
  }

  /// Stores phrases that were let in before, whatever the privacy rules say, all or none.
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

  /// Stores feedback, as far as the privacy rules allow what was shown; they are asked as of the
  /// moment of each record.
  @discardableResult
  public func ingest(_ feedback: [Feedback]) async throws -> AppendReceipt {
    guard let last = feedback.map(\.instant).max(by: { $0.milliseconds < $1.milliseconds }) else {
      return AppendReceipt()
    }
    return try await ingest(IngestionBatch(feedback.map(LogRecord.feedback)), at: last).feedback
  }

  /// Stores phrases, as far as the privacy rules allow, all or none; each takes the place of an
  /// earlier one for the same activity, or takes it away.
  ///
  /// One that is older than what is kept for its activity changes nothing, and neither does one
  /// that is there already.
  ///
  /// - Returns: How many changed something, changed nothing, or were filtered.
  @discardableResult
  public func ingest(_ phrases: [OwnPhrase], at now: Instant) async throws -> AppendReceipt {
    guard !phrases.isEmpty else { return AppendReceipt() }
    let receipt = try await ingest(IngestionBatch(phrases.map(LogRecord.phrase)), at: now).phrases
    if receipt.added > 0 { try await eraseForgotten() }
    return receipt
  }

  /// Forgets what a deletion matches, and everything derived from it; returns how many donations
  /// that were.
  @discardableResult
  public func forget(_ deletion: Deletion) async throws -> Int {
    try await forget([deletion], rehearsing: false).donations
  }

  /// Forgets what any of the deletions matches, all or none; returns how many donations that were.
  @discardableResult
  public func forget(_ deletions: [Deletion]) async throws -> Int {
    try await forget(deletions, rehearsing: false).donations
  }

  /// Returns all donations of a user within a time, in the order of (time, arrival).
  ///
  /// - Complexity: O(n) memory; page through ``donations(of:in:after:limit:)`` where that is too
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

  /// Returns what a user donated last, in the order of arrival; `nil` if nothing is there.
  ///
  /// - Complexity: O(log n) for n donations, or O(n log n) if what came after it was forgotten.
  public func lastArrival(of user: UserIdentifier) async throws -> LoggedDonation? {
    let last = try await version(of: user).lastSequence
    if let newest = try await arrivals(of: user, after: last - 1, limit: 1).first { return newest }
    return try await allDonations(of: user).max { $0.sequence < $1.sequence }
  }
}

extension DonationStore {
  /// Returns what programs have marked as fit for people who never used it, newest first.
  ///
  /// It has the newest donation of each activity that is eligible for public indexing and that
  /// others could open: by a web page, or by its required keys.
  ///
  /// This list is all that the mark does. There is no public index to which anything would be sent;
  /// whoever wants to publish takes the list and does it in their own name.
  ///
  /// - Parameters:
  ///   - user: Whose.
  ///   - now: What has expired by then is left out.
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
  /// Returns whether it is marked for public indexing and could be opened by somebody else.
  fileprivate func isPublic(at now: Instant) -> Bool {
    let canBeOpened = webpageURL != nil || requiredUserInfoKeys?.isEmpty == false
    return isEligibleForPublicIndexing && canBeOpened && !isExpired(at: now)
  }
}
