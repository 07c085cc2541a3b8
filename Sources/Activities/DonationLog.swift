/// Keeps donations and feedback, and forgets them when told: what the engine replays to know a user.
///
/// Everything is scoped to a user. Donations have two orders: by *time* (then by arrival), in which they are replayed,
/// and by *arrival*, told by an ever-growing sequence number, in which an open engine learns what others appended. The
/// generation of a user changes whenever something of theirs is forgotten: what was derived before is then void.
public protocol DonationLog: Sendable {
  /// Appends a batch: all of it or, if an error is thrown, nothing. When it returns, the batch is kept for good.
  ///
  /// A donation whose identifier is there already, or came earlier in the batch, is a duplicate and not stored again.
  func append(_ donations: [Donation]) async throws -> AppendReceipt

  /// Appends feedback, all or nothing; feedback that is there already is a duplicate and not stored again.
  func append(_ feedback: [Feedback]) async throws -> AppendReceipt

  /// A page of a user's donations in the order of (time, arrival).
  ///
  /// - Parameters:
  ///   - user: Whose.
  ///   - times: Milliseconds since 1970, half-open.
  ///   - cursor: Where the page before ended; `nil` starts at the beginning.
  ///   - limit: How many at most; at least 1.
  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation]

  /// A page of what arrived after a sequence number, in the order of arrival.
  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws -> [LoggedDonation]

  /// The donations at some places, in the order of the places; what is not there any more is left out.
  ///
  /// A log that can looks all of them up in one go.
  func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation]

  /// All feedback of a user in the order of (time, arrival).
  func feedback(of user: UserIdentifier) async throws -> [Feedback]

  /// Forgets what matches, and everything derived from it; answers how many donations that were.
  ///
  /// What was shown of an activity that has no donation left goes too: see ``Feedback/remainder(after:without:)``.
  ///
  /// In a log that can be searched, what it forgets is found no more, and the items that the deletion means go too: it
  /// means items if it asks for nothing but a program, an item, and times.
  func forget(_ deletion: Deletion) async throws -> Int

  /// Forgets what any of the deletions matches; answers how many donations that were.
  ///
  /// A log that can, forgets all of it or, if an error is thrown, nothing.
  func forget(_ deletions: [Deletion]) async throws -> Int

  /// Forgets what any of the deletions matches, and tells what went.
  ///
  /// - Parameters:
  ///   - deletions: All of them or, if an error is thrown, none, in a log that can.
  ///   - rehearsing: Nothing is forgotten; the receipt is the one that forgetting would give.
  func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt

  /// Everyone who has a donation, ordered, with how many they have.
  func users() async throws -> [(user: UserIdentifier, donations: Int)]

  /// Where a user's log stands. Cheap: it is asked before every answer.
  func version(of user: UserIdentifier) async throws -> LogVersion
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

  /// Where a scan in time order goes on after this one.
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

/// Where a user's log stands.
public struct LogVersion: Hashable, Sendable {
  /// Changes when something of the user is forgotten.
  public let generation: Int64
  /// The highest sequence number of the user's donations; 0 if there are none.
  public let lastSequence: Int64
  /// How many records of feedback there are.
  public let feedbackCount: Int

  /// Makes a version.
  public init(generation: Int64, lastSequence: Int64, feedbackCount: Int) {
    self.generation = generation
    self.lastSequence = lastSequence
    self.feedbackCount = feedbackCount
  }
}

/// What became of a batch.
public struct AppendReceipt: Hashable, Sendable {
  /// How many are new.
  public var added: Int
  /// How many were there already.
  public var duplicates: Int
  /// How many the rules at the door kept out; see ``DoorRules``.
  public var keptOut: Int
  /// How many of those that came in lost something at the door.
  public var redacted: Int

  /// Makes a receipt.
  public init(added: Int = 0, duplicates: Int = 0, keptOut: Int = 0, redacted: Int = 0) {
    self.added = added
    self.duplicates = duplicates
    self.keptOut = keptOut
    self.redacted = redacted
  }

  /// The sum of two receipts.
  public static func + (left: Self, right: Self) -> Self {
    AppendReceipt(
      added: left.added + right.added, duplicates: left.duplicates + right.duplicates,
      keptOut: left.keptOut + right.keptOut, redacted: left.redacted + right.redacted)
  }
}

extension DonationLog {
  /// Looks up one after the other.
  ///
  /// - Complexity: O(places · log n) for n donations, if scanning begins in O(log n).
  public func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation] {
    var found: [LoggedDonation] = []
    for place in places where place.milliseconds < .max && place.sequence > .min {
      let before = LogCursor(milliseconds: place.milliseconds, sequence: place.sequence - 1)
      let moment = place.milliseconds..<place.milliseconds + 1
      found += try await donations(of: user, in: moment, after: before, limit: 1).filter {
        $0.cursor == place
      }
    }
    return found
  }

  /// Forgets one after the other.
  public func forget(_ deletions: [Deletion]) async throws -> Int {
    var forgotten = 0
    for deletion in deletions { forgotten += try await forget(deletion) }
    return forgotten
  }

  /// Tells how many donations match, and of which activities; a log that knows more tells more.
  ///
  /// - Complexity: O(n) for n donations of the users.
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    let copy = InMemoryDonationLog()
    for user in Set(deletions.map(\.user)) {
      _ = await copy.append(try await allDonations(of: user).map(\.donation))
      _ = await copy.append(try await feedback(of: user))
    }
    let receipt = await copy.forget(deletions, rehearsing: true)
    if !rehearsing { _ = try await forget(deletions) as Int }
    return receipt
  }

  /// All donations of a user within a time, in the order of (time, arrival).
  ///
  /// - Complexity: O(n) memory; page through ``donations(of:in:after:limit:)`` where that is too much.
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
}
