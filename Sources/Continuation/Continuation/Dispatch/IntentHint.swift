public import Activities
public import Suggestions

/// Something that the user may want to do after an action, as the action said: a weak hint.
///
/// The user has not done it, so it is never a donation, and counts for less than one wherever it is
/// used.
public struct IntentHint: Hashable, Sendable {
  /// The activity that is hinted at.
  public let activity: UserActivity
  /// The identity of that activity.
  public let identity: ActivityIdentity
  /// The program whose action said so.
  public let program: String
  /// The activity type of the action that said so.
  public let source: String
  /// With what it can be taken back: all hints of an action in a feature are a group.
  public let group: String
  /// The user for whom it is.
  public let user: UserIdentifier
  /// The moment at which the action was performed.
  public let instant: Instant

  /// Makes a hint; without a phrase of its own it takes the action's, where suggestions are wanted.
  init(
    _ intent: AssociatedIntent, program: String, source: String, phrase: String?, user: UserIdentifier,
    instant: Instant
  ) {
    var activity = intent.activity
    if activity.isEligibleForPrediction, activity.suggestedInvocationPhrase == nil {
      activity.suggestedInvocationPhrase = phrase
    }
    self.activity = activity
    identity = activity.identity
    self.program = program
    self.source = source
    group = source
    self.user = user
    self.instant = instant
  }
}

/// Something else that the user may want to do, told by an action that was performed.
public struct AssociatedIntent: Hashable, Sendable {
  /// The activity that the user may want to do.
  public let activity: UserActivity

  /// Makes a hint of an activity.
  public init(_ activity: UserActivity) { self.activity = activity }
}

/// Keeps the hints that performed actions give, apart from what was done.
public protocol AssociatedIntentRecorder: Sendable {
  /// Keeps the hints of one performed action; the next one is not published before it returns.
  func record(_ hints: [IntentHint]) async throws
}

extension SuggestionEngine: AssociatedIntentRecorder {
  /// Keeps hints in the log, where answers take them into account.
  ///
  /// They count for less than what a program says by itself, and for far less than what was done.
  /// See `keepIntents(_:of:for:at:)`.
  public func record(_ hints: [IntentHint]) async throws {
    for hint in hints {
      try await keepIntents([hint.activity], of: hint.program, for: hint.user, at: hint.instant)
    }
  }
}

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
