/// The two lists that a program may keep of what it did not learn from anybody.
public enum HintList: Int, Hashable, Sendable, CaseIterable {
  /// What may matter at a time, at a place, in a routine.
  case hints = 0
  /// What one can do with the program at all: never ranked as a prediction, shown only where it is asked for.
  case catalogue = 1

  /// How many entries a program's list may have.
  ///
  /// 64 hints: a day's appointments and trains; each is looked at for every question. 16 entries of a catalogue: what people
  /// look through, as with Apple's limits of a program's shortcuts.
  public var limit: Int {
    switch self {
    case .hints: 64
    case .catalogue: 16
    }
  }
}

/// Keeps what programs say beside what users do, and forgets it when told.
///
/// Hints are statements, not history: each call replaces the program's whole list, so there is no version of them to keep. They
/// are scoped to a user. A ``Deletion`` that the log obeys takes the hints with it that ``Deletion/matches(_:)-(StatedHint)``
/// names, and their bytes. They are no part of exporting or importing a log: a program can say them again.
public protocol HintLog: DonationLog {
  /// Replaces a program's list, all of it or, if an error is thrown, nothing; an empty one clears it.
  ///
  /// - Throws: ``HintError`` for a list that a program may not have, or what the log throws.
  func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws

  /// A list of all programs, ordered by program, each program's in the order in which it gave them.
  ///
  /// What has expired is there until it is replaced; whoever offers something leaves it out.
  func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint]
}

extension HintList {
  /// Checks what every log refuses.
  ///
  /// - Throws: ``HintError``.
  package func check(_ hints: [Hint], of program: String) throws(HintError) {
    guard !program.isEmpty else { throw .noProgram }
    guard hints.count <= limit else { throw .tooManyHints(limit: limit) }
    guard self == .hints || hints.allSatisfy(\.relevance.isEmpty) else { throw .catalogueWithRelevance }
  }
}

extension HintLog {
  /// Replaces a program's list, without what the rules at the door keep out.
  ///
  /// - Returns: How many were kept out.
  /// - Throws: ``HintError`` for a list that a program may not have, or what the log throws.
  @discardableResult
  public func take(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws -> Int {
    try list.check(hints, of: program)
    let rules = try await (self as? any DoorLog)?.doorRules().rules ?? []
    let admitted = hints.filter { hint in
      !rules.contains { $0.keepsOut(StatedHint(by: program, hint), for: user) }
    }
    try await setHints(admitted, in: list, of: program, for: user)
    return hints.count - admitted.count
  }
}
