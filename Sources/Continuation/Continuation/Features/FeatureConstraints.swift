internal import Synchronization

/// The requirements of a conditional feature, all of which have to be satisfied.
public struct FeatureConstraints: Sendable {
  private let feature: String
  private var platforms: PlatformRequirement?
  private var others: [FeatureConstraint] = []
  private(set) var problems: [RegistrationError.Problem] = []

  init(feature: String) {
    self.feature = feature
  }

  /// All constraints, systems first.
  public var constraints: [FeatureConstraint] { (platforms.map { [.platform($0)] } ?? []) + others }

  /// Requires a constraint; repeating it changes nothing.
  ///
  /// For systems, the last requirement counts.
  public mutating func require(_ constraint: FeatureConstraint) {
    if case .platform(let requirement) = constraint {
      platforms = requirement
    } else if !others.contains(constraint) {
      others.append(constraint)
    }
  }

  /// Supports a system from a version on; other systems are not affected.
  public mutating func require(_ platform: Platform, atLeast version: UInt) {
    demand(.atLeast(PlatformVersion(version)), on: platform)
  }

  /// Supports a system from a version on, written in numbers and dots; other systems are not
  /// affected.
  ///
  /// A malformed version is reported when the feature is registered.
  public mutating func require(_ platform: Platform, atLeast version: String) {
    if let version = parsed(version) { demand(.atLeast(version), on: platform) }
  }

  /// Does not support a system.
  public mutating func exclude(_ platform: Platform) { demand(.unsupported, on: platform) }

  /// Supports only this system, whatever was required before.
  public mutating func requireOnly(_ platform: Platform, atLeast version: String = "0") {
    guard let version = parsed(version) else { return }
    var requirement = PlatformRequirement()
    requirement.setOnly(version == PlatformVersion(0) ? .any : .atLeast(version), on: platform)
    platforms = requirement
  }

  private mutating func demand(_ demand: PlatformRequirement.Demand, on platform: Platform) {
    var requirement = platforms ?? PlatformRequirement()
    requirement.set(demand, on: platform)
    platforms = requirement
  }

  private mutating func parsed(_ version: String) -> PlatformVersion? {
    let parsed = PlatformVersion(version)
    if parsed == nil { problems.append(.malformedVersion(version, feature: feature)) }
    return parsed
  }
}

/// A condition for a feature to be available.
public enum FeatureConstraint: Hashable, Sendable {
  /// The program runs on a system that the feature supports.
  case platform(PlatformRequirement)
  /// The feature's own ``ConditionalFeature/isEnabled`` is true now.
  case runtimeEnabled
  /// The user has switched it on; the default applies until the user has chosen.
  case userToggled(defaultValue: Bool)
  /// The user has bought one of these products. Use several constraints to require several
  /// products.
  case purchase(anyOf: Set<String>)
  /// The user has granted a permission.
  case permission(String)
  /// The program's environment has a capability.
  case capability(Capability)
}

/// A capability that an environment has or lacks.
public struct Capability: Hashable, Sendable {
  /// Its name.
  public let name: String

  /// Creates a capability with a name.
  public init(_ name: String) { self.name = name }

  /// Spoken or typed phrases can invoke actions.
  public static let invocationPhrases = Capability("invocation phrases")
  /// Associated intents are kept as hints.
  public static let associatedIntents = Capability("associated intents")
  /// Other devices can take over activities.
  public static let handoff = Capability("handoff")
  /// Activities can be found by searching.
  public static let search = Capability("search")
}

/// An evaluator of constraints: the program's settings, its shop, the system's permissions.
///
/// It is called on any thread and must answer at once. If it learns a status later, it returns
/// ``ConstraintStatus/unknown`` until then, which is never cached.
public protocol ConstraintEvaluator: Sendable {
  /// Returns the status of a constraint of a feature, or of the whole program if the feature is
  /// `nil`.
  ///
  /// For ``FeatureConstraint/userToggled(defaultValue:)``, unknown means that the user has not
  /// chosen, and the default applies.
  func status(
    of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
  ) -> ConstraintStatus
}

/// The status of a constraint.
public enum ConstraintStatus: Hashable, Sendable {
  /// It is not known yet: the store or the user has not been asked.
  case unknown
  /// It is not satisfied.
  case unsatisfied
  /// It is satisfied.
  case satisfied
}

/// Recorded statuses, for programs that are notified of changes, and for tests.
public final class NotedConstraints: ConstraintEvaluator {
  private struct Key: Hashable {
    let constraint: FeatureConstraint
    let feature: ObjectIdentifier?
  }
  private let statuses = Mutex<[Key: ConstraintStatus]>([:])

  /// Creates an empty record.
  public init() {}

  /// Records a status.
  ///
  /// - Parameter feature: The feature, or `nil` for all features that have the constraint and no
  ///   status of their own.
  public func note(
    _ status: ConstraintStatus, of constraint: FeatureConstraint,
    for feature: (any ConditionalFeature.Type)? = nil
  ) {
    let key = Key(constraint: constraint, feature: feature.map { ObjectIdentifier($0) })
    statuses.withLock { $0[key] = status }
  }

  /// Returns the recorded status, or unknown if none was recorded.
  public func status(
    of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
  ) -> ConstraintStatus {
    statuses.withLock {
      $0[Key(constraint: constraint, feature: feature.map { ObjectIdentifier($0) })]
        ?? $0[Key(constraint: constraint, feature: nil)] ?? .unknown
    }
  }
}
