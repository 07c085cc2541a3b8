public import Activities

/// Keeps hints as long as the process lives: of each user, source and activity, the newest.
public actor InMemoryIntentRecorder: AssociatedIntentRecorder {
  private struct Key: Hashable {
    let user: UserIdentifier
    let source: String
    let identity: ActivityIdentity
  }

  private var kept: [Key: IntentHint] = [:]

  /// Keeps nothing yet.
  public init() {}

  /// Keeps hints, in place of equal ones of the same source.
  public func record(_ hints: [IntentHint]) {
    for hint in hints { kept[Key(user: hint.user, source: hint.source, identity: hint.identity)] = hint }
  }

  /// The hints for a user, oldest first; of one moment, in the order of source and identity.
  public func hints(for user: UserIdentifier = .me) -> [IntentHint] {
    kept.values.filter { $0.user == user }.sorted {
      ($0.instant.milliseconds, $0.source, $0.identity.description)
        < ($1.instant.milliseconds, $1.source, $1.identity.description)
    }
  }

  /// Takes a group back; answers how many hints that were.
  @discardableResult
  public func forget(group: String, of user: UserIdentifier = .me) -> Int {
    let before = kept.count
    kept = kept.filter { $0.value.group != group || $0.value.user != user }
    return before - kept.count
  }
}
