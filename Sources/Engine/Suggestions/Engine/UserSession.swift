internal import Activities
internal import Phrases

/// The actor that keeps one user's model up to date with the log, and answers from it.
actor UserSession {
  /// The number of donations read at once by default.
  static let defaultPageSize = 4_096
  /// The number of most recent activities with phrases, besides those of an answer.
  ///
  /// 2,048: more than anyone can remember words for; a book of 100,000 would take a gigabyte.
  private static let phraseLimit = 2_048
  /// The number of activities from earlier answers that keep phrases though they were done long
  /// ago.
  private static let answeredLimit = 256
  /// The number of attempts at an answer, if donations that it was about to show are forgotten
  /// meanwhile.
  private static let attempts = 3

  private let user: UserIdentifier
  private let log: any DonationStore
  private let model: SuggestionModel
  private let checkpoints: CheckpointCache?
  private let progress: LearningProgress.Handler?
  private let pageSize: Int
  /// A Boolean value that indicates whether activities keep their phrases after an answer.
  private let remembersAnswers: Bool
  /// The history learned up to ``version``.
  private var learned: LearnedHistory
  /// The version of the log at which the model was last brought up to date; `nil` before the first
  /// time.
  private var version: LogVersion?
  /// The read of the log in progress, if any.
  private var reading: Task<Void, any Error>?
  private var scratch = UserModelScratch()
  private var shown = ShownActivities()
  /// The log's generation to which the texts, rules and restraints below belong; `nil` before the
  /// first.
  private var generation: Int64?
  /// The rules that texts are judged by; `nil` until they are read.
  private var rules: PrivacyRules?
  /// The restraints found, by the log positions of the donations.
  private var restraints: [LogCursor: Restraint] = [:]
  private var phraseCache: PhraseCache
  /// The answered activities that are not among those done last; those of the newest answer come
  /// last.
  private var answered: [ActivityIdentity] = []
  private var routineCache: RoutineCache?

  init(
    user: UserIdentifier, log: any DonationStore, model: SuggestionModel, checkpoints: CheckpointCache?,
    language: PhraseLanguage, progress: LearningProgress.Handler? = nil,
    pageSize: Int = UserSession.defaultPageSize, remembersAnswers: Bool = true
  ) {
    (self.progress, self.pageSize, self.remembersAnswers) = (progress, pageSize, remembersAnswers)
    phraseCache = PhraseCache(language: language)
    self.user = user
    self.log = log
    self.model = model
    self.checkpoints = checkpoints
    learned = LearnedHistory(UserModel(model))
  }

  // MARK: Suggestions

  /// Returns the activities that the user is likely to do next.
  func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    let hints = try await hintPools(at: request.context.instant, knownUntil: request.knownUntil)
    return try await worded(at: request.knownUntil) { user, scratch in
      try user.answer(request, applying: hints(request.context), scratch: &scratch)
    } leading: { user, limit, scratch in
      try user.leading(request, limit: limit, applying: hints(request.context), scratch: &scratch)
    } offered: {
      $0.offers.compactMap(\.item)
    } places: {
      $0.places
    } words: { draft, _, texts, book in
      draft.worded(by: texts.mapValues(\.activity), phrases: book)
    }
  }

  /// Diagnoses an activity in a query; `nil` if it was not done by then.
  func diagnosis(of identity: ActivityIdentity, _ request: SuggestionRequest) async throws
    -> SuggestionDiagnosis?
  {
    let hints = try await hintPools(at: request.context.instant, knownUntil: request.knownUntil)
    return try await worded(at: request.knownUntil) { user, scratch in
      try user.diagnosis(of: identity, request, applying: hints(request.context), scratch: &scratch)
    } leading: { user, limit, scratch in
      let own = user.items(of: identity)
      return own
        + (try user.leading(request, limit: limit, applying: hints(request.context), scratch: &scratch))
    } offered: {
      $0.map { [$0.item] } ?? []
    } subject: {
      $0?.item
    } places: {
      $0?.places ?? [:]
    } words: { draft, user, texts, book in
      guard let draft else { return nil }
      let counterfactuals = try draft.counterfactuals(
        in: user, request, texts: texts, hints: hints, scratch: &scratch)
      return draft.worded(
        by: texts.mapValues(\.activity), phrases: book, counterfactuals: counterfactuals)
    }
  }

  /// Asks the model of a moment and puts the draft into words; starts again if a named donation was
  /// forgotten meanwhile.
  ///
  /// Offered activities are judged by their texts, once each; if one may not be suggested, the
  /// answer starts again without it.
  ///
  /// - Parameters:
  ///   - leading: Returns the items that would be offered for a given limit.
  ///   - offered: Returns the items that the draft offers.
  ///   - subject: Returns the item that the query is about. It is named in any case, unlike other
  ///     items that may not be suggested.
  private func worded<Draft, Words>(
    at instant: Instant, draft: (UserModel, inout UserModelScratch) throws -> Draft,
    leading: (UserModel, Int, inout UserModelScratch) throws -> [Int], offered: (Draft) -> [Int],
    subject: ((Draft) -> Int?)? = nil, places: (Draft) -> [Int: LogCursor],
    words: (Draft, UserModel, [Int: ShownActivities.Text], PhraseBook) throws -> Words
  ) async throws -> Words {
    var attempts = Self.attempts
    while true {
      var user = try await userModel(at: instant)
      if subject != nil { try await judge(&user, from: 256, leading) }
      user.restraints = restraints
      let made = try draft(user, &scratch)
      let places = places(made)
      let texts = try await texts(at: places)
      if subject == nil, offered(made).contains(where: { texts[$0]?.restraint != nil }) {
        try await judge(&user, leading)
        continue
      }
      attempts -= 1
      guard let book = try await book(of: user, with: places.keys, at: instant, mayLack: attempts == 0)
      else { continue }
      guard texts.count == places.count || attempts == 0 else { continue }
      let own = subject?(made)
      return try words(made, user, texts.filter { $0.value.restraint == nil || $0.key == own }, book)
    }
  }

  /// Judges the leading items of an answer, until enough may be suggested that no forbidden one can
  /// be among those offered.
  ///
  /// - Parameter count: The number of items judged first; ranks up to this number are correct.
  private func judge(
    _ user: inout UserModel, from count: Int = 16,
    _ leading: (UserModel, Int, inout UserModelScratch) throws -> [Int]
  ) async throws {
    // Drop those of donations that are no longer the newest.
    if restraints.count > 2 * user.table.entries.count {
      let newest = Set(user.table.entries.map(\.place))
      restraints = restraints.filter { newest.contains($0.key) }
    }
    var limit = count
    while limit <= Self.mostJudged {
      user.restraints = restraints
      let before = restraints.count
      let items = try leading(user, limit, &scratch)
      _ = try await texts(at: user.places(of: items))
      guard restraints.count > before else { return }
      limit *= 2
    }
  }

  /// Returns the last activities done before a moment, newest first.
  func recentActivities(at instant: Instant, limit: Int) async throws -> [RecentActivity] {
    var attempts = Self.attempts
    while true {
      var user = try await userModel(at: instant)
      user.restraints = restraints
      let recent = user.recent(at: instant, limit: limit)
      let texts = try await texts(
        at: Dictionary(recent.map { ($0.identity, $0.place) }) { first, _ in first })
      if texts.values.contains(where: { $0.restraint != nil }) {
        try await judge(&user) { user, limit, _ in
          user.recent(at: instant, limit: limit).flatMap { user.items(of: $0.identity) }
        }
        continue
      }
      attempts -= 1
      guard texts.count == recent.count || attempts == 0 else { continue }
      return recent.compactMap { one in
        texts[one.identity].map {
          RecentActivity(activity: $0.activity, identity: one.identity, instant: $0.instant)
        }
      }
    }
  }

  // MARK: Activities

  /// Returns activities as they were last donated.
  func activities(_ identities: [ActivityIdentity]) async throws -> [ActivityIdentity: UserActivity] {
    try await catchUp()
    let user = learned.user
    let items = Dictionary(
      identities.compactMap { identity in user.items(of: identity).max().map { (identity, $0) } },
      uniquingKeysWith: { first, _ in first })
    let texts = try await texts(at: user.places(of: Array(items.values)))
    let done = items.reduce(into: [:]) { known, entry in
      known[entry.key] = texts[entry.value]?.activity.offered(as: entry.key)
    }
    guard done.count < Set(identities).count else { return done }
    let stated = try await statedActivities().map { ($0.identity, $0) }
    return Dictionary(stated.filter { identities.contains($0.0) }, uniquingKeysWith: { first, _ in first })
      .merging(done) { _, done in done }
  }

  /// Returns the newest donation of an activity, or `nil` if it was never done or has been
  /// forgotten.
  func newestDonation(of identity: ActivityIdentity) async throws -> Donation? {
    try await catchUp()
    guard let item = learned.user.items(of: identity).max() else { return nil }
    let places = learned.user.places(of: [item]).values
    return try await log.donations(of: user, at: Array(places)).first?.donation
  }

  /// Returns the activities that programs offer in hints and catalogs.
  private func statedActivities() async throws -> [UserActivity] {
    var stated: [StatedHint] = []
    for list in [HintList.hints, .intents, .appCatalog] { stated += try await log.hints(in: list, of: user) }
    return stated.map(\.hint.activity)
  }

  /// Returns the activities that may be offered though the user never did exactly those:
  /// combinations of their parameters, and activities that programs offer.
  func furtherActivities() async throws -> [UserActivity] {
    try await catchUp()
    let user = learned.user
    let texts = try await texts(at: user.places(of: user.combinations.items))
    let combined = texts.sorted { $0.key < $1.key }.flatMap { _, text in
      text.activity.combinationIdentities.map { text.activity.restricted(to: $0.combination) }
    }
    return try await combined + statedActivities()
  }

  // MARK: Phrases

  /// Returns the current book.
  func phrases() async throws -> PhraseBook {
    let (end, attempts) = (Instant.latest, 3)
    for attempt in 1...attempts {
      let user = try await userModel(at: end)
      if let book = try await book(of: user, at: end, mayLack: attempt == attempts) { return book }
    }
    return PhraseBook(of: [])
  }

  /// Returns the meaning of a spoken or typed text.
  func match(_ text: String) async throws -> PhraseMatch {
    let book = try await phrases()
    return (phraseCache.matcher() ?? PhraseMatcher(book)).match(text)
  }

  /// Returns the phrase book of a user model.
  ///
  /// - Parameters:
  ///   - items: Items to include however long ago they were done.
  ///   - instant: The moment of the book; phrases that the user gave later are not in it.
  ///   - mayLack: Whether activities forgotten in the meantime may be missing.
  /// - Returns: `nil` if something was forgotten in the meantime.
  private func book(
    of user: UserModel, with items: some Collection<Int> = [], at instant: Instant, mayLack: Bool
  ) async throws -> PhraseBook? {
    let generation = version?.generation
    let own =
      try await log.phrases(of: self.user).filter { $0.instant.milliseconds <= instant.milliseconds }
    let places = phrasedItems(of: user, with: items, own: own).map { user.table.entries[$0].place }
    let unknown = phraseCache.unknown(among: places)
    let texts = unknown.isEmpty ? [] : try await log.donations(of: self.user, at: unknown.sorted())
    guard texts.count == unknown.count || mayLack else { return nil }
    // After something is forgotten, texts read before stay out of memory. The past has a book of
    // its own.
    let isPresent =
      user.lastInstant == learned.user.lastInstant
      && user.table.entries.count == learned.user.table.entries.count
    guard isPresent, generation == version?.generation else {
      var copy = phraseCache
      copy.learn(texts)
      return copy.book(at: places, own: own)
    }
    phraseCache.learn(texts)
    return phraseCache.book(at: places, own: own)
  }

  /// Returns the items that have phrases: those done last, in the order in which they were first
  /// done, then others.
  ///
  /// The others are those that the user named, and those of this answer and earlier ones, so that
  /// phrases shown a moment ago are understood. Queries do not change the phrases of those done
  /// last.
  private func phrasedItems(of user: UserModel, with items: some Collection<Int>, own: [OwnPhrase]) -> [Int] {
    let newest = user.newestItems(limit: Self.phraseLimit)
    guard newest.count < user.table.entries.count else { return newest }
    let known = Set(newest)
    for item in items.sorted() where !known.contains(item) {
      let identity = user.identity(ofItem: item)
      answered.removeAll { $0 == identity }
      answered.append(identity)
    }
    answered.removeFirst(max(0, answered.count - Self.answeredLimit))
    let further = (answered + own.map(\.identity)).flatMap(user.items)
    if !remembersAnswers { answered = [] }
    return newest + Set(further).subtracting(known).sorted()
  }

  // MARK: Hints and routines

  /// Returns a function that gives the pool of hints in any context; the pool is empty if the log
  /// keeps no hints.
  ///
  /// - Parameters:
  ///   - instant: Hints that have expired by then need no routines.
  ///   - known: The moment up to which routines are learned from donations.
  private func hintPools(
    at instant: Instant, knownUntil known: Instant
  ) async throws -> @Sendable (Context) -> HintPool {
    let (all, allIntents) = try await rankedHints()
    let (stated, intents) = try await (suggestable(all), suggestable(allIntents))
    guard !stated.isEmpty || !intents.isEmpty else { return { _ in .empty } }
    let routines = try await routines(askedForBy: stated, at: instant, knownUntil: known)
    return { context in
      let assessed = Self.assess(stated, intents, in: context, by: routines)
      return assessed.isEmpty ? .empty : HintPool(assessed)
    }
  }

  /// Returns the hints that no rule or list excludes from suggestions.
  private func suggestable(_ stated: [StatedHint]) async throws -> [StatedHint] {
    guard !stated.isEmpty else { return [] }
    let rules = try await log.privacyRules()
    return stated.filter { rules.restraint(on: $0, for: user) == nil }
  }

  /// Returns all hints that have not expired, in their order, each with its relevance.
  func assessedHints(in context: Context) async throws -> [AssessedHint] {
    let (stated, intents) = try await rankedHints()
    let routines = try await routines(askedForBy: stated, at: context.instant, knownUntil: context.instant)
    return Self.assess(stated, intents, in: context, by: routines)
  }

  /// Returns the hints that take part in a ranking: those that programs set, and those that their
  /// actions imply.
  private func rankedHints() async throws -> (stated: [StatedHint], intents: [StatedHint]) {
    try await (log.hints(in: .hints, of: user), log.hints(in: .intents, of: user))
  }

  private static func assess(
    _ stated: [StatedHint], _ intents: [StatedHint], in context: Context, by routines: LearnedRoutines
  ) -> [AssessedHint] {
    [(stated, false), (intents, true)].flatMap { hints, isIntent in
      hints.filter { !$0.hint.activity.isExpired(at: context.instant) }
        .map { AssessedHint($0, isIntent: isIntent, in: context, by: routines) }
    }
  }

  /// Returns routines, which are learned only if a current hint needs one that no attribute gives.
  private func routines(
    askedForBy stated: [StatedHint], at instant: Instant, knownUntil known: Instant
  ) async throws -> LearnedRoutines {
    let asksForRoutine = stated.contains { stated in
      !stated.hint.activity.isExpired(at: instant)
        && stated.hint.relevance.contains { if case .routine = $0 { true } else { false } }
    }
    return asksForRoutine ? try await routines(at: known) : LearnedRoutines([])
  }

  /// Returns the user's app catalog entries that were never done by one moment, have not expired by
  /// another and are not forbidden.
  func appCatalogEntries(at instant: Instant, knownUntil known: Instant) async throws -> [StatedHint] {
    let stated = try await suggestable(log.hints(in: .appCatalog, of: user))
    guard !stated.isEmpty else { return [] }
    let user = try await userModel(at: known)
    let gates = user.gates(at: instant)
    return stated.filter { stated in
      user.items(of: stated.hint.activity.identity).isEmpty && user.mayShow(stated, gates)
    }
  }

  /// Returns the routines known at a moment, which are kept until the log changes.
  ///
  /// - Complexity: O(donations of eight weeks) when the log has changed, else O(1).
  func routines(at instant: Instant) async throws -> LearnedRoutines {
    let newest = try await userModel(at: instant).lastTime
    let current = try await log.version(of: user)
    if let known = routineCache, known.version == current, known.newest == newest {
      return known.routines
    }
    let learned = LearnedRoutines(try await donationsOfRoutines(upTo: newest))
    routineCache = RoutineCache(version: current, newest: newest, routines: learned)
    return learned
  }

  private func donationsOfRoutines(upTo newest: Int64?) async throws -> [Donation] {
    guard let newest else { return [] }
    let (pageSize, limit) = (LearnedRoutines.donationLimit, LearnedRoutines.donationLimit)
    let times = newest - Int64(LearnedRoutines.period * 1_000)..<newest + 1
    var (donations, cursor): ([Donation], LogCursor?) = ([], nil)
    while true {
      let page = try await log.donations(of: user, in: times, after: cursor, limit: pageSize)
      donations = Array((donations + page.map(\.donation).filter(\.hasExactTime)).suffix(limit))
      guard page.count == pageSize else { return donations }
      cursor = page.last?.cursor
    }
  }

  // MARK: The user model of a moment

  /// Returns the model of everything known at a moment: the whole log, or only the part before the
  /// moment.
  private func userModel(at instant: Instant) async throws -> UserModel {
    let asked = instant.milliseconds
    // A first query about the past does not have to wait for a replay of the present.
    if version == nil, try await isPast(asked) { return try await past(asked) }
    try await catchUp()
    return learned.user.isAhead(of: asked) ? try await past(asked) : learned.user
  }

  /// Returns whether something was donated after a moment (milliseconds since 1970).
  private func isPast(_ moment: Int64) async throws -> Bool {
    guard moment < .max else { return false }
    return try await !log.donations(of: user, in: moment + 1..<Int64.max, after: nil, limit: 1).isEmpty
  }

  private func past(_ moment: Int64) async throws -> UserModel {
    let end = moment == .max ? moment : moment + 1
    let current = try await log.version(of: user)
    voidTexts(besides: current.generation)
    return try await replay(before: end, at: current).user
  }

  /// Drops the texts and rules read in an earlier generation of the log: something was forgotten
  /// since, or a rule changed.
  private func voidTexts(besides current: Int64) {
    guard generation != current else { return }
    generation = current
    shown.removeAll()
    (rules, restraints) = (nil, [:])
    phraseCache.removeAll()
    answered.removeAll()
  }

  /// Brings the user model up to date with the log as of this call, or later.
  ///
  /// Arrivals during the read are left to the next call, so the read ends however often something
  /// arrives, late or not. If something is forgotten meanwhile, it reads again, so that no answer
  /// contains it.
  ///
  /// While one call reads the log, others wait for it and then check again instead of reading the
  /// same part. If it fails, they read themselves.
  private func catchUp() async throws {
    var wanted = try await log.version(of: user)
    while version?.covers(wanted) != true {
      if let reading {
        _ = await reading.result
        try Task.checkCancellation()
      } else {
        try await read(to: wanted)
      }
      let current = try await log.version(of: user)
      if current.generation != wanted.generation { wanted = current }
    }
  }

  private func read(to wanted: LogVersion) async throws {
    let reading = Task {
      defer { self.reading = nil }
      voidTexts(besides: wanted.generation)
      try await advance(to: wanted)
    }
    self.reading = reading
    try await reading.value
  }

  /// Brings the user model up to date, and returns what another process needs to go on from here.
  func learnedState(_ coding: UserModelCoding, key: String) async throws -> LearnedState {
    try await catchUp()
    guard let version, let cursor = learned.cursor else { return LearnedState() }
    return LearnedState(
      checkpoint: Checkpoint(
        key: key, cursor: cursor, lastSequence: version.lastSequence, donations: learned.donations,
        state: coding.encode(learned.user)),
      places: learned.user.table.entries.map(\.place))
  }

  /// Brings the user model up to date with the log.
  func learn() async throws { try await catchUp() }

  // MARK: Learning

  /// Learns new arrivals, or everything since the last checkpoint if the arrivals do not belong at
  /// the end.
  private func advance(to current: LogVersion) async throws {
    if let arrivals = try await arrivalsInOrder(since: version, now: current) {
      let hasFeedback = version?.feedbackCount != current.feedbackCount
      version = nil  // until all is learned: after an error the model is rebuilt
      if hasFeedback { learned.apply(try await log.feedback(of: user)) }
      try learn(arrivals, into: &learned, at: current)
    } else {
      learned = try await replay(before: .max, at: current)
    }
    version = current
    await checkpoints?.save(learned.handOver(), of: user, at: current)
  }

  /// Builds a user model from the log, starting at the last checkpoint.
  ///
  /// - Parameters:
  ///   - end: The end in milliseconds since 1970; donations then or later are not learned.
  ///   - current: The log's version before the replay; later arrivals are left to the next one.
  private func replay(before end: Int64, at current: LogVersion) async throws -> LearnedHistory {
    var learned =
      await checkpoints?.learned(by: user, before: end, at: current) ?? LearnedHistory(UserModel(model))
    learned.apply(
      try await log.feedback(of: user).filter { end == .max || $0.instant.milliseconds < end })
    do {
      try await learnPages(before: end, at: current, into: &learned)
    } catch {
      // The next replay continues from here.
      checkpoints?.take(from: &learned, at: current, for: .eviction)
      await checkpoints?.save(learned.handOver(), of: user, at: current)
      throw error
    }
    checkpoints?.take(from: &learned, at: current, for: .arrived)
    await checkpoints?.save(learned.handOver(), of: user, at: current)
    return learned
  }

  /// Learns the rest of the log page by page, and saves progress every two pages, or after a
  /// quarter of those before, so that a caller who stops waiting need not start over the next time.
  private func learnPages(
    before end: Int64, at current: LogVersion, into learned: inout LearnedHistory
  ) async throws {
    var (cursor, kept, total) = (learned.cursor, learned.donations, 0)
    while true {
      let page = try await log.donations(
        of: user, in: Int64.min..<end, after: cursor, limit: pageSize)
      try learn(page.filter { $0.sequence <= current.lastSequence }, into: &learned, at: current)
      guard page.count == pageSize else { return }
      cursor = page.last?.cursor
      if learned.donations - kept >= max(2 * pageSize, kept / 4) {
        kept = learned.donations
        await checkpoints?.save(learned.handOver(), of: user, at: current)
      }
      guard let progress else { continue }
      if total == 0 { total = try await log.users().first { $0.user == user }?.donations ?? 0 }
      progress(LearningProgress(user: user, donations: learned.donations, total: total))
    }
  }

  /// Saves the state learned since the last checkpoint, before the session is evicted.
  func evict() async {
    guard let version else { return }
    checkpoints?.take(from: &learned, at: version, for: .eviction)
    await checkpoints?.save(learned.handOver(), of: user, at: version)
  }

  /// Learns donations, and takes a checkpoint wherever a rebuild would take as long as saving one.
  private func learn(
    _ donations: [LoggedDonation], into learned: inout LearnedHistory, at current: LogVersion
  ) throws {
    for logged in donations {
      try learned.observe(logged, scratch: &scratch)
      checkpoints?.take(from: &learned, at: current, for: .onTheWay)
    }
  }

  /// Returns the donations that only need to be appended, or `nil` if one does not belong at the
  /// end or something was forgotten.
  private func arrivalsInOrder(
    since before: LogVersion?, now current: LogVersion
  ) async throws -> [LoggedDonation]? {
    guard let before, before.generation == current.generation else { return nil }
    var arrivals: [LoggedDonation] = []
    var last = before.lastSequence
    while last < current.lastSequence {
      let page = try await log.arrivals(of: user, after: last, limit: pageSize)
      guard let newest = page.last?.sequence else { break }
      arrivals += page.filter { $0.sequence <= current.lastSequence }
      last = newest
    }
    let places = (learned.cursor.map { [$0] } ?? []) + arrivals.map(\.cursor)
    guard zip(places, places.dropFirst()).allSatisfy(<) else { return nil }
    return arrivals
  }

  // MARK: Texts

  /// The maximum number of items that are judged ahead of an answer.
  private static let mostJudged = 4_096

  /// The privacy rules, read once for each generation of the log.
  private func currentRules() async throws -> PrivacyRules {
    if let rules { return rules }
    let read = try await log.privacyRules()
    rules = read
    return read
  }

  /// Fetches the texts to show; donations forgotten in the meantime are missing.
  private func texts<Name: Hashable>(
    at places: [Name: LogCursor]
  ) async throws -> [Name: ShownActivities.Text] {
    var texts: [LogCursor: ShownActivities.Text] = [:]
    for place in places.values { texts[place] = shown.text(at: place) }
    let missing = places.values.filter { texts[$0] == nil }
    if !missing.isEmpty {
      let generation = version?.generation
      let rules = try await currentRules()
      for logged in try await log.donations(of: user, at: missing.sorted()) {
        let text = ShownActivities.Text(logged.donation, rules)
        texts[logged.cursor] = text
        // After something is forgotten, texts read before stay out of memory.
        if generation == version?.generation { shown.insert(text, at: logged.cursor) }
      }
    }
    for (place, text) in texts { restraints[place] = text.restraint }
    return places.compactMapValues { texts[$0] }
  }
}

extension LogVersion {
  /// Returns whether it includes all of another version and nothing that was forgotten before that.
  fileprivate func covers(_ other: LogVersion) -> Bool {
    generation == other.generation && lastSequence >= other.lastSequence
      && feedbackCount >= other.feedbackCount
  }
}

/// Routines as learned at one version of the log.
private struct RoutineCache: Sendable {
  let version: LogVersion
  /// The newest donation used, in milliseconds since 1970.
  let newest: Int64?
  let routines: LearnedRoutines
}
