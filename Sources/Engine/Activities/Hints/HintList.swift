/// The lists of statements that a program may keep, independent of any history.
public enum HintList: Int, Hashable, Sendable, CaseIterable {
  /// The activities that may matter at a time, at a place, in a routine.
  case hints = 0
  /// The actions that the program offers: never ranked as a prediction, shown only on request.
  case appCatalog = 1
  /// The activities that its actions mention as possible, too; weaker than its hints.
  case intents = 2

  /// The maximum number of entries in a program's list.
  ///
  /// 64 hints or intents: a day's appointments and trains; each is evaluated for every query. 16
  /// app catalog entries: as many as people look through; Apple has a similar limit for a program's
  /// shortcuts.
  public var limit: Int {
    switch self {
    case .hints, .intents: 64
    case .appCatalog: 16
    }
  }
}

extension HintList {
  /// Checks the rules that every log enforces.
  ///
  /// - Throws: ``HintError``.
  package func check(_ hints: [Hint], of program: String) throws(HintError) {
    guard !program.isEmpty else { throw .noProgram }
    guard hints.count <= limit else { throw .tooManyHints(limit: limit) }
    guard self != .appCatalog || hints.allSatisfy(\.relevance.isEmpty) else { throw .appCatalogWithRelevance }
  }
}
