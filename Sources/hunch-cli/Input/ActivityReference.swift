internal import Activities
internal import Phrases
internal import Suggestions

/// An activity as somebody named it: by its identity, its phrase or its title.
struct ActivityReference {
  let text: String

  /// Returns the identity of the activity that is meant.
  ///
  /// An identity is taken as it is, known or not. Words have to be a phrase or title but for case, accents and punctuation: near
  /// is not good enough to act on. What was done goes before what may be offered besides: combinations of parameters, and
  /// what programs say one can do.
  ///
  /// - Throws: A ``Failure`` if no activity is called so, or several are.
  func identity(by engine: SuggestionEngine, of user: UserIdentifier) async throws -> ActivityIdentity {
    if let identity = ActivityIdentity(text.lowercased()) { return identity }
    let match = try await engine.phrases(of: user).match(text)
    if match.kind == .exact || Self.isShared(match) { return try Self.identity(of: match) }
    let further = try await engine.furtherActivities(of: user)
    let book = PhraseBook(of: further.map { PhraseSource($0, identity: $0.identity) })
    return try Self.identity(of: book.match(text))
  }

  /// Returns the identity of the activity that is meant, of those in a book.
  ///
  /// - Throws: A ``Failure`` if no activity is called so, or several are.
  func identity(in book: PhraseBook) throws -> ActivityIdentity {
    if let identity = ActivityIdentity(text.lowercased()) { return identity }
    return try Self.identity(of: book.match(text))
  }

  private static func identity(of match: PhraseMatch) throws -> ActivityIdentity {
    if match.kind == .exact, let entry = match.best { return entry.identity }
    throw Failure(
      isShared(match)
        ? "several activities are called so; name one by its identity, from `hunch phrase list`"
        : "no activity by that name; `hunch phrase list` lists all of them, and `hunch phrase match` finds similar ones",
      .usage)
  }

  private static func isShared(_ match: PhraseMatch) -> Bool {
    match.kind == .ambiguous && match.candidates.first?.similarity == 1
  }
}
