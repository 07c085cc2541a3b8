internal import Activities
internal import ArgumentParser
internal import Importers
internal import Suggestions

/// The completions of arguments. Every argument declares one of these, or files.
extension CompletionKind {
  /// No completions: for numbers, new names, and the user's own words.
  static var nothing: CompletionKind { .list([]) }

  /// The words of an enumeration.
  static func words<Word: CaseIterable & RawRepresentable<String>>(of _: Word.Type) -> CompletionKind {
    .list(Word.allCases.map(\.rawValue))
  }

  /// The surfaces that suggestions are shown on.
  static var surfaces: CompletionKind { .words(of: Surface.self) }

  /// The programs whose histories can be imported.
  static var sources: CompletionKind { .list(ImporterRegistry.all.map(\.name)) }

  /// Some lengths of time.
  static var spans: CompletionKind { .list(["15m", "30m", "1h", "2h", "8h", "1d", "7d"]) }

  /// Some moments of one word.
  static var moments: CompletionKind { .list(["now", "today", "yesterday", "tomorrow", "noon"]) }
}
