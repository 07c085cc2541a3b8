/// A system that a program runs on.
public struct Platform: Hashable, Sendable {
  /// Its name, in small letters.
  public let name: String

  /// Names a system; upper and lower case do not matter.
  public init(_ name: String) { self.name = name.lowercased() }

  /// Linux, by the version of its kernel unless the program says otherwise.
  public static let linux = Platform("linux")
  /// macOS.
  public static let macOS = Platform("macos")
  /// Windows.
  public static let windows = Platform("windows")
}
