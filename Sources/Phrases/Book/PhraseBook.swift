public import Activities

/// The phrases of a user: each activity has one, and no two activities have the same.
///
/// It is a function of the activities, as their newest donations word them, whatever their order, and of the user's own phrases, of which
/// the newest of an activity counts: what is forgotten leaves a book that never held it. An activity has the user's own phrase, else the one that its program proposed, else
/// its title, else one that is composed. Where two of them can be taken for each other, *none* keeps the short form: all get words
/// of their payload that tell them apart, except for the user's own phrases, which stay as they are. What has the same words even
/// then is numbered, in the order of identities.
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
    /// A Boolean value that indicates whether there is something to invoke: false for the user's own phrase
    /// of an activity that is gone.
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

  /// Makes the book.
  ///
  /// - Parameters:
  ///   - sources: The user's activities, each once, in any order.
  ///   - own: The user's own phrases, in the order in which they arrived: of two from the same moment the later one counts.
  ///   - language: In which phrases are composed.
  /// - Complexity: O(n log n) for n activities, and their letters.
  package init(
    of sources: [PhraseSource], own: [OwnPhrase] = [], language: PhraseLanguage = .english
  ) {
    var builder = BookBuilder(sources, own: own, composer: PhraseComposer(language: language))
    builder.tellApart()
    builder.number()
    entries = builder.entries
    collisions = builder.collisions()
    folded = builder.folded
    places = Dictionary(
      zip(entries.map(\.identity), entries.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The phrase of an activity; `nil` if it is not in the book.
  public func phrase(of identity: ActivityIdentity) -> String? { places[identity].map { entries[$0].phrase } }

  /// The entry of an activity; `nil` if it is not in the book.
  public func entry(of identity: ActivityIdentity) -> Entry? { places[identity].map { entries[$0] } }
}
