/// The origin of the words of a phrase.
public enum PhraseOrigin: String, Hashable, Sendable, CaseIterable {
  /// The user gave it.
  case own
  /// The program proposed it.
  case donated
  /// It is the title.
  case title
  /// It was made from the type and the values of the activity.
  case composed
}

/// Makes the phrase of an activity from what the activity says of itself.
struct PhraseComposer: Sendable {
  let language: PhraseLanguage

  /// A phrase to which words can be added.
  struct Draft: Hashable, Sendable {
    let origin: PhraseOrigin
    /// Words before what is added.
    var head: [String]
    /// Words after it: the verb, in languages that put it last.
    var tail: [String] = []
    /// The words that were added to tell it apart.
    var added: [String] = []

    /// The phrase, at most ``PhraseRules/mostWords`` words: rather than what was added, the end of the head goes.
    var text: String {
      let extra = added.flatMap { PhraseRules.words(of: $0).map(String.init) }
      let space = PhraseRules.mostWords - tail.count
      let words = Array(extra.prefix(max(1, space - 1)))
      let all = Array(head.prefix(space - words.count) + words + tail)
      // What a program proposes is free of calls; what is put together from types and values need not be.
      let isPlain = added.isEmpty && origin != .composed
      var text = (isPlain ? all : WakeWords.removed(from: all)).joined(separator: " ")
      if let first = text.first, first.isLowercase { text = first.uppercased() + text.dropFirst() }
      return PhraseRules.isTooLong(text) ? shortened(text) : text
    }

    private func shortened(_ text: String) -> String {
      let cut = text.prefix(PhraseRules.mostCharacters)
      guard text.dropFirst(cut.count).first != " ", let end = cut.lastIndex(of: " ") else {
        return String(cut)
      }
      return String(cut[..<end])
    }
  }

  /// The shortest phrase for an activity: the donated one, else the title, if they keep the rules; else one that is composed.
  ///
  /// - Complexity: O(size of the source).
  func draft(of source: PhraseSource) -> Draft {
    if let donated = source.donated { return Draft(origin: .donated, head: donated) }
    if let title = source.shortTitle { return Draft(origin: .title, head: title) }
    return composed(source)
  }

  private func composed(_ source: PhraseSource) -> Draft {
    // The first text of the payload names it best, else the first value.
    let object = (source.values.first(where: \.isText) ?? source.values.first)?.words
    if object == nil, let title = beginning(of: source.title) { return Draft(origin: .composed, head: title) }
    let known = source.kind.first.flatMap { VerbLexicon.verb($0, in: language) }
    let verb = known.map { [$0] } ?? []
    var words = known == nil ? source.kind : Array(source.kind.dropFirst())
    if object == nil, words.isEmpty, let program = source.program { words = [program] }
    words += object.map { PhraseRules.words(of: $0).map(String.init) } ?? []
    guard !verb.isEmpty || !words.isEmpty else { return Draft(origin: .composed, head: [language.anything]) }
    let isLast = language.putsVerbLast && !words.isEmpty && !verb.isEmpty
    let head = (isLast ? words : verb + words).prefix(PhraseRules.mostWords - (isLast ? 1 : 0))
    guard !WakeWords.removed(from: head + (isLast ? verb : [])).isEmpty else {
      return Draft(origin: .composed, head: [language.anything])
    }
    return Draft(origin: .composed, head: Array(head), tail: isLast ? verb : [])
  }

  /// The first words of a title that is too long.
  private func beginning(of title: String?) -> [String]? {
    guard let title else { return nil }
    let words = PhraseRules.words(of: title).prefix(PhraseRules.mostWords).map(String.init)
    let text = Draft(origin: .composed, head: words).text
    return PhraseRules.allow(text) ? PhraseRules.words(of: text).map(String.init) : nil
  }
}
