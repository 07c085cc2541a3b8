public import Foundation

/// The way in which a program's activities are published and continued.
///
/// Every value has a default that suits a program without routes and without a manifest.
public struct ActivityConfiguration: Sendable {
  /// The rules that eligibility follows.
  public var mode = ActivityPublishingMode.native
  /// The program's routes; `nil`: it has none.
  public var links: (any ActionLinks)?
  /// The activity types that the program's manifest lists; `nil`: what its features declare.
  ///
  /// With a list, an activity of another type is neither published nor continued.
  public var declaredTypes: Set<String>?
  /// A Boolean value that indicates whether the current activity resigns when the next one is
  /// vetoed.
  ///
  /// It does: the user has moved on, and what they see now is nothing to go on with. Flint leaves
  /// it current.
  public var resignsWhenVetoed = true
  /// The order in which an action is looked for when an activity is continued.
  public var order = ContinuationOrder.standard
  /// The language of titles, for ``Action/prepareActivity(_:)``; it never takes part in an
  /// identity.
  public var locale = Locale(identifier: "en_US_POSIX")
  /// Words by which a title is taken for a call to action, in lower case; empty: titles are not
  /// looked at.
  ///
  /// The first word of the action's own name counts as well. The default is English.
  public var titleVerbs = Self.englishVerbs
  /// The most bytes of a thumbnail that travels in the activity: every byte is kept with every
  /// donation.
  ///
  /// No `EncodedImage` has more than its `maximalSize`.
  public var thumbnailLimit = 64 * 1_024

  /// The defaults.
  public init() {}

  /// Verbs with which programs name what one can do.
  public static let englishVerbs: Set<String> = [
    "add", "answer", "book", "browse", "build", "buy", "call", "check", "compose", "connect", "continue",
    "copy",
    "create", "delete", "do", "download", "draw", "edit", "explore", "export", "find", "finish", "follow",
    "get", "go",
    "import", "join", "launch", "learn", "listen", "log", "look", "make", "manage", "mark", "message", "move",
    "navigate",
    "open", "order", "pause", "pay", "plan", "play", "post", "practise", "practice", "print", "put", "read",
    "record",
    "remind", "reply", "resume", "review", "ride", "run", "save", "scan", "search", "see", "send", "set",
    "share",
    "show", "sort", "start", "stop", "study", "switch", "sync", "take", "track", "train", "translate", "turn",
    "update",
    "upload", "use", "view", "visit", "watch", "write",
  ]
}

/// The order in which an action is looked for that continues an activity.
public struct ContinuationOrder: Hashable, Sendable {
  /// One way to find an action.
  public enum Step: Hashable, Sendable, CaseIterable {
    /// By the item that was chosen in a search: by the newest activity that is linked to it, else
    /// by its address.
    ///
    /// It applies to activities of the type ``ContinuationSource/searchableItemActivityType`` only.
    case searchableItem
    /// By the URL that publishing left in `userInfo` for an action with a route.
    case actionURL
    /// By the activity type; the action has to be eligible for activities, and its input
    /// ``ActivityCodable``.
    case activityType
    /// By the activity's web page.
    case webpageURL
  }

  /// The ways, the first one first.
  public let steps: [Step]
  /// A Boolean value that indicates whether the next way is tried when one applies but leads
  /// nowhere.
  ///
  /// Only "leads nowhere" counts: an input that cannot be read, or a feature that is not available,
  /// is an answer.
  public let fallsThrough: Bool

  /// Puts the ways in an order.
  public init(_ steps: [Step], fallsThrough: Bool = true) {
    self.steps = steps
    self.fallsThrough = fallsThrough
  }

  /// Chosen item, URL of the action, then activity type, then web page: what says most of the
  /// action goes first.
  public static let standard = ContinuationOrder([.searchableItem, .actionURL, .activityType, .webpageURL])
  /// As in Flint: the web page hides the activity type, even if no route fits it.
  public static let flint = ContinuationOrder(
    [.searchableItem, .actionURL, .webpageURL, .activityType], fallsThrough: false)
}
