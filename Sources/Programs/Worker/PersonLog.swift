internal import Activities
internal import Kernels
internal import LogFormat
internal import Storage
internal import Suggestions

/// The log of one person whose rows delete nothing: donations are decoded from the rows when
/// they are needed, except the first ones, which stay decoded.
///
/// It shows its donations up to a moment, so that a question about the past is answered when only
/// that much has been learned.
actor PersonLog: ForwardingDonationStore {
  /// A donation in the rows.
  private struct Entry {
    let milliseconds: Int64
    let row: Int32
    /// The number of equal donations before it.
    let ordinal: Int32
  }

  private let user: UserIdentifier
  private let rows: PersonRows
  private let start: PersonCheckpoint?
  private var decoder = RecordDecoder()
  private var entries: [Entry] = []
  /// The first donations, so that those of most people are decoded once.
  private var decoded: [Donation] = []
  private let decodedLimit: Int
  /// The number of donations that it shows.
  private var shown = 0
  /// The moment up to which it shows feedback, in milliseconds since 1970.
  private var end = Int64.min
  private var said: [Feedback] = []
  /// A store with the person's phrases, and without anything else.
  private nonisolated let rest = InMemoryDonationStore()

  // While it is filled.
  private var identifiers: Set<DonationIdentifier> = []
  private var equals: [ActivityIdentity: Int32] = [:]
  private var known: Set<Feedback> = []

  /// Creates the log of some rows, without a record.
  ///
  /// - Parameters:
  ///   - start: The state before the rows, if there was any.
  ///   - decodedLimit: The number of donations that stay decoded.
  init(
    of user: UserIdentifier, _ rows: PersonRows, after start: PersonCheckpoint?,
    decoding decodedLimit: Int = 4_096
  ) async throws {
    (self.user, self.rows, self.start, self.decodedLimit) = (user, rows, start, decodedLimit)
    decoder.me = user
    guard let start else { return }
    identifiers = Set(start.newestIdentifiers)
    for line in start.records {
      switch try decoder.decode(line.span) {
      case .feedback(let feedback): add(feedback)
      case .phrase(let phrase): try await rest.ingest(verbatim: [phrase])
      case .donation, .deletion: throw StateError()
      }
    }
  }

  nonisolated func base() -> any DonationStore { rest }

  // MARK: Filling

  /// Adds the donation of a row; returns whether it is new.
  ///
  /// Donations come in the order of time.
  func add(_ donation: Donation, row: Int) -> Bool {
    let milliseconds = donation.context.instant.milliseconds
    if milliseconds != entries.last?.milliseconds ?? start?.cursor?.milliseconds { equals = [:] }
    var ordinal: Int32 = 0
    if donation.details.externalIdentifier == nil {
      ordinal = equals[donation.identity, default: 0]
      // Those of the same millisecond before a checkpoint count, too.
      while identifiers.contains(donation.numbered(Int(ordinal)).identifier) { ordinal += 1 }
      equals[donation.identity] = ordinal + 1
    }
    guard
      identifiers.insert(ordinal == 0 ? donation.identifier : donation.numbered(Int(ordinal)).identifier)
        .inserted
    else { return false }
    entries.append(Entry(milliseconds: milliseconds, row: Int32(clamping: row), ordinal: ordinal))
    if decoded.count < decodedLimit {
      decoded.append(ordinal == 0 ? donation : donation.numbered(Int(ordinal)))
    }
    return true
  }

  /// Adds feedback; its order among equal times is that of the calls.
  func add(_ feedback: Feedback) {
    guard known.insert(feedback).inserted else { return }
    let later = said.lastIndex { $0.instant.milliseconds <= feedback.instant.milliseconds }
    said.insert(feedback, at: later.map { $0 + 1 } ?? 0)
  }

  /// Adds a phrase.
  func add(_ phrase: OwnPhrase) async throws {
    try await rest.ingest(verbatim: [phrase])
  }

  /// Ends the filling.
  func finish() {
    (identifiers, equals, known) = ([], [:], [])
  }

  // MARK: Showing

  /// Shows more donations, up to a moment, but not more than a page of them; returns whether all up
  /// to the moment are shown.
  func show(through moment: Int64, pageSize: Int = 4_096) -> Bool {
    end = max(end, moment)
    let limit = shown + pageSize
    while shown < min(limit, entries.count), entries[shown].milliseconds <= moment { shown += 1 }
    return shown == entries.count || entries[shown].milliseconds > moment
  }

  /// The time of the newest donation of the checkpoint before the rows, in milliseconds since 1970.
  var newestOfCheckpoint: Int64? { start?.cursor?.milliseconds }

  // MARK: Reading

  /// The sequence number before that of the first row's donation.
  private var baseSequence: Int64 { start?.lastSequence ?? 0 }

  private func donation(_ index: Int) throws -> LoggedDonation {
    let sequence = baseSequence + Int64(index) + 1
    if index < decoded.count { return LoggedDonation(sequence: sequence, donation: decoded[index]) }
    let entry = entries[index]
    guard case .donation(let donation) = try decoder.decode(rows[Int(entry.row)].span) else {
      throw StateError()
    }
    return LoggedDonation(
      sequence: sequence, donation: entry.ordinal == 0 ? donation : donation.numbered(Int(entry.ordinal)))
  }

  private func cursor(_ index: Int) -> LogCursor {
    LogCursor(milliseconds: entries[index].milliseconds, sequence: baseSequence + Int64(index) + 1)
  }

  /// Returns the first shown donation that satisfies a condition that is first false, then true.
  private func firstIndex(where isReached: (Int) -> Bool) -> Int {
    var (low, high) = (0, shown)
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) throws -> [LoggedDonation] {
    guard user == self.user else { return [] }
    let after = max(
      cursor ?? .init(milliseconds: .min, sequence: 0), .init(milliseconds: times.lowerBound, sequence: 0))
    let begin = firstIndex { self.cursor($0) > after }
    let end = firstIndex { entries[$0].milliseconds >= times.upperBound }
    return try (begin..<max(begin, end)).prefix(max(1, limit)).map(donation)
  }

  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) throws -> [LoggedDonation] {
    guard user == self.user else { return [] }
    let begin = min(shown, max(0, Int(sequence - baseSequence)))
    return try (begin..<shown).prefix(max(1, limit)).map(donation)
  }

  func donations(of user: UserIdentifier, at places: [LogCursor]) throws -> [LoggedDonation] {
    guard user == self.user else { return [] }
    return try places.compactMap { place in
      guard place.sequence > baseSequence else { return try start?.donation(at: place, reading: &decoder) }
      let index = Int(place.sequence - baseSequence - 1)
      return index < shown && cursor(index) == place ? try donation(index) : nil
    }
  }

  func feedback(of user: UserIdentifier) -> [Feedback] {
    user == self.user ? said.filter { $0.instant.milliseconds <= end } : []
  }

  func users() -> [(user: UserIdentifier, donations: Int)] {
    let donations = (start?.donations ?? 0) + shown
    return donations == 0 ? [] : [(user, donations)]
  }

  func version(of user: UserIdentifier) -> LogVersion {
    LogVersion(
      generation: 0, lastSequence: baseSequence + Int64(shown), feedbackCount: feedback(of: user).count)
  }

  func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) -> Checkpoint? {
    guard let checkpoint = start?.checkpoint, checkpoint.key == key, checkpoint.cursor.milliseconds < end
    else {
      return nil
    }
    return checkpoint
  }

  func save(_ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64) -> Int { 0 }

  // MARK: Going on

  /// Returns what another run needs to go on after all of these rows.
  func checkpoint(after state: LearnedState) async throws -> PersonCheckpoint {
    var checkpoint = PersonCheckpoint(of: user)
    checkpoint.checkpoint = state.checkpoint
    let encoder = RecordEncoder()
    for place in state.places {
      let bytes =
        place.sequence > baseSequence
        ? Array(rows[Int(entries[Int(place.sequence - baseSequence - 1)].row)]) : start?.texts[place] ?? []
      checkpoint.texts[place] = bytes
    }
    for feedback in said { checkpoint.records.append(try encoder.encode(.feedback(feedback))) }
    for phrase in await rest.phrases(of: user) {
      checkpoint.records.append(try encoder.encode(.phrase(phrase)))
    }
    guard let newest = state.checkpoint?.cursor.milliseconds else { return checkpoint }
    var identifiers: [DonationIdentifier] = []
    if start?.cursor?.milliseconds == newest { identifiers = start?.newestIdentifiers ?? [] }
    for index in entries.indices.reversed() {
      guard entries[index].milliseconds == newest else { break }
      identifiers.append(try donation(index).donation.identifier)
    }
    checkpoint.newestIdentifiers = identifiers.sorted()
    return checkpoint
  }
}
