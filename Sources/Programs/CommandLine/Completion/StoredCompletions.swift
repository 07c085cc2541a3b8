internal import Activities
internal import ArgumentParser
internal import Foundation

// Completions from the machine and from the store.
extension CompletionKind {
  /// The time zones of this machine's database.
  static var timeZones: CompletionKind {
    .custom { _, _, _ in StoredNames.quoted(["UTC"] + TimeZone.knownTimeZoneIdentifiers) }
  }

  /// The users of the store.
  static var users: CompletionKind { .custom { words, _, _ in await StoredNames(words).users() } }

  /// The titles of the user's activities, the last one done first.
  static var activities: CompletionKind {
    .custom { words, _, _ in await StoredNames(words).recent { [$0.activity.title].compactMap(\.self) } }
  }

  /// The types of the user's activities.
  static var activityTypes: CompletionKind {
    .custom { words, _, _ in await StoredNames(words).recent { [$0.activity.activityType] } }
  }

  /// The programs that the user's activities belong to.
  static var programs: CompletionKind {
    .custom { words, _, _ in await StoredNames(words).recent { [$0.program] } }
  }

  /// The places that the user named.
  static var places: CompletionKind { .custom { words, _, _ in await StoredNames(words).places() } }
}
