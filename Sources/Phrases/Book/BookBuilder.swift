internal import Activities

/// Tells the phrases of a book apart, round by round.
///
/// In a round all that can be taken for each other get a further word at the same time, each the first of its values that some of the
/// others has not; so the outcome does not depend on any order.
struct BookBuilder {
  /// More words than this tell nothing apart any more.
  private static let mostRounds = 6

  private var items: [Item]
  private(set) var folded: [FoldedPhrase]
  private var index: CollisionIndex

  /// An activity while its phrase is being made.
  private struct Item {
    let identity: ActivityIdentity
    let source: PhraseSource?
    let own: OwnPhrase?
    /// A Boolean value that indicates whether it is in the user's own words.
    let isFixed: Bool
    let distinctions: [PhraseSource.Distinction]
    var draft: PhraseComposer.Draft?
    var text: String
    let short: String
    /// The keys of what was added.
    var added: [String] = []
  }

  init(_ sources: [PhraseSource], own: [OwnPhrase], composer: PhraseComposer) {
    let ownPhrases = Dictionary(own.map { ($0.identity, $0) }, uniquingKeysWith: Self.newer)
      .filter { $0.value.phrase != nil }
    let known = Dictionary(sources.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    let identities = Set(known.keys).union(ownPhrases.keys).sorted()
    items = identities.map { identity in
      let (source, own) = (known[identity], ownPhrases[identity])
      let draft = own == nil ? source.map(composer.draft) : nil
      let text = own?.phrase.map(Self.tidied) ?? draft?.text ?? ""
      return Item(
        identity: identity, source: source, own: own, isFixed: own != nil,
        distinctions: source?.distinctions ?? [], draft: draft, text: text, short: text)
    }
    folded = items.map { FoldedPhrase($0.text) }
    index = CollisionIndex(items: items.count)
    for item in items.indices { index.place(folded[item], of: item) }
  }

  /// Returns the one of two phrases of an activity that counts, of which the second arrived later.
  private static func newer(_ one: OwnPhrase, _ other: OwnPhrase) -> OwnPhrase {
    one.instant.milliseconds > other.instant.milliseconds ? one : other
  }

  private static func tidied(_ text: String) -> String { PhraseRules.words(of: text).joined(separator: " ") }

  /// Adds words until nothing can be taken for anything else, or no word is left that would help.
  mutating func tellApart() {
    var changed = Array(items.indices)
    for _ in 0..<Self.mostRounds where !changed.isEmpty {
      var additions: [Int: Int] = [:]
      for group in index.groups(of: changed) {
        for (item, addition) in self.additions(to: group.members) {
          additions[item] = min(additions[item] ?? addition, addition)
        }
      }
      for (item, addition) in additions { add(addition, to: item) }
      changed = additions.keys.sorted()
    }
  }

  /// For each of some items that can be taken for each other the place of what tells it apart from some of them, if there is such.
  private func additions(to members: [Int]) -> [(item: Int, addition: Int)] {
    var values: [String: (words: String, count: Int, differs: Bool)] = [:]
    let distinctions = members.map { items[$0].distinctions }
    for value in distinctions.joined() {
      let known = values[value.key]
      values[value.key] = (
        value.words, (known?.count ?? 0) + 1, known.map { $0.differs || $0.words != value.words } ?? false
      )
    }
    return zip(members, distinctions).compactMap { item, own in
      guard !items[item].isFixed else { return nil }
      let place = own.firstIndex { value in
        guard let known = values[value.key], known.differs || known.count < members.count else {
          return false
        }
        return !items[item].added.contains(value.key) && !says(value.folded, in: item)
      }
      return place.map { (item, $0) }
    }
  }

  /// Returns whether a phrase has all the words of a value already.
  private func says(_ value: FoldedPhrase, in item: Int) -> Bool {
    let words = folded[item].words
    return value.words.allSatisfy(words.contains)
  }

  private mutating func add(_ addition: Int, to item: Int) {
    let value = items[item].distinctions[addition]
    items[item].added.append(value.key)
    items[item].draft?.added.append(value.words)
    if let draft = items[item].draft { word(item, draft.text) }
  }

  private mutating func word(_ item: Int, _ text: String) {
    items[item].text = text
    folded[item] = FoldedPhrase(text)
    index.place(folded[item], of: item)
  }

  /// Numbers what has the same words as something else; the first keeps them, unless they are the user's own phrase for another.
  mutating func number() {
    let groups = index.groups(of: items.indices).filter { $0.kind == .equal }.map(\.members)
    for members in groups.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let free = members.filter { !items[$0].isFixed }
      let keepsWords = free.count == members.count
      var number = 2
      for item in free.dropFirst(keepsWords ? 1 : 0) {
        let words = PhraseRules.words(of: items[item].text).prefix(PhraseRules.mostWords - 1)
        let stem = words.joined(separator: " ").prefix(PhraseRules.mostCharacters - 8)
        while index.isTaken(FoldedPhrase("\(stem) \(number)")) { number += 1 }
        word(item, "\(stem) \(number)")
        number += 1
      }
    }
  }

  /// The entries, in the order of identities.
  var entries: [PhraseBook.Entry] {
    items.map { item in
      PhraseBook.Entry(
        identity: item.identity, phrase: item.text, origin: item.draft?.origin ?? .own,
        shortForm: item.text == item.short ? nil : item.short,
        activityType: item.source?.activityType ?? item.own?.activityType ?? "",
        title: item.source.map(\.title) ?? item.own?.title, isAvailable: item.source != nil)
    }
  }

  /// Returns the phrases that can be taken for each other in the end; two that are alike in several ways are
  /// told once.
  mutating func collisions() -> [PhraseBook.Collision] {
    var kinds: [[Int]: CollisionKind] = [:]
    for group in index.groups(of: items.indices) {
      kinds[group.members] = min(kinds[group.members] ?? group.kind, group.kind)
    }
    return kinds.sorted { ($0.value, $0.key[0], $0.key.count) < ($1.value, $1.key[0], $1.key.count) }
      .map { members, kind in
        PhraseBook.Collision(kind: kind, identities: members.map { items[$0].identity })
      }
  }
}
