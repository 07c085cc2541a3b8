internal import Activities

/// What each row of a user's evidence is: the newest donation's activity, and what became of it.
struct Catalogue: Sendable {
  /// One activity of the user.
  struct Entry: Sendable {
    var activity: UserActivity
    var program: String
    let identity: ActivityIdentity
    /// When it was last donated.
    let instant: Instant
  }

  private(set) var entries: [Entry] = []
  private var bans = Bans()
  /// When an activity was found to be unreadable for its program, the last time.
  private var retirements: [ActivityIdentity: Instant] = [:]

  /// Keeps the newest donation's text and payload; O(1).
  mutating func observe(_ donation: Donation, row: Int) {
    let entry = Entry(
      activity: donation.activity, program: donation.program, identity: donation.identity,
      instant: donation.context.instant)
    if row == entries.count { entries.append(entry) } else { entries[row] = entry }
  }

  /// Takes the user's verdicts into account, which come in the order of time.
  mutating func apply(_ feedback: Feedback) {
    guard let target = feedback.target else { return }
    if feedback.isRetirement { retirements[target.identity] = feedback.instant }
    switch feedback.verdict {
    case .never: bans.insert(target, scope: feedback.scope)
    case .undone: bans.remove(target, scope: feedback.scope)
    case .accepted, .ignored, .dismissed, .notNow, .pinned: break
    }
  }

  /// Whether an activity may be offered at a moment: neither expired, nor ineligible, nor forbidden, nor retired.
  func mayOffer(row: Int, at instant: Instant) -> Bool {
    entries[row].activity.isEligibleForPrediction && mayShow(entries[row], at: instant)
  }

  /// What was done last, the newest first, each once; of one moment the lower identity first.
  ///
  /// - Complexity: O(n log n) for n activities.
  func recentActivities(at instant: Instant, limit: Int) -> [RecentActivity] {
    entries.filter { mayShow($0, at: instant) }
      .sorted { ($1.instant.milliseconds, $0.identity) < ($0.instant.milliseconds, $1.identity) }
      .prefix(limit)
      .map { RecentActivity(activity: $0.activity, identity: $0.identity, instant: $0.instant) }
  }

  /// Whether the user may see it at all.
  private func mayShow(_ entry: Entry, at instant: Instant) -> Bool {
    !entry.activity.isExpired(at: instant) && !bans.cover(entry) && !isRetired(entry)
  }

  /// Whether its program could not read it, and it was not done again since.
  private func isRetired(_ entry: Entry) -> Bool {
    retirements[entry.identity].map { entry.instant.milliseconds <= $0.milliseconds } ?? false
  }
}

/// What the user never wants to see again.
private struct Bans: Sendable {
  private var identities: Set<ActivityIdentity> = []
  private var types: Set<String> = []
  private var programs: Set<String> = []

  mutating func insert(_ target: Feedback.Impression, scope: Feedback.Scope) {
    switch scope {
    case .activity: identities.insert(target.identity)
    case .type: types.insert(target.activityType)
    case .program: programs.insert(target.defaultProgram)
    }
  }

  mutating func remove(_ target: Feedback.Impression, scope: Feedback.Scope) {
    switch scope {
    case .activity: identities.remove(target.identity)
    case .type: types.remove(target.activityType)
    case .program: programs.remove(target.defaultProgram)
    }
  }

  /// A verdict names a program by the activity's type; a donation may name another program, and is covered by both.
  func cover(_ entry: Catalogue.Entry) -> Bool {
    identities.contains(entry.identity) || types.contains(entry.activity.activityType)
      || programs.contains(entry.program) || programs.contains(entry.activity.defaultProgram)
  }
}
