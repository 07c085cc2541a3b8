internal import Synchronization

/// The availability of conditional features, cached.
///
/// A feature is available if its constraints and those of its groups are satisfied. If one
/// constraint is unknown, so is the feature, whatever the others are. Cached answers stay until
/// invalidated. Unknown answers are never cached, nor are features with a switch of the program
/// (``FeatureConstraint/runtimeEnabled``).
public final class FeatureAvailability: Sendable {
  private let registry: ActionRegistry
  private let evaluator: any ConstraintEvaluator
  private let platform: RunningPlatform?
  private let cache = Mutex(Cache())

  private struct Cache {
    var availabilities: [ObjectIdentifier: Availability] = [:]
    /// The number of invalidations: answers from before one must not be cached after it.
    var generation = 0
  }

  /// Connects a program's features to their constraint evaluator.
  ///
  /// - Parameters:
  ///   - registry: The features.
  ///   - evaluator: The evaluator of settings, purchases, permissions and capabilities; by default
  ///     all are unknown.
  ///   - platform: The system that the program runs on. With `nil` it is unknown, and so are
  ///     features that require a system.
  public init(
    registry: ActionRegistry, evaluator: any ConstraintEvaluator = NotedConstraints(),
    platform: RunningPlatform? = nil
  ) {
    self.registry = registry
    self.evaluator = evaluator
    self.platform = platform
  }

  /// Returns the availability of a feature; an unregistered one is unavailable.
  public func availability(of feature: any Feature.Type) -> Availability {
    guard let metadata = registry.metadata(for: feature) else { return .unavailable }
    let own = availability(of: metadata)
    guard own == .available, let parent = metadata.parent else { return own }
    return availability(of: parent)
  }

  /// Returns the availability of a capability of the environment.
  public func supports(_ capability: Capability) -> Availability {
    switch evaluator.status(of: .capability(capability), for: nil) {
    case .unknown: .unknown
    case .unsatisfied: .unavailable
    case .satisfied: .available
    }
  }

  /// Drops cached answers for features with a constraint, because it has changed.
  public func invalidate(_ constraint: FeatureConstraint) {
    let affected = registry.features.filter { $0.constraints.contains(constraint) }
    forget { cache in for metadata in affected { cache[ObjectIdentifier(metadata.feature)] = nil } }
  }

  /// Drops cached answers for a feature and for its contents, which depend on it.
  public func invalidate(_ feature: any Feature.Type) {
    forget { $0[ObjectIdentifier(feature)] = nil }
  }

  /// Drops all cached answers.
  public func invalidateAll() {
    forget { $0.removeAll() }
  }

  private func forget(_ change: (inout [ObjectIdentifier: Availability]) -> Void) {
    cache.withLock {
      change(&$0.availabilities)
      $0.generation += 1
    }
  }

  /// Returns the availability of a feature without its groups, so that a group can change without
  /// invalidating its features.
  private func availability(of metadata: FeatureMetadata) -> Availability {
    guard let feature = metadata.feature as? any ConditionalFeature.Type else { return .available }
    let key = ObjectIdentifier(feature)
    let (known, generation) = cache.withLock { ($0.availabilities[key], $0.generation) }
    if let known { return known }
    // Evaluators are the program's code, so they are called outside the lock.
    let statuses = metadata.constraints.map { status(of: $0, for: feature) }
    if statuses.contains(.unknown) { return .unknown }
    let availability = statuses.contains(.unsatisfied) ? Availability.unavailable : .available
    guard !metadata.constraints.contains(.runtimeEnabled) else { return availability }
    cache.withLock { if $0.generation == generation { $0.availabilities[key] = availability } }
    return availability
  }

  private func status(
    of constraint: FeatureConstraint, for feature: any ConditionalFeature.Type
  ) -> ConstraintStatus {
    switch constraint {
    case .platform(let requirement):
      guard let platform else { return .unknown }
      return requirement.isSatisfied(by: platform) ? .satisfied : .unsatisfied
    case .runtimeEnabled:
      return feature.isEnabled ? .satisfied : .unsatisfied
    case .userToggled(let defaultValue):
      let chosen = evaluator.status(of: constraint, for: feature)
      return chosen == .unknown ? (defaultValue ? .satisfied : .unsatisfied) : chosen
    case .purchase, .permission, .capability:
      return evaluator.status(of: constraint, for: feature)
    }
  }
}

/// The current availability of a feature.
public enum Availability: Hashable, Sendable {
  /// It is not known yet.
  case unknown
  /// It is unavailable.
  case unavailable
  /// It is available.
  case available
}
