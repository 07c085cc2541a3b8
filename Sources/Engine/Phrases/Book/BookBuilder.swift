internal import Activities

/// Gives phrases to activities, one after the other, and distinguishes each from earlier ones.
///
/// Phrases never change once placed: the activity that was first done later gets the longer phrase.
struct BookBuilder {
  /// The maximum number of distinctions: more do not help.
  private static let mostWords = 3
  /// The maximum number of colliding items to compare a new one with.
  private static let mostRivals = 32

  private let composer: PhraseComposer
  private(set) var items: [Item] = []
  private var index: CollisionIndex
  /// The next number for an item with the same short form.
  private var numbers: [FoldedPhrase: Int] = [:]

  /// An activity and its phrase.
  struct Item {
    let identity: ActivityIdentity
    let source: PhraseSource?
    let own: OwnPhrase?
    let origin: PhraseOrigin
    let text: String
    let folded: FoldedPhrase
    /// The phrase that it would have on its own.
    let short: String
  }

  /// Places all activities.
  ///
  /// - Parameters:
  ///   - sources: The activities in the order in which they were first done.
  ///   - own: The user's own phrases, in the order of arrival; they are placed unchanged, before
  ///     all others.
  init(_ sources: [PhraseSource], own: [OwnPhrase], composer: PhraseComposer) {
    self.composer = composer
    let ownPhrases = Dictionary(own.map { ($0.identity, $0) }, uniquingKeysWith: Self.newer)
      .filter { $0.value.phrase != nil }
    let known = Dictionary(sources.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    index = CollisionIndex(items: sources.count + ownPhrases.count)
    for (identity, own) in ownPhrases.sorted(by: { $0.key < $1.key }) {
      let text = PhraseRules.words(of: own.phrase ?? "").joined(separator: " ")
      place(
        Item(
          identity: identity, source: known[identity], own: own, origin: .own, text: text,
          folded: FoldedPhrase(own.phrase ?? ""), short: text))
    }
    var placed = Set(ownPhrases.keys)
    for source in sources where placed.insert(source.identity).inserted { place(source) }
  }

  /// Returns the phrase that counts of two for one activity; the second arrived later.
  private static func newer(_ one: OwnPhrase, _ other: OwnPhrase) -> OwnPhrase {
    one.instant.milliseconds > other.instant.milliseconds ? one : other
  }

  private mutating func place(_ item: Item) {
    index.place(item.folded, of: items.count)
    items.append(item)
  }

  private mutating func place(_ source: PhraseSource) {
    let draft = composer.draft(of: source)
    let short = Candidate(draft)
    var chosen = short
    let rivals = index.rivals(of: short.folded, most: Self.mostRivals)
    if !rivals.isEmpty {
      if let longer = toldApart(short, rivals: rivals, of: source) {
        chosen = longer
      } else if index.isTaken(short.folded) {
        chosen = numbered(draft, folded: short.folded)
      }
    }
    place(
      Item(
        identity: source.identity, source: source, own: nil, origin: draft.origin, text: chosen.text,
        folded: chosen.folded, short: short.text))
  }

  /// A candidate for the wording.
  private struct Candidate {
    let draft: PhraseDraft
    let text: String
    let folded: FoldedPhrase

    init(_ draft: PhraseDraft) {
      self.draft = draft
      text = draft.text
      folded = .ofPhrase(text)
    }

    func adding(_ distinction: Distinction) -> Candidate {
      var draft = draft
      draft.added.append(distinction)
      return Candidate(draft)
    }
  }

  /// Returns the wording with the fewest distinctions that collides with nothing.
  ///
  /// Without one, if the short form equals another, it returns a wording that at least does not;
  /// `nil` if no words distinguish it.
  private func toldApart(_ short: Candidate, rivals: [Int], of source: PhraseSource) -> Candidate? {
    let useful = distinctions(of: source, unlike: rivals, notIn: short)
    for distinction in useful {
      let candidate = short.adding(distinction)
      if candidate.folded != short.folded, index.rivals(of: candidate.folded, most: 1).isEmpty {
        return candidate
      }
    }
    var (current, others) = (short, rivals)
    for _ in 0..<Self.mostWords {
      let next = distinctions(of: source, unlike: others, notIn: current)
        .lazy.map(current.adding).first { $0.folded != current.folded }
      guard let next else { break }
      current = next
      others = index.rivals(of: current.folded, most: Self.mostRivals)
      if others.isEmpty { return current }
    }
    return index.isTaken(short.folded) && !index.isTaken(current.folded) ? current : nil
  }

  /// The distinctions of a source that some of its rivals lack, and that are not in its phrase yet.
  ///
  /// A value that only begins like a rival's is not a distinction if only its beginning is visible,
  /// as with two numbers of the same town. A rival with the user's own phrase lacks all
  /// distinctions: its phrase has none of its values, and may exist before its activity does.
  private func distinctions(
    of source: PhraseSource, unlike rivals: [Int], notIn candidate: Candidate
  ) -> [Distinction] {
    source.distinctions.filter { distinction in
      guard !distinction.isSaid(in: candidate.folded) else { return false }
      let note = distinction.note(in: composer.language, most: PhraseDraft.mostNoted)
      return rivals.contains { rival in
        let item = items[rival]
        guard item.own == nil, let source = item.source else { return true }
        return !source.distinctions.contains {
          $0.key == distinction.key && $0.note(in: composer.language, most: PhraseDraft.mostNoted) == note
        }
      }
    }
  }

  /// Returns the short form with a number, counted from 2: the first one has none.
  private mutating func numbered(_ draft: PhraseDraft, folded: FoldedPhrase) -> Candidate {
    var draft = draft
    var number = numbers[folded] ?? 2
    while true {
      draft.number = number
      number += 1
      let candidate = Candidate(draft)
      guard index.isTaken(candidate.folded) else {
        numbers[folded] = number
        return candidate
      }
    }
  }

  /// The phrases that can still be confused; two that are similar in several ways are reported
  /// once.
  func collisions() -> [PhraseBook.Collision] {
    var kinds: [[Int]: CollisionKind] = [:]
    for group in index.groups(of: items.indices) {
      kinds[group.members] = min(kinds[group.members] ?? group.kind, group.kind)
    }
    return kinds.map { members, kind in
      PhraseBook.Collision(kind: kind, identities: members.map { items[$0].identity }.sorted())
    }.sorted {
      ($0.kind, $0.identities[0], $0.identities.count) < ($1.kind, $1.identities[0], $1.identities.count)
    }
  }
}
