public import Activities
public import Hints
internal import Phrases

/// What programs say, beside what users do.
extension SuggestionEngine {
  /// Replaces what a program says may matter to a user; an empty list clears it.
  ///
  /// The next answer heeds it, and so does a question about another moment: hints are as they are now, they have no history.
  /// What the rules at the door keep out is left out.
  /// How hints and what was learned make one probability is told at `HintPool`.
  ///
  /// - Throws: `HintError` for a list that a program may not have, ``SuggestionError/hintsNotKept``, or what the log throws.
  public func setHints(
    _ hints: [Hint], of program: String, for user: UserIdentifier = .me
  ) async throws {
    try await hintLog().take(hints, in: .hints, of: program, for: user)
  }

  /// Replaces what a program says one can do with it; an empty list clears it.
  ///
  /// - Throws: `HintError` for a list that a program may not have, ``SuggestionError/hintsNotKept``, or what the log throws.
  public func setCatalogue(
    _ activities: [UserActivity], of program: String, for user: UserIdentifier = .me
  ) async throws {
    let entries = try activities.map { try Hint(of: $0) }
    try await hintLog().take(entries, in: .catalogue, of: program, for: user)
  }

  /// All hints for a user that have not expired, ordered by program, each with how relevant it is in a context.
  ///
  /// - Throws: What the log throws.
  public func assessedHints(
    for user: UserIdentifier = .me, in context: Context
  ) async throws -> [AssessedHint] {
    try await person(user).assessedHints(in: context)
  }

  /// What programs say one can do with them and the user never did, ordered by program.
  ///
  /// It is no prediction, has no rank and no probability: show it where it is asked for, or where there is nothing to predict.
  ///
  /// - Throws: What the log throws.
  public func catalogue(
    for user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [CatalogueEntry] {
    let stated = try await person(user).catalogueEntries(at: instant)
    guard !stated.isEmpty else { return [] }
    let book = try await phrases(of: user)
    return stated.map { stated in
      let activity = stated.hint.activity
      return CatalogueEntry(
        activity: activity, program: stated.program, phrase: book.phrase(for: activity, activity.identity))
    }
  }

  /// The routines of a user's day as their donations up to a moment tell them.
  ///
  /// - Throws: What the log throws.
  /// - Complexity: O(donations of eight weeks) when the log has changed, else O(1).
  public func routines(
    of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> LearnedRoutines {
    try await person(user).routines(at: instant)
  }

  private func hintLog() throws(SuggestionError) -> any HintLog {
    guard let log = log as? any HintLog else { throw .hintsNotKept }
    return log
  }
}

/// Something that a program says one can do with it.
public struct CatalogueEntry: Hashable, Sendable {
  /// What one can do.
  public let activity: UserActivity
  /// The program that says so.
  public let program: String
  /// The short words to invoke it by.
  public let phrase: String
}
