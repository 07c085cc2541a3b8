internal import Activities
internal import Features
internal import Hints
internal import Phrases

/// Why an activity is suggested, or is not.
extension PersonalEngine {
  /// How an activity fares in a question; `nil` if it was not done by then.
  func account(of identity: ActivityIdentity, _ request: SuggestionRequest) async throws -> Account? {
    var attempts = Self.attempts
    while true {
      let profile = try await profile(at: request.context.instant)
      guard let draft = try await draft(of: identity, request, in: profile) else { return nil }
      attempts -= 1
      guard
        let book = try await book(of: profile, at: request.context.instant, mayLack: attempts == 0)
      else { continue }
      let texts = try await texts(at: draft.places)
      guard texts.count == draft.places.count || attempts == 0 else { continue }
      return draft.worded(by: texts.mapValues(\.activity), phrases: book)
    }
  }

  /// Activities as they were last donated.
  func activities(_ identities: [ActivityIdentity]) async throws -> [ActivityIdentity: UserActivity] {
    try await catchUp()
    let profile = learned.profile
    let rows = Dictionary(
      identities.compactMap { identity in profile.rows(of: identity).max().map { (identity, $0) } },
      uniquingKeysWith: { first, _ in first })
    let texts = try await texts(at: profile.places(of: Array(rows.values)))
    let done = rows.reduce(into: [:]) { known, entry in
      known[entry.key] = texts[entry.value]?.activity.offered(as: entry.key)
    }
    guard done.count < Set(identities).count else { return done }
    let stated = try await statedActivities().map { ($0.identity, $0) }
    return Dictionary(stated.filter { identities.contains($0.0) }, uniquingKeysWith: { first, _ in first })
      .merging(done) { _, done in done }
  }

  /// What programs say one can do, in hints and catalogues.
  private func statedActivities() async throws -> [UserActivity] {
    guard let log = log as? any HintLog else { return [] }
    return try await (log.hints(in: .hints, of: user) + log.hints(in: .catalogue, of: user)).map(
      \.hint.activity)
  }

  /// What may be offered besides activities that were done as they are: combinations of their parameters, and what programs say
  /// one can do.
  func furtherActivities() async throws -> [UserActivity] {
    try await catchUp()
    let profile = learned.profile
    let texts = try await texts(at: profile.places(of: profile.combinations.rows))
    let combined = texts.sorted { $0.key < $1.key }.flatMap { _, text in
      text.activity.combinationIdentities.map { text.activity.restricted(to: $0.combination) }
    }
    return try await combined + statedActivities()
  }

  private func draft(
    of identity: ActivityIdentity, _ request: SuggestionRequest, in profile: Profile
  ) async throws -> AccountDraft? {
    let hints = profile.admitted(try await hintPool(in: request.context), at: request.context.instant)
    return try profile.account(of: identity, request, heeding: hints, scratch: &scratch)
  }
}

extension Profile {
  /// The rows that an identity means: its own, or those that have it as a combination of parameters.
  func rows(of identity: ActivityIdentity) -> [Int] {
    if let row = evidence.row(of: identity) { return [row] }
    return combinations.rows.filter { row in combinations[row].contains { $0.identity == identity } }
  }

  /// How an activity fares in a question; a combination of parameters fares as its likeliest activity.
  ///
  /// - Returns: `nil` if it was never done.
  func account(
    of identity: ActivityIdentity, _ request: SuggestionRequest, heeding hints: HintPool,
    scratch: inout ProfileScratch
  ) throws -> AccountDraft? {
    try rank(request, heeding: hints, scratch: &scratch)
    let scores = scratch.assessment.scores
    guard let likeliest = rows(of: identity).max(by: { scores[$0] < scores[$1] }) else { return nil }
    let row = standIn(forRow: likeliest, scratch: scratch)
    let explainer = try explainer(scratch: &scratch)
    let reasons = try reasons(for: row, in: request.context, by: explainer, scratch: scratch)
    let probability = Double(scratch.assessment.probabilities[row])
    let strangers = try strangersAhead(ofRow: row, request, heeding: hints, scratch: &scratch)
    let gates = gates(ofRow: row, request, behind: strangers, scratch: scratch)
    let rank = rank(ofRow: row, request, scratch: scratch) + strangers
    let offered = scratch.merged[row]?.identity ?? evidence.identities[row]
    let outlooks = rank == 1 ? [] : try outlooks(ofRow: row, request, scratch: &scratch)
    let named =
      reasons.parts.compactMap { $0.fact?.namedRow } + outlooks.compactMap(\.circumstances.previousRow)
    return AccountDraft(
      row: row, identity: offered, rank: rank, probability: probability, reasons: reasons,
      gates: gates, outlooks: outlooks, identities: evidence.identities, places: places(of: [row] + named))
  }

  /// How many that were never done, and that only hints name, come before a row in the query that was assessed last.
  private func strangersAhead(
    ofRow row: Int, _ request: SuggestionRequest, heeding hints: HintPool, scratch: inout ProfileScratch
  ) throws -> Int {
    var request = request
    request.explains = false
    let (isPinned, probability) = (isPinned(row: row), Double(scratch.assessment.probabilities[row]))
    return try welcome(hints, among: [], request, scratch: &scratch).count { stranger in
      stranger.isPinned == isPinned ? stranger.probability > probability : stranger.isPinned
    }
  }
}

/// An account before the log has given the texts to it.
struct AccountDraft: Sendable {
  let row: Int
  let identity: ActivityIdentity
  let rank: Int
  let probability: Double
  let reasons: Answer.Reasons
  let gates: [GateReport]
  let outlooks: [Profile.Outlook]
  let identities: [ActivityIdentity]
  /// Where the newest donation of each row lies that is named.
  let places: [Int: LogCursor]

  /// Puts it into words; `nil` if the activity has been forgotten in the meantime.
  func worded(by activities: [Int: UserActivity], phrases: PhraseBook) -> Account? {
    guard let activity = activities[row]?.offered(as: identity) else { return nil }
    return Account(
      activity: activity, identity: identity, rank: rank, probability: probability,
      phrase: phrases.phrase(for: activity, identity),
      explanation: Answer.worded(reasons, by: activities, phrases: phrases),
      gates: gates,
      alternatives: outlooks.map { outlook in
        Alternative(
          change: change(outlook, activities, phrases), rank: outlook.rank, probability: outlook.probability)
      })
  }

  private func change(
    _ outlook: Profile.Outlook, _ activities: [Int: UserActivity], _ phrases: PhraseBook
  ) -> Alternative.Change {
    let circumstances = outlook.circumstances
    let title = circumstances.previousRow.map { Answer.title(ofRow: $0, in: activities, phrases: phrases) }
    switch (outlook.kind, circumstances.place, circumstances.previousRow) {
    case (.place, let place?, _): return .place(place)
    case (.previous, _, let row?): return .previous(identities[row], title: title ?? "")
    case (.usual, let place, _): return .usual(circumstances.instant, place, previousTitle: title)
    default: return .time(circumstances.instant)
    }
  }
}
