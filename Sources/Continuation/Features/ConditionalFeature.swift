/// A feature that is there only under conditions: the user's switch, a purchase, a permission, the system.
///
/// It is available if all of its constraints are satisfied and the groups that it belongs to are available too.
/// ``FeatureAvailability`` answers; performing an action of one that is not available throws.
public protocol ConditionalFeature: Feature {
  /// Says what has to be satisfied.
  static func constraints(_ requirements: inout FeatureConstraints)
  /// The program's own switch, asked each time if the feature requires ``FeatureConstraint/runtimeEnabled``.
  static var isEnabled: Bool { get }
}

extension ConditionalFeature {
  /// On.
  public static var isEnabled: Bool { true }
}
