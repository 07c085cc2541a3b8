/// An action in the feature that declares it, with its types hidden.
///
/// Generic functions open it: `try await run(declared.action)` calls `run<Performed: Action>(_: Performed.Type)`.
public struct DeclaredAction: Sendable {
  /// The feature.
  public let feature: any Feature.Type
  /// The action.
  public let action: any Action.Type
  /// The activity type by which it is continued.
  public let activityType: String
  /// Whether it stands in the program's menus.
  public let isPublished: Bool
  /// Other activity types that lead to it, sorted: those of the past.
  public internal(set) var aliases: [String] = []

  /// What is known of it without performing it.
  public var metadata: ActionMetadata {
    ActionMetadata(action, activityType: activityType, aliases: aliases, isPublished: isPublished)
  }

  /// Feature and action, for people who program.
  var label: String { "\(feature).\(action)" }
}
