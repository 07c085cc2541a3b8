internal import Activities

/// What the user said about suggestions, as far as it forbids showing something.
///
/// It is no part of a checkpoint: there is little of it, and it is read from the log each time.
struct Verdicts: Sendable {
  /// When the last verdict was given.
  private(set) var lastInstant: Instant?
  /// What the user never wants to see again; types and programs by the hashes of their names.
  private var identities: Set<ActivityIdentity> = []
  private var types: Set<UInt64> = []
  private var programs: Set<UInt64> = []
  /// When an activity was found to be unreadable for its program, the last time.
  private var retirements: [ActivityIdentity: Instant] = [:]

  /// Forbids nothing.
  init() {}

  /// Takes a verdict into account; they come in the order of time.
  mutating func apply(_ feedback: Feedback) {
    lastInstant = feedback.instant
    guard let target = feedback.target else { return }
    if feedback.isRetirement { retirements[target.identity] = feedback.instant }
    switch feedback.verdict {
    case .never: forbid(target, scope: feedback.scope)
    case .undone: allow(target, scope: feedback.scope)
    case .accepted, .ignored, .dismissed, .notNow, .pinned: break
    }
  }

  private mutating func forbid(_ target: Feedback.Impression, scope: Feedback.Scope) {
    switch scope {
    case .activity: identities.insert(target.identity)
    case .type: types.insert(StableHash.text(target.activityType))
    case .program: programs.insert(StableHash.text(target.defaultProgram))
    }
  }

  private mutating func allow(_ target: Feedback.Impression, scope: Feedback.Scope) {
    switch scope {
    case .activity: identities.remove(target.identity)
    case .type: types.remove(StableHash.text(target.activityType))
    case .program: programs.remove(StableHash.text(target.defaultProgram))
    }
  }

  /// Whether an activity is forbidden, or retired and not done again since.
  ///
  /// A verdict names a program by the activity's type; a donation may name another program, and is covered by both.
  func forbids(_ entry: Catalogue.Entry, identity: ActivityIdentity) -> Bool {
    identities.contains(identity) || types.contains(entry.activityType)
      || programs.contains(entry.program) || programs.contains(entry.defaultProgram)
      || retirements[identity].map { entry.milliseconds <= $0.milliseconds } ?? false
  }
}
