/// One thing that has to be satisfied before a feature is there.
public enum FeatureConstraint: Hashable, Sendable {
  /// The program runs on a system that the feature supports.
  case platform(PlatformRequirement)
  /// The feature's own ``ConditionalFeature/isEnabled`` is true, now.
  case runtimeEnabled
  /// The user has switched it on; what counts before the user has chosen.
  case userToggled(defaultValue: Bool)
  /// The user has bought one of these products. Several of these constraints ask for one of each.
  case purchase(anyOf: Set<String>)
  /// The user has given a permission.
  case permission(String)
  /// The program's environment can do something.
  case capability(Capability)
}
