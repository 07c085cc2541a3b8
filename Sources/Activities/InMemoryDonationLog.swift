/// A donation log that lives as long as the process: for tests, and for answers straight from a file.
public actor InMemoryDonationLog: DonationLog {
  struct Shelf {
    /// In the order of (time, arrival).
    var donations: [LoggedDonation] = []
    var feedback: [Feedback] = []
    var items: [ItemName: IndexedItem] = [:]
    var hints: [HintList: [StatedHint]] = [:]
    /// In the order of saving.
    var checkpoints: [Checkpoint] = []
    var generation: Int64 = 0
    var lastSequence: Int64 = 0
    /// Whether every donation arrived after those that lie before it in time.
    var isInOrderOfArrival = true
  }

  var shelves: [UserIdentifier: Shelf] = [:]
  var rules = DoorRules()
  var identifiers: Set<DonationIdentifier> = []
  private var lastSequence: Int64 = 0

  /// An empty log.
  public init() {}

  /// Appends a batch.
  ///
  /// - Complexity: O(batch), and O(n log n) for n stored donations if the batch is not later than all of them.
  public func append(_ donations: [Donation]) -> AppendReceipt {
    var receipt = AppendReceipt()
    var touched: Set<UserIdentifier> = []
    for donation in donations {
      guard identifiers.insert(donation.identifier).inserted else {
        receipt.duplicates += 1
        continue
      }
      lastSequence += 1
      let logged = LoggedDonation(sequence: lastSequence, donation: donation)
      if let last = shelves[donation.user]?.donations.last, logged.cursor < last.cursor {
        touched.insert(donation.user)
        shelves[donation.user]?.voidCheckpoints(from: logged.cursor)
        shelves[donation.user]?.isInOrderOfArrival = false
      }
      shelves[donation.user, default: Shelf()].donations.append(logged)
      shelves[donation.user]?.lastSequence = lastSequence
      receipt.added += 1
    }
    for user in touched {
      shelves[user]?.donations.sort { $0.cursor < $1.cursor }
    }
    return receipt
  }

  /// Appends feedback.
  ///
  /// - Complexity: O(n) for n stored records of the user.
  public func append(_ feedback: [Feedback]) -> AppendReceipt {
    var receipt = AppendReceipt()
    for record in feedback {
      var shelf = shelves[record.user] ?? Shelf()
      guard !shelf.feedback.contains(record) else {
        receipt.duplicates += 1
        continue
      }
      let later = shelf.feedback.lastIndex { $0.instant.milliseconds <= record.instant.milliseconds }
      shelf.feedback.insert(record, at: later.map { $0 + 1 } ?? 0)
      shelves[record.user] = shelf
      receipt.added += 1
    }
    return receipt
  }

  /// A page in the order of (time, arrival).
  ///
  /// - Complexity: O(log n + page).
  public func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) -> [LoggedDonation] {
    guard let donations = shelves[user]?.donations else { return [] }
    let start = LogCursor(milliseconds: times.lowerBound, sequence: 0)
    let from = max(cursor ?? start, start)
    let first = donations.partitioningIndex { $0.cursor > from }
    return donations[first...].prefix(max(1, limit)).prefix {
      $0.donation.context.instant.milliseconds < times.upperBound
    }
  }

  /// A page in the order of arrival.
  ///
  /// - Complexity: O(log n + page) for n donations of the user if none came late, else O(n log n).
  public func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) -> [LoggedDonation] {
    if let shelf = shelves[user], shelf.isInOrderOfArrival {
      let first = shelf.donations.partitioningIndex { $0.sequence > sequence }
      return Array(shelf.donations[first...].prefix(max(1, limit)))
    }
    let later = shelves[user]?.donations.filter { $0.sequence > sequence } ?? []
    return Array(later.sorted { $0.sequence < $1.sequence }.prefix(max(1, limit)))
  }

  /// All feedback of a user.
  public func feedback(of user: UserIdentifier) -> [Feedback] {
    shelves[user]?.feedback ?? []
  }

  /// Everyone who has a donation.
  public func users() -> [(user: UserIdentifier, donations: Int)] {
    shelves.filter { !$0.value.donations.isEmpty }
      .map { (user: $0.key, donations: $0.value.donations.count) }
      .sorted { $0.user < $1.user }
  }

  /// Where a user's log stands.
  public func version(of user: UserIdentifier) -> LogVersion {
    let shelf = shelves[user] ?? Shelf()
    return LogVersion(
      generation: shelf.generation, lastSequence: shelf.lastSequence, feedbackCount: shelf.feedback.count)
  }
}

extension Array {
  /// The first index whose element satisfies a predicate that is false, then true, along the array.
  ///
  /// - Complexity: O(log n).
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
