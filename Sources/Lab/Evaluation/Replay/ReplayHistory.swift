package import Activities

/// A user's partly replayed history, in the order of time.
///
/// A store's history is read page by page, so its future takes no memory.
package struct ReplayHistory: Sendable {
  private static let pageSize = 1_024

  private let source: (store: any DonationStore, user: UserIdentifier)?
  private var ahead: ArraySlice<Donation>
  private var feedback: ArraySlice<Feedback>
  private var cursor: LogCursor?
  private var isExhausted: Bool
  /// The last replayed donation with an exact time.
  private(set) var last: Donation?

  /// Creates a history of donations, which are in the order of time.
  package init(_ donations: ArraySlice<Donation>) {
    source = nil
    ahead = donations
    feedback = []
    isExhausted = true
  }

  /// Creates a user's history in a store, at its beginning.
  init(of user: UserIdentifier, in store: any DonationStore) async throws {
    source = (store, user)
    ahead = []
    feedback = try await store.feedback(of: user)[...]
    isExhausted = false
  }

  /// Returns the next donation, which has not been replayed; `nil` at the end.
  mutating func next() async throws -> Donation? {
    if ahead.isEmpty { try await readPage() }
    return ahead.first
  }

  /// Returns the donations still to replay from one moment up to, but not including, another
  /// (milliseconds since 1970).
  mutating func upcoming(from start: Int64 = .min, before end: Int64) async throws -> [Donation] {
    _ = try await reaches(end)
    return ahead.prefix { $0.context.instant.milliseconds < end }.filter {
      $0.context.instant.milliseconds >= start
    }
  }

  /// Returns whether a donation is still to replay at a moment (milliseconds since 1970) or later.
  mutating func reaches(_ moment: Int64) async throws -> Bool {
    while !isExhausted, ahead.last?.context.instant.milliseconds ?? .min < moment { try await readPage() }
    return ahead.last.map { $0.context.instant.milliseconds >= moment } ?? false
  }

  /// Returns the time of the next donation with an exact time; `nil` if there is none.
  mutating func nextTime() async throws -> Instant? {
    while true {
      if let next = ahead.first(where: \.hasExactTime) { return next.context.instant }
      guard !isExhausted else { return nil }
      try await readPage()
    }
  }

  /// Reads the next page, if the store has more.
  private mutating func readPage() async throws {
    guard !isExhausted, let source else { return }
    let page = try await source.store.donations(
      of: source.user, in: Int64.min..<Int64.max, after: cursor, limit: Self.pageSize)
    ahead += page.map(\.donation)
    cursor = page.last?.cursor ?? cursor
    isExhausted = page.isEmpty
  }

  /// Replays everything before a moment (milliseconds since 1970).
  mutating func advance(before end: Int64) async throws -> ReplayStep {
    var step = ReplayStep()
    while let next = try await next(), next.context.instant.milliseconds < end {
      step.donations.append(next)
      ahead.removeFirst()
    }
    last = step.donations.last(where: \.hasExactTime) ?? last
    step.feedback = Array(feedback.prefix { $0.instant.milliseconds < end })
    feedback = feedback.dropFirst(step.feedback.count)
    return step
  }

  /// Replays only the next donation.
  mutating func advanceOne() async throws -> ReplayStep {
    guard let next = try await next() else { return ReplayStep() }
    ahead.removeFirst()
    if next.hasExactTime { last = next }
    return ReplayStep(donations: [next])
  }
}
