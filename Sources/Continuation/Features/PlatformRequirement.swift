/// On which systems a feature is there; on any, unless something is said.
public struct PlatformRequirement: Hashable, Sendable {
  /// What is asked of one system.
  public enum Demand: Hashable, Sendable {
    /// Any version.
    case any
    /// This version or a later one.
    case atLeast(PlatformVersion)
    /// The feature is not there.
    case unsupported
  }

  private var demands: [Platform: Demand] = [:]
  private var others = Demand.any

  init() {}

  /// What is asked of a system.
  public func demand(on platform: Platform) -> Demand { demands[platform] ?? others }

  /// Whether the feature is there on a system.
  public func isSatisfied(by running: RunningPlatform) -> Bool {
    switch demand(on: running.platform) {
    case .any: true
    case .atLeast(let version): running.version >= version
    case .unsupported: false
    }
  }

  mutating func set(_ demand: Demand, on platform: Platform) { demands[platform] = demand }

  mutating func setOnly(_ demand: Demand, on platform: Platform) {
    demands = [platform: demand]
    others = .unsupported
  }
}
