/// The origin of the words of a phrase.
public enum PhraseOrigin: String, Hashable, Sendable, CaseIterable {
  /// The user gave it.
  case own
  /// The program proposed it.
  case donated
  /// It is the title.
  case title
  /// It was composed from the type and the values of the activity.
  case composed
}

/// Makes the phrase of an activity from the activity's own texts and values.
struct PhraseComposer: Sendable {
  let language: PhraseLanguage

  /// Returns the shortest phrase for an activity: the donated one, otherwise the title, if they
  /// follow the rules, otherwise a composed one.
  ///
  /// - Complexity: O(size of the source).
  func draft(of source: PhraseSource) -> PhraseDraft {
    if let donated = source.donated { return draft(.donated, donated) }
    if let title = source.shortTitle { return draft(.title, title) }
    return composed(source)
  }

  /// Returns the title of an activity, or words composed from its type and its required values if
  /// it has none.
  ///
  /// - Complexity: O(size of the source).
  func title(of source: PhraseSource) -> String {
    if let title = source.title, !FoldedPhrase(title).isEmpty || title.contains(where: { !$0.isWhitespace }) {
      return title
    }
    let composed = composed(source).text
    return composed == language.anything ? source.donated?.joined(separator: " ") ?? composed : composed
  }

  private func draft(_ origin: PhraseOrigin, _ head: [String], tail: [String] = []) -> PhraseDraft {
    PhraseDraft(origin: origin, head: head, tail: tail, language: language)
  }

  private func composed(_ source: PhraseSource) -> PhraseDraft {
    // The first text of the payload names it best, otherwise the first number; sender and recipient
    // follow.
    let directions = source.values.filter { $0.relation == .sender || $0.relation == .recipient }
    let others = source.values.filter { !directions.contains($0) && $0.meaning != .flag }
    let object = (others.first(where: \.isText) ?? others.first)?.object
    let clauses = clauses(of: directions)
    let state = StateWords.words(of: source.flags, in: language)
    let hasObject = object != nil || !clauses.isEmpty || !state.isEmpty
    if !hasObject, let title = beginning(of: source.title) { return draft(.composed, title) }
    let known = source.kind.first.flatMap { VerbLexicon.verb($0, in: language) }
    let verb = known.map { [$0] } ?? []
    var words = known == nil ? source.kind : Array(source.kind.dropFirst())
    if object == nil, clauses.isEmpty, words.isEmpty, let program = source.program { words = [program] }
    words += object ?? []
    guard !verb.isEmpty || !words.isEmpty || !clauses.isEmpty else {
      return draft(.composed, [language.anything])
    }
    let isLast = language.putsVerbLast && !verb.isEmpty && !(words.isEmpty && clauses.isEmpty)
    words = isLast ? words : verb + words
    var room = PhraseRules.mostWords - (isLast ? 1 : 0) - min(words.count, PhraseRules.mostWords)
    for part in clauses + [state] where part.count <= room {
      words += part
      room -= part.count
    }
    let head = words.prefix(PhraseRules.mostWords - (isLast ? 1 : 0))
    guard !WakeWords.removed(from: head + (isLast ? verb : [])).isEmpty else {
      return draft(.composed, [language.anything])
    }
    return draft(.composed, Array(head), tail: isLast ? verb : [])
  }

  /// The sender, and then the recipient: `from home to work`.
  private func clauses(of directions: [Distinction]) -> [[String]] {
    [Preposition.sender, .recipient].compactMap { relation in
      directions.first { $0.relation == relation }.map { [language.preposition(relation)] + $0.object }
    }
  }

  /// The first words of a title that is too long.
  private func beginning(of title: String?) -> [String]? {
    guard let title else { return nil }
    let all = PhraseRules.words(of: title).map(String.init)
    let text = draft(.composed, PhraseDraft.beginning(of: all, most: PhraseRules.mostWords)).text
    return PhraseRules.allow(text) ? PhraseRules.words(of: text).map(String.init) : nil
  }
}
