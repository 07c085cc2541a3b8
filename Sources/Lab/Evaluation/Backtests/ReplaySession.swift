internal import Activities
internal import Storage
internal import Suggestions

/// An engine in service, on a store with the replayed part of a user's history.
///
/// So its answers equal those of `hunch suggest --at`. The replayed donations of the user stay in
/// memory.
struct ReplaySession: Sendable {
  /// The user of the history.
  let user: UserIdentifier
  private let past = InMemoryDonationStore()
  private let engine: SuggestionEngine
  /// The newest replayed donation of each activity.
  private(set) var newest: [ActivityIdentity: Donation] = [:]
  /// The last replayed donation.
  private(set) var last: Donation?

  /// A session in which nothing has happened yet.
  init(of user: UserIdentifier, model: SuggestionModel) {
    self.user = user
    engine = SuggestionEngine(log: past, model: model)
  }

  /// Replays donations and feedback.
  mutating func learn(_ step: ReplayStep) async throws {
    for donation in step.donations { newest[donation.identity] = donation }
    last = step.donations.last ?? last
    if !step.donations.isEmpty { _ = try await past.ingest(verbatim: step.donations) }
    if !step.feedback.isEmpty { _ = try await past.ingest(verbatim: step.feedback) }
  }

  /// Queries with the replayed history and, optionally, as if an activity had just been done.
  ///
  /// That donation is forgotten again. Forgetting is exact, so later answers are as if it had never
  /// happened.
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
