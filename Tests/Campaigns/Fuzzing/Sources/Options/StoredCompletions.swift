// What a shell would offer from the store; the program's own looks into one, and no option reads it.

internal import ArgumentParser

extension CompletionKind {
  static var timeZones: CompletionKind { .nothing }
  static var activityTypes: CompletionKind { .nothing }
  static var programs: CompletionKind { .nothing }
  static var places: CompletionKind { .nothing }
}
