public import Activities

/// The phrases and titles of a user: each activity has a unique phrase, and a distinguishable
/// title.
///
/// It is a function of the activities in the order in which they were first done, as worded by
/// their newest donations, and of the user's own phrases, where the newest of an activity counts.
/// After forgetting, the book is as if the forgotten donations had never existed. An activity has
/// the user's own phrase, otherwise the one that its program proposed, otherwise its title,
/// otherwise a composed one. If two can be confused, the activity that was first done earlier keeps
/// its phrase, and the other gets distinguishing words. So a new activity never changes an existing
/// phrase. The user's own phrases never change; all others give way. Phrases that still have the
/// same words are numbered.
public struct PhraseBook: Sendable {
  /// An activity and its phrase.
  public struct Entry: Hashable, Sendable {
    /// The identity of the activity.
    public let identity: ActivityIdentity
    /// The words to invoke it by.
    public let phrase: String
    /// The origin of the words.
    public let origin: PhraseOrigin
    /// The phrase that it would have on its own, if it had to be distinguished.
    public let shortForm: String?
    /// The type of the activity.
    public let activityType: String
    /// The title of the activity.
    public let title: String?
    /// The displayed title, with words that distinguish it from others with the same title.
    public let displayTitle: DisplayTitle
    /// A Boolean value that indicates whether it can be invoked: false for the user's own phrase of
    /// a forgotten or deleted activity.
    public let isAvailable: Bool
  }

  /// Phrases that can still be confused, despite all attempts to distinguish them.
  public struct Collision: Hashable, Sendable {
    /// The kind of the collision.
    public let kind: CollisionKind
    /// The identities of the activities, in order.
    public let identities: [ActivityIdentity]
  }

  /// All activities, in the order of their identities.
  public let entries: [Entry]
  /// The phrases that can still be confused, the most similar first.
  public let collisions: [Collision]
  /// The phrases of the entries in the form for comparison.
  let folded: [FoldedPhrase]
  private let places: [ActivityIdentity: Int]
  private let composer: PhraseComposer
  /// The titles of all entries.
  private let titles: Set<FoldedPhrase>

  /// Creates a book.
  ///
  /// - Parameters:
  ///   - sources: The user's activities, each once, in the order in which they were first done: the
  ///     earlier of two that collide keeps its phrase.
  ///   - own: The user's own phrases, in the order of arrival: the later of two from the same
  ///     moment counts.
  ///   - language: The language of composed phrases.
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

  /// The index of an activity's entry; `nil` if it is not in the book.
  func place(of identity: ActivityIdentity) -> Int? { places[identity] }

  /// The phrase of an activity; if it is not in the book, the phrase that it would have on its own.
  package func phrase(for activity: UserActivity, _ identity: ActivityIdentity) -> String {
    phrase(of: identity) ?? composer.draft(of: PhraseSource(activity, identity: identity)).text
  }

  /// The displayed title of an activity; if it is not in the book, its title, with distinguishing
  /// words if the book has the same title.
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
