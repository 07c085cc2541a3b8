internal import Activities
internal import Phrases

/// An activity as somebody named it: by its identity, its phrase or its title.
struct ActivityReference {
  let text: String

  /// Which activity is meant.
  ///
  /// An identity is taken as it is, known or not: it may be one of a combination of parameters. Words have to be a phrase or title
  /// but for case, accents and punctuation: near is not good enough to act on.
  ///
  /// - Throws: A ``Failure`` if no activity is called so, or several are.
  func identity(in book: PhraseBook) throws -> ActivityIdentity {
    if let identity = ActivityIdentity(text.lowercased()) { return identity }
    let match = book.match(text)
    if match.kind == .exact, let entry = match.best { return entry.identity }
    let isShared = match.kind == .ambiguous && match.candidates.first?.similarity == 1
    throw Failure(
      isShared
        ? "several activities are called so; name one by its identity, from `hunch phrase list`"
        : "no activity is called so; `hunch phrase list` has them all, and `hunch phrase match` finds near ones",
      .usage)
  }
}
