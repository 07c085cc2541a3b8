public import Activities

/// The phrases and titles of a user: each activity has a phrase that no other has, and a title that
/// can be told from others.
///
/// It is a function of the activities in the order in which they were done first, as their newest
/// donations word them, and of the user's own phrases, of which the newest of an activity counts:
/// what is forgotten leaves a book that never held it. An activity has the user's own phrase, else
/// the one that its program proposed, else its title, else one that is composed. Where two of them
/// can be taken for each other, the one that was done first keeps its phrase, and the other gets
/// words that tell it apart: so an activity that is done for the first time changes no phrase that
/// was there. The user's own phrases stay as they are, and all others make way. What has the same
/// words even then is numbered.
public struct PhraseBook: Sendable {
  /// One activity and its phrase.
  public struct Entry: Hashable, Sendable {
    /// The identity of the activity.
    public let identity: ActivityIdentity
    /// The words to invoke it by.
    public let phrase: String
    /// The origin of the words.
    public let origin: PhraseOrigin
    /// The phrase that it would have alone, if it had to be told apart.
    public let shortForm: String?
    /// The type of the activity.
    public let activityType: String
    /// The title of the activity.
    public let title: String?
    /// What people see of the activity: its title, and what tells it apart from others with the
    /// same one.
    public let displayTitle: DisplayTitle
    /// A Boolean value that indicates whether there is something to invoke: false for the user's
    /// own phrase of an activity that is gone.
    public let isAvailable: Bool
  }

  /// Phrases that can be taken for each other though all was done to tell them apart.
  public struct Collision: Hashable, Sendable {
    /// The kind of the collision.
    public let kind: CollisionKind
    /// The identities of the activities, in order.
    public let identities: [ActivityIdentity]
  }

  /// All activities, in the order of their identities.
  public let entries: [Entry]
  /// The phrases that can still be taken for each other, the most alike first.
  public let collisions: [Collision]
  /// The phrases of the entries as they are compared.
  let folded: [FoldedPhrase]
  private let places: [ActivityIdentity: Int]
  private let composer: PhraseComposer
  /// The titles that there are.
  private let titles: Set<FoldedPhrase>

  /// Makes the book.
  ///
  /// - Parameters:
  ///   - sources: The user's activities, each once, in the order in which they were done first: of
  ///     two that collide the earlier one keeps its phrase.
  ///   - own: The user's own phrases, in the order in which they arrived: of two from the same
  ///     moment the later one counts.
  ///   - language: In which phrases are composed.
  /// - Complexity: O(n log n) for n activities, and their letters.
  package init(
    of sources: [PhraseSource], own: [OwnPhrase] = [], language: PhraseLanguage = .english
  ) {
    composer = PhraseComposer(language: language)
    let builder = BookBuilder(sources, own: own, composer: composer)
    let displayTitles = TitleBuilder(builder.items, composer: composer).titles
    let all = zip(builder.items, displayTitles).sorted { $0.0.identity < $1.0.identity }
    entries = all.map { item, title in
      Entry(
        identity: item.identity, phrase: item.text, origin: item.origin,
        shortForm: item.text == item.short ? nil : item.short,
        activityType: item.source?.activityType ?? item.own?.activityType ?? "",
        title: item.source.map(\.title) ?? item.own?.title, displayTitle: title,
        isAvailable: item.source != nil)
    }
    folded = all.map(\.0.folded)
    collisions = builder.collisions()
    places = Dictionary(
      zip(entries.map(\.identity), entries.indices), uniquingKeysWith: { first, _ in first })
    titles = Set(displayTitles.map { FoldedPhrase($0.title) })
  }

  /// The phrase of an activity; `nil` if it is not in the book.
  public func phrase(of identity: ActivityIdentity) -> String? { places[identity].map { entries[$0].phrase } }

  /// The entry of an activity; `nil` if it is not in the book.
  public func entry(of identity: ActivityIdentity) -> Entry? { places[identity].map { entries[$0] } }

  /// The place of an activity among the entries; `nil` if it is not in the book.
  func place(of identity: ActivityIdentity) -> Int? { places[identity] }

  /// The phrase of an activity; if it is not in the book, the one that it would have alone.
  package func phrase(for activity: UserActivity, _ identity: ActivityIdentity) -> String {
    phrase(of: identity) ?? composer.draft(of: PhraseSource(activity, identity: identity)).text
  }

  /// What people see of an activity; if it is not in the book, its title, with what tells it apart
  /// if something in the book is called so.
  package func displayTitle(for activity: UserActivity, _ identity: ActivityIdentity) -> DisplayTitle {
    if let known = places[identity] { return entries[known].displayTitle }
    let source = PhraseSource(activity, identity: identity)
    let title = composer.title(of: source)
    let folded = FoldedPhrase(title)
    let distinction =
      titles.contains(folded) ? source.distinctions.first { !$0.isSaid(in: folded) } : nil
    return DisplayTitle(title: title, disambiguation: distinction?.label(in: composer.language))
  }
}
