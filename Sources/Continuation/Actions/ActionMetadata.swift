/// What is known of a declared action without performing it: for menus, manuals and tools.
public struct ActionMetadata: Hashable, Sendable {
  /// The name of its type.
  public let typeName: String
  /// Its name for people.
  public let name: String
  /// What it does.
  public let description: String
  /// The name of its input's type.
  public let inputTypeName: String
  /// The name of its presenter's type.
  public let presenterTypeName: String
  /// Its name in the analytics, if any.
  public let analyticsID: String?
  /// What its activities are eligible for.
  public let activityEligibility: ActivityEligibility
  /// The phrase that it suggests, if any.
  public let suggestedInvocationPhrase: String?
  /// The activity type by which it is continued.
  public let activityType: String
  /// Other activity types that lead to it, sorted.
  public let activityTypeAliases: [String]
  /// Whether the timeline leaves it out.
  public let isHiddenFromTimeline: Bool
  /// Whether it stands in the program's menus.
  public let isPublished: Bool

  init<Declared: Action>(
    _ action: Declared.Type, activityType: String, aliases: [String], isPublished: Bool
  ) {
    typeName = String(describing: action)
    name = action.name
    description = action.description
    inputTypeName = String(describing: Declared.Input.self)
    presenterTypeName = String(describing: Declared.Presenter.self)
    analyticsID = action.analyticsID
    activityEligibility = action.activityEligibility
    suggestedInvocationPhrase = action.suggestedInvocationPhrase
    self.activityType = activityType
    activityTypeAliases = aliases
    isHiddenFromTimeline = action.hideFromTimeline
    self.isPublished = isPublished
  }
}
