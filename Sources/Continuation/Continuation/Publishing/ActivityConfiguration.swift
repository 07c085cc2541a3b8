public import Foundation

/// The way in which a program's activities are published and continued.
///
/// Every value has a default that suits a program without routes and without a manifest.
public struct ActivityConfiguration: Sendable {
  /// The rules for eligibility.
  public var mode = ActivityPublishingMode.native
  /// The program's routes; `nil` if it has none.
  public var links: (any ActionLinks)?
  /// The activity types in the program's manifest; `nil` for those that its features declare.
  ///
  /// With a list, activities of other types are neither published nor continued.
  public var declaredTypes: Set<String>?
  /// A Boolean value that indicates whether the current activity resigns when the next one is
  /// vetoed.
  ///
  /// By default it does: the user has moved on, and there is nothing on the screen to continue.
  /// Flint leaves it current.
  public var resignsWhenVetoed = true
  /// The order of ways to find the action that continues an activity.
  public var order = ContinuationOrder.standard
  /// The language of titles, for ``Action/prepareActivity(_:)``; it never affects an identity.
  public var locale = Locale(identifier: "en_US_POSIX")
  /// The verbs, in lower case, by which a title is recognised as a call to action; with none,
  /// titles are not checked.
  ///
  /// The first word of the action's own name counts as well. The default is English.
  public var titleVerbs = Self.englishVerbs
  /// The maximum size in bytes of a thumbnail inside the activity: every byte is kept with every
  /// donation.
  ///
  /// No `EncodedImage` is larger than its `maximalSize`.
  public var thumbnailLimit = 64 * 1_024

  /// Creates a configuration with the defaults.
  public init() {}

  /// English verbs that programs use in names of actions.
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

/// The order of ways to find the action that continues an activity.
public struct ContinuationOrder: Hashable, Sendable {
  /// A way to find an action.
  public enum Step: Hashable, Sendable, CaseIterable {
    /// By the item chosen in a search: by the newest activity that is linked to it, or else by its
    /// address.
    ///
    /// It applies only to activities of the type ``ContinuationSource/searchableItemActivityType``.
    case searchableItem
    /// By the URL that publishing left in `userInfo` for an action with a route.
    case actionURL
    /// By the activity type; the action has to be eligible for activities, and its input
    /// ``ActivityCodable``.
    case activityType
    /// By the activity's web page.
    case webpageURL
  }

  /// The ways, in order.
  public let steps: [Step]
  /// A Boolean value that indicates whether the next way is tried when one applies but finds no
  /// action.
  ///
  /// Only a missing action counts: an unreadable input or an unavailable feature is an answer.
  public let fallsThrough: Bool

  /// Creates an order of ways.
  public init(_ steps: [Step], fallsThrough: Bool = true) {
    self.steps = steps
    self.fallsThrough = fallsThrough
  }

  /// Chosen item, the action's URL, activity type, then web page: the most specific way comes
  /// first.
  public static let standard = ContinuationOrder([.searchableItem, .actionURL, .activityType, .webpageURL])
  /// The order in Flint: the web page hides the activity type, even if no route matches it.
  public static let flint = ContinuationOrder(
    [.searchableItem, .actionURL, .webpageURL, .activityType], fallsThrough: false)
}
