internal import Activities
internal import Hints
internal import Phrases

/// The engine's share for one user: a profile that follows the log.
actor PersonalEngine {
  /// How often an answer is begun anew because what it was about to show was forgotten by then.
  static let attempts = 3

  let user: UserIdentifier
  let log: any DonationLog
  let model: SuggestionModel
  let checkpoints: CheckpointShelf?
  /// What was learned up to ``version``.
  var learned: LearnedHistory
  var scratch = ProfileScratch()
  private var shown = ShownActivities()
  /// The phrase book; see `PersonalEngine+Phrases`.
  var phraseShelf: PhraseShelf
  /// Where the log stood when the profile was last brought up to date; `nil` before the first time.
  var version: LogVersion?
  /// What was last learned of routines.
  var known: KnownRoutines?
  /// The one reading of the log that is under way, if any.
  private var reading: Task<Void, any Error>?

  init(
    user: UserIdentifier, log: any DonationLog, model: SuggestionModel, checkpoints: CheckpointShelf?,
    language: PhraseLanguage
  ) {
    phraseShelf = PhraseShelf(language: language)
    self.user = user
    self.log = log
    self.model = model
    self.checkpoints = checkpoints
    learned = LearnedHistory(Profile(model))
  }

  func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    let hints = try await hintPool(in: request.context)
    var attempts = Self.attempts
    while true {
      let profile = try await profile(at: request.context.instant)
      let answer = try profile.answer(request, heeding: hints, scratch: &scratch)
      attempts -= 1
      guard
        let book = try await book(
          of: profile, at: request.context.instant, mayLack: attempts == 0)
      else { continue }
      let texts = try await texts(at: answer.places)
      if texts.count == answer.places.count || attempts == 0 {
        return answer.worded(by: texts.mapValues(\.activity), phrases: book)
      }
    }
  }

  /// What was done last before a moment, the newest first.
  func recentActivities(at instant: Instant, limit: Int) async throws -> [RecentActivity] {
    var attempts = Self.attempts
    while true {
      let recent = try await profile(at: instant).recent(at: instant, limit: limit)
      let texts = try await texts(
        at: Dictionary(recent.map { ($0.identity, $0.place) }) { first, _ in first })
      attempts -= 1
      guard texts.count == recent.count || attempts == 0 else { continue }
      return recent.compactMap { one in
        texts[one.identity].map {
          RecentActivity(activity: $0.activity, identity: one.identity, instant: $0.instant)
        }
      }
    }
  }

  /// What is known at a moment: all there is, or, if the log goes on after it, what had happened by then.
  func profile(at instant: Instant) async throws -> Profile {
    let asked = instant.milliseconds
    // Whoever asks about the past first does not have to wait until the present was replayed too.
    if version == nil, try await isPast(asked) { return try await past(asked) }
    try await catchUp()
    return learned.profile.isAhead(of: asked) ? try await past(asked) : learned.profile
  }

  /// Whether something was donated after a moment (milliseconds since 1970).
  private func isPast(_ moment: Int64) async throws -> Bool {
    guard moment < .max else { return false }
    return try await !log.donations(of: user, in: moment + 1..<Int64.max, after: nil, limit: 1).isEmpty
  }

  private func past(_ moment: Int64) async throws -> Profile {
    let end = moment == .max ? moment : moment + 1
    return try await replay(before: end, at: log.version(of: user)).profile
  }

  /// Fetches what is to be shown; what was forgotten in the meantime is missing.
  func texts<Name: Hashable>(
    at places: [Name: LogCursor]
  ) async throws -> [Name: ShownActivities.Text] {
    var texts: [LogCursor: ShownActivities.Text] = [:]
    for place in places.values { texts[place] = shown.text(at: place) }
    let missing = places.values.filter { texts[$0] == nil }
    if !missing.isEmpty {
      let generation = version?.generation
      for logged in try await log.donations(of: user, at: missing.sorted()) {
        let text = ShownActivities.Text(
          activity: logged.donation.activity, instant: logged.donation.context.instant)
        texts[logged.cursor] = text
        // Once something was forgotten, what was read before stays out of memory.
        if generation == version?.generation { shown.insert(text, at: logged.cursor) }
      }
    }
    return places.compactMapValues { texts[$0] }
  }

  /// Brings the profile up to date with the log.
  ///
  /// While one call reads the log, others wait for it and then look again, instead of reading the same themselves; if it
  /// fails, they try for themselves.
  func catchUp() async throws {
    while true {
      let current = try await log.version(of: user)
      guard current != version else { return }
      if let reading {
        _ = await reading.result
        try Task.checkCancellation()
        continue
      }
      let reading = Task {
        defer { self.reading = nil }
        if current.generation != version?.generation {
          shown.removeAll()
          phraseShelf.removeAll()
        }
        try await advance(to: current)
      }
      self.reading = reading
      try await reading.value
    }
  }
}
