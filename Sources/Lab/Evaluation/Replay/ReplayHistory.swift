package import Activities

/// A user's history in the order of time, of which a part has gone by.
///
/// That of a store is read page by page, so what lies ahead takes no memory.
package struct ReplayHistory: Sendable {
  private static let pageSize = 1_024

  private let source: (store: any DonationStore, user: UserIdentifier)?
  private var ahead: ArraySlice<Donation>
  private var feedback: ArraySlice<Feedback>
  private var cursor: LogCursor?
  private var isExhausted: Bool
  /// The donation that has gone by last, of those whose time is exact.
  private(set) var last: Donation?

  /// A history of donations, which are in the order of time.
  package init(_ donations: ArraySlice<Donation>) {
    source = nil
    ahead = donations
    feedback = []
    isExhausted = true
  }

  /// The history of a user in a store, of which nothing has gone by yet.
  init(of user: UserIdentifier, in store: any DonationStore) async throws {
    source = (store, user)
    ahead = []
    feedback = try await store.feedback(of: user)[...]
    isExhausted = false
  }

  /// The next donation, which has not happened yet; `nil` at the end.
  mutating func next() async throws -> Donation? {
    if ahead.isEmpty { try await readPage() }
    return ahead.first
  }

  /// The donations that have not happened yet and lie from one moment on, before another
  /// (milliseconds since 1970).
  mutating func upcoming(from start: Int64 = .min, before end: Int64) async throws -> [Donation] {
    _ = try await reaches(end)
    return ahead.prefix { $0.context.instant.milliseconds < end }.filter {
      $0.context.instant.milliseconds >= start
    }
  }

  /// Returns whether a donation that has not happened yet lies at a moment (milliseconds since 1970)
  /// or later.
  mutating func reaches(_ moment: Int64) async throws -> Bool {
    while !isExhausted, ahead.last?.context.instant.milliseconds ?? .min < moment { try await readPage() }
    return ahead.last.map { $0.context.instant.milliseconds >= moment } ?? false
  }

  /// The time of the next donation that has an exact one; `nil` if there is none.
  mutating func nextTime() async throws -> Instant? {
    while true {
      if let next = ahead.first(where: \.hasExactTime) { return next.context.instant }
      guard !isExhausted else { return nil }
      try await readPage()
    }
  }

  /// Reads on, if there is more in the store.
  private mutating func readPage() async throws {
    guard !isExhausted, let source else { return }
    let page = try await source.store.donations(
      of: source.user, in: Int64.min..<Int64.max, after: cursor, limit: Self.pageSize)
    ahead += page.map(\.donation)
    cursor = page.last?.cursor ?? cursor
    isExhausted = page.isEmpty
  }

  /// Lets everything happen that lies before a moment (milliseconds since 1970).
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

  /// Lets the next donation happen, and nothing else.
  mutating func advanceOne() async throws -> ReplayStep {
    guard let next = try await next() else { return ReplayStep() }
    ahead.removeFirst()
    if next.hasExactTime { last = next }
    return ReplayStep(donations: [next])
  }
}
