internal import Synchronization

/// Statuses that were noted: for programs that are told about changes, and for tests.
public final class NotedConstraints: ConstraintEvaluator {
  private struct Key: Hashable {
    let constraint: FeatureConstraint
    let feature: ObjectIdentifier?
  }
  private let statuses = Mutex<[Key: ConstraintStatus]>([:])

  /// Knows nothing.
  public init() {}

  /// Notes a status.
  ///
  /// - Parameter feature: For which feature; `nil`: for all that have the constraint and no note of their own.
  public func note(
    _ status: ConstraintStatus, of constraint: FeatureConstraint,
    for feature: (any ConditionalFeature.Type)? = nil
  ) {
    let key = Key(constraint: constraint, feature: feature.map { ObjectIdentifier($0) })
    statuses.withLock { $0[key] = status }
  }

  /// What was noted; unknown if nothing was.
  public func status(
    of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
  ) -> ConstraintStatus {
    statuses.withLock {
      $0[Key(constraint: constraint, feature: feature.map { ObjectIdentifier($0) })]
        ?? $0[Key(constraint: constraint, feature: nil)] ?? .unknown
    }
  }
}
