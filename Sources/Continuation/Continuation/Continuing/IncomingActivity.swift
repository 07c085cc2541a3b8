public import Activities
public import Suggestions

/// An activity to continue, with the known details of its delivery.
public struct IncomingActivity: Hashable, Sendable {
  /// The activity to continue.
  public var activity: UserActivity
  /// The place that it comes from; `nil` to derive it from the activity.
  public var source: ContinuationSource?
  /// The publisher of its program as proven by the transport with `Publisher.verifies`; `nil`
  /// without a proof.
  ///
  /// It takes precedence over the activity's own publisher, which anybody can write.
  public var provenPublisher: String?
  /// The identifier of this delivery, so that it is continued only once even if it arrives several
  /// times.
  public var deliveryIdentifier: String?

  /// Creates an incoming activity without further details.
  public init(_ activity: UserActivity, from source: ContinuationSource? = nil) {
    self.activity = activity
    self.source = source
  }

  /// The publisher of its program: the proven one, or else the one in the activity; `nil` if
  /// neither exists.
  public var publisher: String? { provenPublisher ?? activity.publisher }

  /// Creates an incoming activity from a suggestion that the user accepted.
  public init(_ suggestion: Suggestion) {
    self.init(suggestion.activity, from: .suggestion)
  }
}

/// The place that an activity is continued from.
public enum ContinuationSource: Hashable, Sendable {
  /// The user accepted a suggestion.
  case suggestion
  /// The user chose it in a search, or continues a search.
  case search
  /// The user opens a web page.
  case browsingWeb
  /// An `Interaction` (a spoken phrase, a shortcut) is attached.
  case interaction
  /// Another program or device offered it.
  case handoff
  /// Anything else.
  case other
}

extension ContinuationSource {
  /// The activity type of a web page that the user opens; `webpageURL` has its address.
  public static let browsingWebActivityType = "NSUserActivityTypeBrowsingWeb"
  /// The activity type of an indexed item that the user chose in a search.
  public static let searchableItemActivityType = "com.apple.corespotlightitem"
  /// The key in `userInfo` for the identifier of the chosen item.
  public static let searchableItemIdentifierKey = "kCSSearchableItemActivityIdentifier"
  /// The activity type of a search that the user continues in the program.
  public static let queryContinuationActivityType = "com.apple.corespotlightquery"

  /// The types that belong to no program, and that no program has to declare.
  static let systemTypes: Set<String> = [
    browsingWebActivityType, searchableItemActivityType, queryContinuationActivityType,
  ]

  /// Derives the source of an activity from the activity itself.
  ///
  /// The type takes precedence over an attached interaction, as on Apple systems; items also count
  /// as a search.
  public init(classifying activity: UserActivity) {
    self =
      switch activity.activityType {
      case Self.browsingWebActivityType: .browsingWeb
      case Self.searchableItemActivityType, Self.queryContinuationActivityType: .search
      default: activity.interaction == nil ? .other : .interaction
      }
  }
}
