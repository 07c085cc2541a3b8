public import Activities
public import Suggestions

/// A weak hint: an activity that the user may want to do after an action, named by that action.
///
/// The user has not done it, so it is never a donation, and weighs less than one everywhere.
public struct IntentHint: Hashable, Sendable {
  /// The hinted activity.
  public let activity: UserActivity
  /// The identity of that activity.
  public let identity: ActivityIdentity
  /// The program of the action that gave the hint.
  public let program: String
  /// The activity type of the action that gave the hint.
  public let source: String
  /// The group to undo hints by: all hints of an action in a feature.
  public let group: String
  /// The user of the hint.
  public let user: UserIdentifier
  /// The moment at which the action was performed.
  public let instant: Instant

  /// Creates a hint; without a phrase of its own it takes the action's, if it is eligible for
  /// suggestions.
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

/// Another activity that the user may want to do, named by a performed action.
public struct AssociatedIntent: Hashable, Sendable {
  /// The activity that the user may want to do.
  public let activity: UserActivity

  /// Creates a hint at an activity.
  public init(_ activity: UserActivity) { self.activity = activity }
}

/// A recorder of hints that performed actions give, separate from donations.
public protocol AssociatedIntentRecorder: Sendable {
  /// Keeps the hints of one performed action; the next one is not published before it returns.
  func record(_ hints: [IntentHint]) async throws
}

extension SuggestionEngine: AssociatedIntentRecorder {
  /// Keeps hints in the log, where they affect answers.
  ///
  /// They weigh less than hints that a program sets itself, and far less than donations. See
  /// `keepIntents(_:of:for:at:)`.
  public func record(_ hints: [IntentHint]) async throws {
    for hint in hints {
      try await keepIntents([hint.activity], of: hint.program, for: hint.user, at: hint.instant)
    }
  }
}

/// A recorder that keeps hints while the process lives: the newest per user, source and activity.
public actor InMemoryIntentRecorder: AssociatedIntentRecorder {
  private struct Key: Hashable {
    let user: UserIdentifier
    let source: String
    let identity: ActivityIdentity
  }

  private var kept: [Key: IntentHint] = [:]

  /// Creates an empty recorder.
  public init() {}

  /// Keeps hints; they replace equal ones from the same source.
  public func record(_ hints: [IntentHint]) {
    for hint in hints { kept[Key(user: hint.user, source: hint.source, identity: hint.identity)] = hint }
  }

  /// Returns the hints for a user, oldest first; ties are in order of source and identity.
  public func hints(for user: UserIdentifier = .me) -> [IntentHint] {
    kept.values.filter { $0.user == user }.sorted {
      ($0.instant.milliseconds, $0.source, $0.identity.description)
        < ($1.instant.milliseconds, $1.source, $1.identity.description)
    }
  }

  /// Removes a group and returns the number of its hints.
  @discardableResult
  public func forget(group: String, of user: UserIdentifier = .me) -> Int {
    let before = kept.count
    kept = kept.filter { $0.value.group != group || $0.value.user != user }
    return before - kept.count
  }
}
