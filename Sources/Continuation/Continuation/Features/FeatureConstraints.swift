internal import Synchronization

/// The requirements of a conditional feature; everything has to be satisfied.
public struct FeatureConstraints: Sendable {
  private let feature: String
  private var platforms: PlatformRequirement?
  private var others: [FeatureConstraint] = []
  private(set) var problems: [RegistrationError.Problem] = []

  init(feature: String) {
    self.feature = feature
  }

  /// All of them, the systems first.
  public var constraints: [FeatureConstraint] { (platforms.map { [.platform($0)] } ?? []) + others }

  /// Requires something; saying it again changes nothing.
  ///
  /// Of the systems, the last one that is required counts.
  public mutating func require(_ constraint: FeatureConstraint) {
    if case .platform(let requirement) = constraint {
      platforms = requirement
    } else if !others.contains(constraint) {
      others.append(constraint)
    }
  }

  /// Supports a system from a version on; others are not affected.
  public mutating func require(_ platform: Platform, atLeast version: UInt) {
    demand(.atLeast(PlatformVersion(version)), on: platform)
  }

  /// Supports a system from a version on, written in numbers and dots; others are not affected.
  ///
  /// A version that is none is reported when the feature is registered.
  public mutating func require(_ platform: Platform, atLeast version: String) {
    if let version = parsed(version) { demand(.atLeast(version), on: platform) }
  }

  /// Does not support a system.
  public mutating func exclude(_ platform: Platform) { demand(.unsupported, on: platform) }

  /// Supports this system and no other, whatever was said before.
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

/// Something that an environment can or cannot do.
public struct Capability: Hashable, Sendable {
  /// Its name.
  public let name: String

  /// Names a capability.
  public init(_ name: String) { self.name = name }

  /// Phrases can be said or typed to invoke actions.
  public static let invocationPhrases = Capability("invocation phrases")
  /// Associated intents are kept as hints.
  public static let associatedIntents = Capability("associated intents")
  /// Activities can be taken over by other devices.
  public static let handoff = Capability("handoff")
  /// Activities can be searched for.
  public static let search = Capability("search")
}

/// Knows whether a kind of constraint is satisfied: the program's settings, its shop, the system's
/// permissions.
///
/// It is asked from any thread and has to answer at once. Who finds out later answers
/// ``ConstraintStatus/unknown`` until then, which is never remembered.
public protocol ConstraintEvaluator: Sendable {
  /// Returns whether a constraint of a feature is satisfied; `nil`: for the program as a whole.
  ///
  /// For ``FeatureConstraint/userToggled(defaultValue:)``, unknown means that the user has not
  /// chosen: the default counts.
  func status(
    of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
  ) -> ConstraintStatus
}

/// The status of a constraint.
public enum ConstraintStatus: Hashable, Sendable {
  /// Nobody knows yet: the store or the user has not been asked.
  case unknown
  /// It is not.
  case unsatisfied
  /// It is.
  case satisfied
}

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
  /// - Parameter feature: For which feature; `nil`: for all that have the constraint and no note of
  ///   their own.
  public func note(
    _ status: ConstraintStatus, of constraint: FeatureConstraint,
    for feature: (any ConditionalFeature.Type)? = nil
  ) {
    let key = Key(constraint: constraint, feature: feature.map { ObjectIdentifier($0) })
    statuses.withLock { $0[key] = status }
  }

  /// The status that was noted; unknown if none was.
  public func status(
    of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
  ) -> ConstraintStatus {
    statuses.withLock {
      $0[Key(constraint: constraint, feature: feature.map { ObjectIdentifier($0) })]
        ?? $0[Key(constraint: constraint, feature: nil)] ?? .unknown
    }
  }
}
