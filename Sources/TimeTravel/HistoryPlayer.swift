// TimeTravel: What would it have said then?
//
// Start here: a `HistoryPlayer` lets a user's history go by and asks the engine on the way. `HistoryReplay` asks at many
// moments, of one or two histories or models; `ExpectationCheck` asks what a file of expectations wants to know.

public import Activities
public import Suggestions

/// A user's history that goes by, moment by moment, and is asked on the way.
///
/// The engine that serves answers, on a log of its own that holds what had happened by then, so an answer is that of
/// `hunch suggest --at`. It is read page by page; what has gone by stays in memory: the donations of one user.
public struct HistoryPlayer: Sendable {
  private static let pageSize = 1_024

  /// Whose history it is.
  public let user: UserIdentifier
  private let source: any DonationLog
  private let past = InMemoryDonationLog()
  private let engine: SuggestionEngine
  private var feedback: ArraySlice<Feedback>
  private var page: ArraySlice<LoggedDonation> = []
  private var cursor: LogCursor?
  private var isExhausted = false
  /// The newest donation of each activity that has gone by.
  private(set) var newest: [ActivityIdentity: Donation] = [:]
  /// The donation that has gone by last.
  private(set) var last: Donation?

  /// A history of which nothing has gone by yet.
  public init(of user: UserIdentifier, in source: any DonationLog, model: SuggestionModel) async throws {
    self.user = user
    self.source = source
    engine = SuggestionEngine(log: past, model: model)
    feedback = try await source.feedback(of: user)[...]
  }

  /// When the next donation happens (milliseconds since 1970); `nil` at the end.
  public mutating func next() async throws -> Instant? {
    try await nextDonation()?.context.instant
  }

  /// The next donation, which has not happened yet.
  mutating func nextDonation() async throws -> Donation? {
    if page.isEmpty, !isExhausted {
      page = try await source.donations(
        of: user, in: Int64.min..<Int64.max, after: cursor, limit: Self.pageSize)[...]
      cursor = page.last?.cursor ?? cursor
      isExhausted = page.isEmpty
    }
    return page.first?.donation
  }

  /// Lets everything happen that lies before a moment (milliseconds since 1970), feedback too.
  ///
  /// - Returns: The donations, in the order of time.
  @discardableResult
  public mutating func advance(to end: Int64) async throws -> [Donation] {
    var happened: [Donation] = []
    while let next = try await next(), next.milliseconds < end, let logged = page.popFirst() {
      happened.append(logged.donation)
      newest[logged.donation.identity] = logged.donation
      last = logged.donation
    }
    if !happened.isEmpty { _ = await past.append(happened) }
    let said = feedback.prefix { $0.instant.milliseconds < end }
    if !said.isEmpty { _ = await past.append(Array(said)) }
    feedback = feedback.dropFirst(said.count)
    return happened
  }

  /// Asks, knowing what has gone by.
  public func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    try await engine.suggestions(request)
  }

  /// Asks as if something had just been done, and forgets that again.
  ///
  /// Forgetting is exact, so later answers are those of a history without it.
  func suggestions(_ request: SuggestionRequest, after donation: Donation?) async throws -> SuggestionList {
    guard let donation else { return try await suggestions(request) }
    var criteria = Deletion.Criteria()
    criteria.externalIdentifier = donation.details.externalIdentifier
    let deletion = try Deletion(
      by: user, at: request.context.instant.advanced(bySeconds: 1), matching: criteria)
    _ = await past.append([donation])
    do {
      let list = try await suggestions(request)
      _ = await past.forget(deletion)
      return list
    } catch {
      _ = await past.forget(deletion)
      throw error
    }
  }
}
