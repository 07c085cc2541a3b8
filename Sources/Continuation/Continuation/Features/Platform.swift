/// A system that a program runs on.
public struct Platform: Hashable, Sendable {
  /// Its name, in small letters.
  public let name: String

  /// Creates a system with a name; case does not matter.
  public init(_ name: String) { self.name = name.lowercased() }

  /// Linux, by the version of its kernel unless the program sets another.
  public static let linux = Platform("linux")
  /// macOS.
  public static let macOS = Platform("macos")
  /// Windows.
  public static let windows = Platform("windows")
}

/// A version made of numbers, most significant first; missing ones count as 0.
public struct PlatformVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The numbers, without trailing zeros, so that 6, 6.0 and 6.0.0 are equal.
  private let numbers: [UInt]

  /// Creates a version from its first number.
  public init(_ major: UInt) { numbers = major == 0 ? [] : [major] }

  /// Reads numbers and dots, or returns `nil` for anything else.
  public init?(_ text: String) {
    var numbers: [UInt] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = UInt(part)
      else { return nil }
      numbers.append(number)
    }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  /// The version as numbers and dots.
  public var description: String {
    numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".")
  }

  /// Returns whether the left version is older.
  public static func < (left: PlatformVersion, right: PlatformVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

/// The systems on which a feature is available; any by default.
public struct PlatformRequirement: Hashable, Sendable {
  /// The demand for one system.
  public enum Demand: Hashable, Sendable {
    /// Any version.
    case any
    /// This version or a later one.
    case atLeast(PlatformVersion)
    /// The feature is not available.
    case unsupported
  }

  private var demands: [Platform: Demand] = [:]
  private var others = Demand.any

  init() {}

  /// Returns the demand for a system.
  public func demand(on platform: Platform) -> Demand { demands[platform] ?? others }

  /// Returns whether the feature is available on a system.
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

/// The system that a program is running on.
public struct RunningPlatform: Hashable, Sendable {
  /// The system.
  public let platform: Platform
  /// The version of the system.
  public let version: PlatformVersion

  /// Creates a running system.
  public init(_ platform: Platform, version: PlatformVersion) {
    self.platform = platform
    self.version = version
  }
}
