internal import Activities
internal import Importers
internal import Storage
internal import Suggestions

/// The command lines of a user that a prediction is based on, learned from a store.
///
/// It follows the store: ``caughtUp(with:model:at:)`` learns what was added, and begins again when
/// something was forgotten. Two histories that caught up with the same store at the same moment
/// give the same answers, whenever they began.
struct LineHistory {
  /// The engine that has learned the lines.
  let engine: SuggestionEngine
  /// The lines, by their text.
  private(set) var known: [String: KnownLine] = [:]
  /// The hosts that a line reached, whose exit code a hook recorded.
  private(set) var reachedHosts: Set<String> = []
  /// The newest line of each session.
  private var newest: [String: PreviousLine] = [:]
  /// The line that arrived last, in any session.
  private var last: PreviousLine?
  /// The moment of the newest line.
  private(set) var newestInstant: Instant?
  /// The rules that keep activities out of suggestions.
  private(set) var rules = PrivacyRules()
  /// The activities that the user never wants to see suggested.
  private(set) var forbidden = ForbiddenActivities([])
  /// The moment of the first command that a hook recorded.
  private(set) var firstRecorded: Instant?
  private var window: LineWindow

  private let user: UserIdentifier
  private let lines = InMemoryDonationStore()
  private var version: LogVersion?
  /// The number of the newest donation that was looked at.
  private var lastSequence: Int64 = 0
  /// The first week that counts.
  private var firstWeek: Int64 = 0
  /// The number of the oldest commands that were skipped, and the moment of the next one.
  private var skipped = (count: 0, end: Int64.min)

  private static let pageSize = 4_096

  /// - Parameter most: The maximum number of commands that count.
  init(of user: UserIdentifier, model: SuggestionModel, most: Int) {
    self.user = user
    window = LineWindow(most: most)
    engine = SuggestionEngine(log: lines, model: model, capacity: 1)
  }

  /// Returns the newest line of a session, or, if no session is named, of any.
  func previous(in session: String?) -> PreviousLine? { session.map { newest[$0] } ?? last }

  /// The number of runs that count.
  var runs: Int { window.commands - skipped.count }

  /// Whether so many commands count that older ones do not.
  var isLong: Bool { window.commands >= LineWindow.enough }

  /// Notes feedback that has just been stored, so that not all feedback has to be read again.
  mutating func note(stored feedback: Feedback) async throws {
    guard let version, let copy = feedback.aboutLine() else { return }
    try await lines.ingest(verbatim: [copy])
    self.version = LogVersion(
      generation: version.generation, lastSequence: version.lastSequence,
      feedbackCount: version.feedbackCount + 1)
  }

  /// Learns what a store has at a moment.
  ///
  /// - Returns: A history that has learned it: this one with additions, or a new one.
  /// - Throws: An error of the store.
  func caughtUp(
    with store: any DonationStore, model: SuggestionModel, at now: Instant
  ) async throws -> LineHistory {
    let current = try await store.version(of: user)
    // Without any donation, it is not known which weeks count.
    let isStillEmpty = window.weeks.isEmpty && current.lastSequence != lastSequence
    if let version, version.generation == current.generation, !isStillEmpty {
      var history = self
      let isWhole = try await history.add(from: store, upTo: current)
      if isWhole, history.beginning(at: now) == firstWeek, history.window.skipped == skipped.count {
        return history
      }
    }
    var history = LineHistory(of: user, model: model, most: window.most)
    try await history.read(store, version: current, at: now)
    return history
  }

  // MARK: Reading

  /// Reads a store from the newest week back.
  private mutating func read(_ store: any DonationStore, version: LogVersion, at now: Instant) async throws {
    self.version = version
    lastSequence = version.lastSequence
    rules = try await store.privacyRules()
    var weeks: [[LoggedDonation]] = []
    // The weeks before a long silence count as much as if it had not been.
    let next = LineWindow.week(of: now.milliseconds) + 1
    var week = try await newestWeek(of: store, upTo: next) ?? next
    while true {
      weeks.append(try await commands(of: store, in: week))
      if window.isEnough(from: week, at: now.milliseconds) { break }
      week -= 1
    }
    firstWeek = week
    // The commands of the first week that are too many anyway were not kept.
    let kept = weeks.reversed().flatMap(\.self)
    let counting = kept.dropFirst(window.skipped - (window.commands - kept.count))
    skipped = (window.skipped, counting.first?.donation.context.instant.milliseconds ?? .min)
    try await learn(Array(counting))
    try await copyFeedback(of: store)
  }

