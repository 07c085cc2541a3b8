import Activities
import Storage

/// A log in memory that counts scans from the beginning, fails on demand, and can report an
/// outdated version.
actor CountingLog: ForwardingDonationStore {
  struct Failure: Error {}

  let inner = InMemoryDonationStore()
  /// The number of pages read, not counting checks for any donation at all.
  private(set) var scans = 0
  /// The number of reads of anything but the version.
  private(set) var reads = 0
  /// The end of the last time range read, in milliseconds since 1970.
  private(set) var readUntil: Int64 = 0
  /// The number of donations read in pages or as arrivals, and the number of reads of the version.
  private(set) var donationsRead = 0
  private(set) var versionsAsked = 0
  private var fails = false
  /// The number of pages to read before one fails; `nil` if none does.
  private var pagesBeforeFailure: Int?
  private var betweenPages: Interruption?
  private var failsAtCheckpoints = false
  private var interruption: (saving: Interruption?, loading: Interruption?)
  private var hidden: (sequence: Int64, claimed: Int64)?
  private var forgettings: Int64 = 0
  private var deletion: Deletion?

  func failOnce() { fails = true }
  func fail(afterPages pages: Int) { pagesBeforeFailure = pages }
  func beforeEachPage(_ interruption: Interruption?) { betweenPages = interruption }

  /// Another process's work in between.
  typealias Interruption = @Sendable (InMemoryDonationStore) async throws -> Void

  func failAtCheckpoints() { failsAtCheckpoints = true }
  func beforeSaving(_ interruption: @escaping Interruption) { self.interruption.saving = interruption }
  func beforeLoading(_ interruption: @escaping Interruption) { self.interruption.loading = interruption }
  func resetCounts() { (scans, reads, donationsRead, versionsAsked) = (0, 0, 0, 0) }

  /// Forgets before donations are looked up the next time, like another, faster process.
  func forgetBeforeNextLookUp(_ deletion: Deletion) { self.deletion = deletion }

  /// Reports versions as if a sequence number were the last, and arrivals as if only a later one
  /// were left: the view while another process forgets and donates between two reads.
  func hide(sequence: Int64?, claiming last: Int64?) {
    if sequence == nil { forgettings += 1 }
    hidden = sequence.flatMap { sequence in last.map { (sequence, $0) } }
  }

  nonisolated func base() -> any DonationStore { inner }

  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation] {
    reads += 1
    if fails {
      fails = false
      throw Failure()
    }
    if limit > 1 {
      if pagesBeforeFailure == 0 {
        pagesBeforeFailure = nil
        throw Failure()
      }
      pagesBeforeFailure = pagesBeforeFailure.map { $0 - 1 }
      try await betweenPages?(inner)
    }
    if cursor == nil, limit > 1 { (scans, readUntil) = (scans + 1, times.upperBound) }
    let page = await inner.donations(of: user, in: times, after: cursor, limit: limit)
    donationsRead += page.count
    return page
  }

  func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation] {
    reads += 1
    if let deletion {
      _ = await inner.forget(deletion)
      self.deletion = nil
    }
    return await inner.donations(of: user, at: places)
  }

  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws -> [LoggedDonation] {
    reads += 1
    let all = await inner.arrivals(of: user, after: sequence, limit: limit)
    donationsRead += all.count
    guard let hidden else { return all }
    return all.filter { $0.sequence >= hidden.sequence }
  }

  func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint? {
    if failsAtCheckpoints { throw Failure() }
    let interruption = self.interruption.loading
    self.interruption.loading = nil
    try await interruption?(inner)
    return await inner.checkpoint(of: user, key: key, before: end, arrivedBy: last)
  }

  func save(_ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64) async throws -> Int {
    if failsAtCheckpoints { throw Failure() }
    let interruption = self.interruption.saving
    self.interruption.saving = nil
    try await interruption?(inner)
    return await inner.save(checkpoints, of: user, generation: generation)
  }

  func version(of user: UserIdentifier) async throws -> LogVersion {
    versionsAsked += 1
    let version = await inner.version(of: user)
    return LogVersion(
      generation: version.generation + forgettings, lastSequence: hidden?.claimed ?? version.lastSequence,
      feedbackCount: version.feedbackCount)
  }
}
