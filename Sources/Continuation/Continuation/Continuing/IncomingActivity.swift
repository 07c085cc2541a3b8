public import Activities
public import Suggestions

/// An activity that is to be continued, with what is known of the way it came.
public struct IncomingActivity: Hashable, Sendable {
  /// The activity to go on with.
  public var activity: UserActivity
  /// The place from which it comes; `nil`: told by the activity itself.
  public var source: ContinuationSource?
  /// The publisher of the program that it comes from, as the transport has proven with
  /// `Publisher.verifies`; `nil`: it has not.
  ///
  /// It goes before what the activity says of itself, which anybody can write.
  public var provenPublisher: String?
  /// Names this delivery, so that the same one is continued once though it may arrive several
  /// times.
  public var deliveryIdentifier: String?

  /// An activity of which nothing else is known.
  public init(_ activity: UserActivity, from source: ContinuationSource? = nil) {
    self.activity = activity
    self.source = source
  }

  /// The publisher of the program that it comes from, as proven, else as the activity says; `nil`:
  /// nothing is said of that.
  public var publisher: String? { provenPublisher ?? activity.publisher }

  /// A suggestion that the user accepted.
  public init(_ suggestion: Suggestion) {
    self.init(suggestion.activity, from: .suggestion)
  }
}

/// The place from which an activity is continued.
public enum ContinuationSource: Hashable, Sendable {
  /// The user accepted a suggestion.
  case suggestion
  /// The user chose it in a search, or goes on with one.
  case search
  /// The user opens a web page.
  case browsingWeb
  /// An `Interaction` (something said, a shortcut) is attached.
  case interaction
  /// Another program or device offered it.
  case handoff
  /// Anything else.
  case other
}

extension ContinuationSource {
  /// The activity type of a web page that the user opens: its `webpageURL` says which.
  public static let browsingWebActivityType = "NSUserActivityTypeBrowsingWeb"
  /// The activity type of an indexed item that the user chose in a search.
  public static let searchableItemActivityType = "com.apple.corespotlightitem"
  /// The name in `userInfo` under which such an activity says which item was chosen.
  public static let searchableItemIdentifierKey = "kCSSearchableItemActivityIdentifier"
  /// The activity type of a search that the user goes on with in the program.
  public static let queryContinuationActivityType = "com.apple.corespotlightquery"

  /// The types that belong to no program: nobody has to declare them.
  static let systemTypes: Set<String> = [
    browsingWebActivityType, searchableItemActivityType, queryContinuationActivityType,
  ]

  /// Tells where an activity comes from, as far as it shows it itself.
  ///
  /// The type goes before an interaction that is attached, as on Apple systems; items count as a
  /// search, too.
  public init(classifying activity: UserActivity) {
    self =
      switch activity.activityType {
      case Self.browsingWebActivityType: .browsingWeb
      case Self.searchableItemActivityType, Self.queryContinuationActivityType: .search
      default: activity.interaction == nil ? .other : .interaction
      }
  }
}