  /// Returns the last week with a donation, up to a week; `nil` if there is none.
  ///
  /// - Complexity: O(log weeks) calls of the store.
  private func newestWeek(of store: any DonationStore, upTo last: Int64) async throws -> Int64? {
    func hasDonation(_ weeks: Range<Int64>) async throws -> Bool {
      let times =
        LineWindow.times(of: weeks.lowerBound).lowerBound..<LineWindow.times(of: weeks.upperBound).lowerBound
      return try await !store.donations(of: user, in: times, after: nil, limit: 1).isEmpty
    }
    var (end, width): (Int64, Int64) = (last + 1, 1)
    while try await !hasDonation(end - width..<end) {
      (end, width) = (end - width, width * 2)
      guard end > 0 else { return nil }
    }
    var start = end - width
    while end - start > 1 {
      let middle = start + (end - start) / 2
      if try await hasDonation(middle..<end) { start = middle } else { end = middle }
    }
    return start
  }

  /// Returns the commands of a week, at most the newest that can count, and counts its donations.
  private mutating func commands(
    of store: any DonationStore, in week: Int64
  ) async throws -> [LoggedDonation] {
    var commands: [LoggedDonation] = []
    var cursor: LogCursor?
    while true {
      let page = try await store.donations(
        of: user, in: LineWindow.times(of: week), after: cursor, limit: Self.pageSize)
      for logged in page { if count(logged) { commands.append(logged) } }
      if commands.count > window.most { commands.removeFirst(commands.count - window.most) }
      guard page.count == Self.pageSize else { return commands }
      cursor = page.last?.cursor
    }
  }

  /// Adds what arrived since the last time.
  ///
  /// - Returns: `false` if a command is older than a skipped one, so that others count now.
  private mutating func add(
    from store: any DonationStore, upTo current: LogVersion
  ) async throws -> Bool {
    guard current != version else { return true }
    while lastSequence < current.lastSequence {
      let page = try await store.arrivals(of: user, after: lastSequence, limit: Self.pageSize)
      guard let last = page.last else { break }
      var commands: [LoggedDonation] = []
      for logged in page
      where LineWindow.week(of: logged.donation.context.instant.milliseconds) >= firstWeek {
        if count(logged) { commands.append(logged) }
      }
      let oldest = commands.map(\.donation.context.instant.milliseconds).min()
      if skipped.count > 0, let oldest, oldest < skipped.end { return false }
      try await learn(commands)
      lastSequence = last.sequence
    }
    if current.feedbackCount != version?.feedbackCount { try await copyFeedback(of: store) }
    version = current
    return true
  }

  /// Counts a donation, and returns whether it is a command.
  private mutating func count(_ logged: LoggedDonation) -> Bool {
    let donation = logged.donation
    let isCommand = donation.activity.activityType == ImportedActivityType.command
    window.count(at: donation.context.instant.milliseconds, isCommand: isCommand)
    return isCommand
  }

  /// Returns the first week that counts at a moment.
  private func beginning(at now: Instant) -> Int64 {
    var week = window.last(at: now.milliseconds)
    while !window.isEnough(from: week, at: now.milliseconds) { week -= 1 }
    return week
  }

  private mutating func learn(_ commands: [LoggedDonation]) async throws {
    var donations: [Donation] = []
    for logged in commands {
      let session = HookedCommand.session(of: logged.donation)
      if session != nil,
        firstRecorded.map({ logged.donation.context.instant.milliseconds < $0.milliseconds }) ?? true
      {
        firstRecorded = logged.donation.context.instant
      }
      guard let run = RunLine(logged.donation) else {
        if let session { newest[session] = nil }
        continue
      }
      donations.append(
        try run.donation(sequence: logged.sequence, after: session.flatMap { newest[$0] }))
      last = PreviousLine(run)
      let instant = run.end
      if newestInstant.map({ $0.milliseconds < instant.milliseconds }) ?? true { newestInstant = instant }
      if let session { newest[session] = last }
      if known[run.line]?.note(run) == nil { known[run.line] = KnownLine(run) }
      // Without a hook, an exit code of 0 and an unknown one look the same.
      if session != nil, !run.hasFailed, let hosts = known[run.line]?.hosts { reachedHosts.formUnion(hosts) }
    }
    try await lines.ingest(verbatim: donations)
  }

  // MARK: Feedback

  /// Copies what the user did with lines that were shown, from the commands to the lines.
  private mutating func copyFeedback(of store: any DonationStore) async throws {
    let feedback = try await store.feedback(of: user)
    forbidden = ForbiddenActivities(feedback)
    try await lines.ingest(verbatim: feedback.compactMap { $0.aboutLine() })
  }
}

extension Feedback {
  /// The same feedback about the shown line itself; `nil` if it is not about a line at a prompt.
  fileprivate func aboutLine() -> Feedback? {
    guard surface == .prompt, let shown = target, case .string(let line)? = shown.userInfo["line"] else {
      return nil
    }
    return try? Feedback(
      by: user, at: instant, suggestion: suggestion,
      shown: [
        Impression(
          activityType: RunLine.activityType, userInfo: RunLine.userInfo(line),
          probability: shown.probability)
      ], chosen: chosen, verdict: verdict, surface: surface)
  }
}
