/// What a conditional feature requires; everything has to be satisfied.
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
