internal import Activities

/// What each row of a user's evidence is: the newest donation's activity, and what became of it.
struct Catalogue: Sendable {
  /// One activity of the user.
  struct Entry: Sendable {
    var activity: UserActivity
    var program: String
    let identity: ActivityIdentity
  }

  private(set) var entries: [Entry] = []
  private var bans = Bans()

  /// Keeps the newest donation's text and payload; O(1).
  mutating func observe(_ donation: Donation, row: Int) {
    let entry = Entry(activity: donation.activity, program: donation.program, identity: donation.identity)
    if row == entries.count { entries.append(entry) } else { entries[row] = entry }
  }

  /// Takes the user's verdicts into account, which come in the order of time.
  mutating func apply(_ feedback: Feedback) {
    guard let target = feedback.target else { return }
    switch feedback.verdict {
    case .never: bans.insert(target, scope: feedback.scope)
    case .undone: bans.remove(target, scope: feedback.scope)
    case .accepted, .ignored, .dismissed, .notNow, .pinned: break
    }
  }

  /// Whether an activity may be offered at a moment: neither expired, nor ineligible, nor forbidden.
  func mayOffer(row: Int, at instant: Instant) -> Bool {
    let entry = entries[row]
    return entry.activity.isEligibleForPrediction && !entry.activity.isExpired(at: instant)
      && !bans.cover(entry)
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
