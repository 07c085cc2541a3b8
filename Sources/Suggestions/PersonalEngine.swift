internal import Activities

/// The engine's share for one user: a profile that follows the log.
actor PersonalEngine {
  private static let pageSize = 4_096
  /// How often an answer is begun anew because what it was about to show was forgotten by then.
  private static let attempts = 3

  private let user: UserIdentifier
  private let log: any DonationLog
  private let model: SuggestionModel
  private var profile: Profile
  private var scratch = ProfileScratch()
  private var shown = ShownActivities()
  /// Where the log stood when the profile was last brought up to date; `nil` before the first time.
  private var version: LogVersion?
  /// The one reading of the log that is under way, if any.
  private var reading: Task<Void, any Error>?

  init(user: UserIdentifier, log: any DonationLog, model: SuggestionModel) {
    self.user = user
    self.log = log
    self.model = model
    profile = Profile(model)
  }

  func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    var attempts = Self.attempts
    while true {
      let answer = try await answer(request)
      let texts = try await texts(at: answer.places)
      attempts -= 1
      if texts.count == answer.places.count || attempts == 0 {
        return answer.worded(by: texts.mapValues(\.activity))
      }
    }
  }

  private func answer(_ request: SuggestionRequest) async throws -> Answer {
    let asked = request.context.instant.milliseconds
    // Whoever asks about the past first does not have to wait until the present was replayed too.
    if version == nil, try await isPast(asked) { return try await answerFromPast(request) }
    try await catchUp()
    if profile.isAhead(of: asked) { return try await answerFromPast(request) }
    return try profile.answer(request, scratch: &scratch)
  }

  /// What was done last before a moment, the newest first.
  func recentActivities(at instant: Instant, limit: Int) async throws -> [RecentActivity] {
    let asked = instant.milliseconds
    var attempts = Self.attempts
    while true {
      try await catchUp()
      let known = profile.isAhead(of: asked) ? try await replay(until: asked, through: .max) : profile
      let recent = known.recent(at: instant, limit: limit)
      let texts = try await texts(
        at: Dictionary(uniqueKeysWithValues: recent.map { ($0.identity, $0.place) }))
      attempts -= 1
      guard texts.count == recent.count || attempts == 0 else { continue }
      return recent.compactMap { one in
        texts[one.identity].map {
          RecentActivity(activity: $0.activity, identity: one.identity, instant: $0.instant)
        }
      }
    }
  }

  /// Fetches what is to be shown; what was forgotten in the meantime is missing.
  private func texts<Name: Hashable>(
    at places: [Name: LogCursor]
  ) async throws -> [Name: ShownActivities.Text] {
    var texts: [LogCursor: ShownActivities.Text] = [:]
    for place in places.values { texts[place] = shown.text(at: place) }
    let missing = places.values.filter { texts[$0] == nil }
    if !missing.isEmpty {
      for logged in try await log.donations(of: user, at: missing.sorted()) {
        let text = ShownActivities.Text(
          activity: logged.donation.activity, instant: logged.donation.context.instant)
        texts[logged.cursor] = text
        shown.insert(text, at: logged.cursor)
      }
    }
    return places.compactMapValues { texts[$0] }
  }

  /// Whether something was donated after a moment (milliseconds since 1970).
  private func isPast(_ moment: Int64) async throws -> Bool {
    guard moment < .max else { return false }
    return try await !log.donations(of: user, in: moment + 1..<Int64.max, after: nil, limit: 1).isEmpty
  }

  /// Answers as of the moment that is asked about, from what had happened by then.
  private func answerFromPast(_ request: SuggestionRequest) async throws -> Answer {
    let past = try await replay(until: request.context.instant.milliseconds, through: .max)
    return try past.answer(request, scratch: &scratch)
  }

  /// Brings the profile up to date with the log.
  ///
  /// While one call reads the log, others wait for it and then look again, instead of reading the same themselves; if it
  /// fails, they try for themselves.
  private func catchUp() async throws {
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
        try await advance(to: current)
      }
      self.reading = reading
      try await reading.value
    }
  }

  private func advance(to current: LogVersion) async throws {
    if let arrivals = try await arrivalsInOrder(since: version, now: current) {
      version = nil  // until all is learned: after an error the profile is built anew
      for logged in arrivals { try profile.observe(logged, scratch: &scratch) }
    } else {
      shown.removeAll()
      profile = try await replay(until: .max, through: current.lastSequence)
    }
    version = current
  }

  /// The donations that only have to be appended; `nil` if the profile has to be built anew.
  private func arrivalsInOrder(since before: LogVersion?, now current: LogVersion) async throws
    -> [LoggedDonation]?
  {
    guard let before, before.generation == current.generation, before.feedbackCount == current.feedbackCount
    else { return nil }
    var arrivals: [LoggedDonation] = []
    var last = before.lastSequence
    while last < current.lastSequence {
      let page = try await log.arrivals(of: user, after: last, limit: Self.pageSize)
      guard let newest = page.last?.sequence else { break }
      arrivals += page.filter { $0.sequence <= current.lastSequence }
      last = newest
    }
    let times =
      [profile.lastInstant?.milliseconds ?? .min] + arrivals.map(\.donation.context.instant.milliseconds)
    guard zip(times, times.dropFirst()).allSatisfy(<=) else { return nil }
    return arrivals
  }

  /// Builds a profile from the log.
  ///
  /// - Parameters:
  ///   - end: Milliseconds since 1970; what happened later is left out.
  ///   - last: The highest sequence number that is taken; later arrivals are left to the next time.
  private func replay(until end: Int64, through last: Int64) async throws -> Profile {
    var profile = Profile(model)
    for record in try await log.feedback(of: user) where record.instant.milliseconds <= end {
      profile.apply(record)
    }
    let times = Int64.min..<(end == .max ? end : end + 1)
    var cursor: LogCursor?
    while true {
      let page = try await log.donations(of: user, in: times, after: cursor, limit: Self.pageSize)
      for logged in page where logged.sequence <= last {
        try profile.observe(logged, scratch: &scratch)
      }
      guard page.count == Self.pageSize else { return profile }
      cursor = page.last?.cursor
    }
  }
}
