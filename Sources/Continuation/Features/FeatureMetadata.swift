/// What is known of a registered feature: for menus, manuals and tools.
public struct FeatureMetadata: Sendable {
  /// The feature.
  public let feature: any Feature.Type
  /// The group that it belongs to; `nil` at the top.
  public let parent: (any Feature.Type)?
  /// The names of the types from the top down to it: tells it from features of the same name elsewhere.
  public let path: [String]
  /// Its actions, in the order of the declarations.
  public let actions: [DeclaredAction]
  /// What has to be satisfied; none if the feature is always there.
  public let constraints: [FeatureConstraint]

  /// The name of its type.
  public var typeName: String { "\(feature)" }
  /// Its name for people.
  public var name: String { feature.name }
  /// What it is for.
  public var description: String { feature.description }
  /// Whether people who debug are shown it.
  public var isVisible: Bool { feature.isVisible }
  /// The path, joined.
  public var identifier: String { path.joined(separator: "/") }
  /// Those of its actions that stand in the program's menus.
  public var publishedActions: [DeclaredAction] { actions.filter(\.isPublished) }
  /// The products of which purchases are asked for, sorted.
  public var products: [String] {
    Set(
      constraints.flatMap { constraint -> Set<String> in
        if case .purchase(let products) = constraint { products } else { [] }
      }
    ).sorted()
  }
}
