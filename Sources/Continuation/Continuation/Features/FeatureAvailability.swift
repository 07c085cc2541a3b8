internal import Synchronization

/// Answers which conditional features are available, and remembers it.
///
/// A feature is available if all of its constraints are satisfied, and so are those of the groups
/// it is in. While one constraint is unknown the feature is unknown, whatever the others say. What
/// is remembered stays until it is invalidated; never remembered are the unknown, and features with
/// a switch of the program (``FeatureConstraint/runtimeEnabled``).
public final class FeatureAvailability: Sendable {
  private let registry: ActionRegistry
  private let evaluator: any ConstraintEvaluator
  private let platform: RunningPlatform?
  private let cache = Mutex(Cache())

  private struct Cache {
    var availabilities: [ObjectIdentifier: Availability] = [:]
    /// Counts invalidations: what was found out before one must not be remembered after it.
    var generation = 0
  }

  /// Ties the features of a program to who knows about their constraints.
  ///
  /// - Parameters:
  ///   - registry: The features.
  ///   - evaluator: Knows about settings, purchases, permissions and capabilities; by default
  ///     nothing is known.
  ///   - platform: The system that the program runs on; `nil`: not known, so that features with a
  ///     demand on it are not either.
  public init(
    registry: ActionRegistry, evaluator: any ConstraintEvaluator = NotedConstraints(),
    platform: RunningPlatform? = nil
  ) {
    self.registry = registry
    self.evaluator = evaluator
    self.platform = platform
  }

  /// The availability of a feature; one that is not registered is not.
  public func availability(of feature: any Feature.Type) -> Availability {
    guard let metadata = registry.metadata(for: feature) else { return .unavailable }
    let own = availability(of: metadata)
    guard own == .available, let parent = metadata.parent else { return own }
    return availability(of: parent)
  }

  /// The availability of a capability of the environment.
  public func supports(_ capability: Capability) -> Availability {
    switch evaluator.status(of: .capability(capability), for: nil) {
    case .unknown: .unknown
    case .unsatisfied: .unavailable
    case .satisfied: .available
    }
  }

  /// Forgets what is known of the features that have a constraint, because it has changed.
  public func invalidate(_ constraint: FeatureConstraint) {
    let affected = registry.features.filter { $0.constraints.contains(constraint) }
    forget { cache in for metadata in affected { cache[ObjectIdentifier(metadata.feature)] = nil } }
  }

  /// Forgets what is known of a feature; what is in it is asked anew too, as it depends on it.
  public func invalidate(_ feature: any Feature.Type) {
    forget { $0[ObjectIdentifier(feature)] = nil }
  }

  /// Forgets everything.
  public func invalidateAll() {
    forget { $0.removeAll() }
  }

  private func forget(_ change: (inout [ObjectIdentifier: Availability]) -> Void) {
    cache.withLock {
      change(&$0.availabilities)
      $0.generation += 1
    }
  }

  /// Of the feature alone, without the groups it is in: so a group can change without its features
  /// being forgotten.
  private func availability(of metadata: FeatureMetadata) -> Availability {
    guard let feature = metadata.feature as? any ConditionalFeature.Type else { return .available }
    let key = ObjectIdentifier(feature)
    let (known, generation) = cache.withLock { ($0.availabilities[key], $0.generation) }
    if let known { return known }
    // Evaluators are the program's code: they are asked outside of the lock.
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

/// The availability of a feature at the moment.
public enum Availability: Hashable, Sendable {
  /// Nobody knows yet.
  case unknown
  /// It is not.
  case unavailable
  /// It is.
  case available
}
