public import Activities

extension ContinuationSource {
  /// The activity type of a web page that the user opens: its `webpageURL` says which.
  public static let browsingWebActivityType = "NSUserActivityTypeBrowsingWeb"
  /// The activity type of an indexed item that the user chose in a search.
  public static let searchableItemActivityType = "com.apple.corespotlightitem"
  /// The activity type of a search that the user goes on with in the program.
  public static let queryContinuationActivityType = "com.apple.corespotlightquery"

  /// The types that belong to no program: nobody has to declare them.
  static let systemTypes: Set<String> = [
    browsingWebActivityType, searchableItemActivityType, queryContinuationActivityType,
  ]

  /// Tells where an activity comes from, as far as it shows it itself.
  ///
  /// The type goes before an interaction that is attached, as on Apple systems; items count as a search, too.
  public init(classifying activity: UserActivity) {
    self =
      switch activity.activityType {
      case Self.browsingWebActivityType: .browsingWeb
      case Self.searchableItemActivityType, Self.queryContinuationActivityType: .search
      default: activity.interaction == nil ? .other : .interaction
      }
  }
}
