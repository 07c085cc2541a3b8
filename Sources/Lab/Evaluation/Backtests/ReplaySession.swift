internal import Activities
internal import Storage
internal import Suggestions

/// An engine as it serves, on a store of its own that holds what has gone by of a user's history.
///
/// So an answer is that of `hunch suggest --at`. What has gone by stays in memory: the donations of
/// one user.
struct ReplaySession: Sendable {
  /// The user whose history it is.
  let user: UserIdentifier
  private let past = InMemoryDonationStore()
  private let engine: SuggestionEngine
  /// The newest donation of each activity that has gone by.
  private(set) var newest: [ActivityIdentity: Donation] = [:]
  /// The donation that has gone by last.
  private(set) var last: Donation?

  /// A session in which nothing has happened yet.
  init(of user: UserIdentifier, model: SuggestionModel) {
    self.user = user
    engine = SuggestionEngine(log: past, model: model)
  }

  /// Lets something happen.
  mutating func learn(_ step: ReplayStep) async throws {
    for donation in step.donations { newest[donation.identity] = donation }
    last = step.donations.last ?? last
    if !step.donations.isEmpty { _ = try await past.ingest(verbatim: step.donations) }
    if !step.feedback.isEmpty { _ = try await past.ingest(verbatim: step.feedback) }
  }

  /// Asks, knowing what has gone by and, if something is named, as if that had just been done.
  ///
  /// It is forgotten again. Forgetting is exact, so later answers are those of a history without
  /// it.
  func suggestions(_ request: SuggestionRequest, after donation: Donation? = nil) async throws
    -> SuggestionList
  {
    guard let donation else { return try await engine.suggestions(request) }
    var criteria = Deletion.Criteria()
    criteria.externalIdentifier = donation.details.externalIdentifier
    let deletion = try Deletion(
      by: user, at: request.context.instant.advanced(bySeconds: 1), matching: criteria)
    _ = try await past.ingest(verbatim: [donation])
    do {
      let list = try await engine.suggestions(request)
      _ = await past.forget(deletion)
      return list
    } catch {
      _ = await past.forget(deletion)
      throw error
    }
  }
}
