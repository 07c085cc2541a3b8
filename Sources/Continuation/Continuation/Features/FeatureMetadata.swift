/// A registered feature, described for menus, manuals and tools.
public struct FeatureMetadata: Sendable {
  /// The feature.
  public let feature: any Feature.Type
  /// The group that it belongs to; `nil` at the top.
  public let parent: (any Feature.Type)?
  /// The names of the types from the top down to it, which distinguish it from features with the
  /// same name.
  public let path: [String]
  /// Its actions, in order of declaration.
  public let actions: [DeclaredAction]
  /// The constraints to satisfy; empty if the feature is always available.
  public let constraints: [FeatureConstraint]

  /// The name of its type.
  public var typeName: String { "\(feature)" }
  /// Its display name.
  public var name: String { feature.name }
  /// A description of its purpose.
  public var description: String { feature.description }
  /// A Boolean value that indicates whether debugging tools show it.
  public var isVisible: Bool { feature.isVisible }
  /// The path, joined.
  public var identifier: String { path.joined(separator: "/") }
  /// The actions in the program's menus.
  public var publishedActions: [DeclaredAction] { actions.filter(\.isPublished) }
  /// The products whose purchases are checked, sorted.
  public var products: [String] {
    Set(
      constraints.flatMap { constraint -> Set<String> in
        if case .purchase(let products) = constraint { products } else { [] }
      }
    ).sorted()
  }
}

/// An action in the feature that declares it, with its types erased.
///
/// Generic functions open it: `try await run(declared.action)` calls
/// `run<Performed: Action>(_: Performed.Type)`.
public struct DeclaredAction: Sendable {
  /// The feature.
  public let feature: any Feature.Type
  /// The action.
  public let action: any Action.Type
  /// The activity type that it continues.
  public let activityType: String
  /// A Boolean value that indicates whether it is in the program's menus.
  public let isPublished: Bool
  /// Other activity types that it continues, sorted: former ones.
  public internal(set) var aliases: [String] = []

  /// The action's metadata, collected without performing it.
  public var metadata: ActionMetadata {
    ActionMetadata(action, activityType: activityType, aliases: aliases, isPublished: isPublished)
  }

  /// The feature and action, for developers.
  var label: String { "\(feature).\(action)" }
}

/// A declared action, described for menus, manuals and tools without performing it.
public struct ActionMetadata: Hashable, Sendable {
  /// The name of its type.
  public let typeName: String
  /// Its display name.
  public let name: String
  /// A description of what it does.
  public let description: String
  /// The name of its input's type.
  public let inputTypeName: String
  /// The name of its presenter's type.
  public let presenterTypeName: String
  /// Its name in the analytics, if any.
  public let analyticsID: String?
  /// The uses for which its activities are eligible.
  public let activityEligibility: ActivityEligibility
  /// The phrase that it suggests, if any.
  public let suggestedInvocationPhrase: String?
  /// The activity type that it continues.
  public let activityType: String
  /// Other activity types that it continues, sorted.
  public let activityTypeAliases: [String]
  /// A Boolean value that indicates whether the timeline hides it.
  public let isHiddenFromTimeline: Bool
  /// A Boolean value that indicates whether it is in the program's menus.
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
