/// Knows whether a kind of constraint is satisfied: the program's settings, its shop, the system's permissions.
///
/// It is asked from any thread and has to answer at once. Who finds out later answers ``ConstraintStatus/unknown`` until
/// then, which is never remembered.
public protocol ConstraintEvaluator: Sendable {
  /// Whether a constraint of a feature is satisfied; `nil`: for the program as a whole.
  ///
  /// For ``FeatureConstraint/userToggled(defaultValue:)``, unknown means that the user has not chosen: the default counts.
  func status(
    of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
  ) -> ConstraintStatus
}
