/// The lists that a program may keep of what it did not learn from anybody.
public enum HintList: Int, Hashable, Sendable, CaseIterable {
  /// The activities that may matter at a time, at a place, in a routine.
  case hints = 0
  /// The actions that the program offers at all: never ranked as a prediction, shown only where
  /// they are asked for.
  case appCatalog = 1
  /// The activities that its actions say may be done as well; weaker than its hints.
  case intents = 2

  /// The maximum number of entries that a program's list may have.
  ///
  /// 64 hints, or intents: a day's appointments and trains; each is looked at for every question.
  /// 16 entries of a catalogue: what people look through, as with Apple's limits of a program's
  /// shortcuts.
  public var limit: Int {
    switch self {
    case .hints, .intents: 64
    case .appCatalog: 16
    }
  }
}

extension HintList {
  /// Checks what every log refuses.
  ///
  /// - Throws: ``HintError``.
  package func check(_ hints: [Hint], of program: String) throws(HintError) {
    guard !program.isEmpty else { throw .noProgram }
    guard hints.count <= limit else { throw .tooManyHints(limit: limit) }
    guard self != .appCatalog || hints.allSatisfy(\.relevance.isEmpty) else { throw .appCatalogWithRelevance }
  }
}
