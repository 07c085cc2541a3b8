/// The system that a program runs on right now.
public struct RunningPlatform: Hashable, Sendable {
  /// Which.
  public let platform: Platform
  /// In which version.
  public let version: PlatformVersion

  /// Says what the program runs on.
  public init(_ platform: Platform, version: PlatformVersion) {
    self.platform = platform
    self.version = version
  }
}
