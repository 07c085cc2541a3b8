internal import Activities
internal import Phrases
internal import Suggestions

/// An activity as somebody named it: by its identity, its phrase or its title, or, to be told something about it, by a part of them.
struct ActivityReference {
  let text: String

  /// What a text means.
  enum Meaning {
    /// One activity, which is called so or is clearly the best of what fits; and what may be meant besides, the surest first.
    case one(ActivityIdentity, besides: [PhraseBook.Entry])
    /// Nothing is called so; what may be meant, if anything.
    case none(PhraseMatch)
  }

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
    return try Self.identity(of: try await furtherMatch(by: engine, of: user))
  }

  /// Returns what is meant, for who only wants to be told something about it.
  ///
  /// What is called just so goes before what fits; and what was done before what may be offered besides.
  func meaning(by engine: SuggestionEngine, of user: UserIdentifier) async throws -> Meaning {
    if let identity = ActivityIdentity(text.lowercased()) { return .one(identity, besides: []) }
    let book = try await engine.phrases(of: user)
    let match = book.match(text)
    if match.kind == .exact, let entry = match.best {
      // Its phrase is the title of others, too.
      let others = book.entries.filter { other in
        other.identity != entry.identity && other.title?.lowercased() == text.lowercased()
      }
      return .one(entry.identity, besides: others)
    }
    if Self.isShared(match) { return .none(match) }
    let further = try await furtherMatch(by: engine, of: user)
    if further.kind == .exact, let entry = further.best { return .one(entry.identity, besides: []) }
    for match in [match, further] {
      guard let entry = match.likeliest else { continue }
      return .one(
        entry.identity, besides: match.candidates.map(\.entry).filter { $0.identity != entry.identity })
    }
    return .none(match.kind == .none && further.kind != .none ? further : match)
  }

  /// Returns what a text means of what may be offered besides what was done.
  private func furtherMatch(by engine: SuggestionEngine, of user: UserIdentifier) async throws -> PhraseMatch
  {
    let further = try await engine.furtherActivities(of: user)
    return PhraseBook(of: further.map { PhraseSource($0, identity: $0.identity) }).match(text)
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
