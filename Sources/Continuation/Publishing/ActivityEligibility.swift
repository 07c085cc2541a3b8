/// What the activities of an action are eligible for.
public struct ActivityEligibility: OptionSet, Hashable, Sendable {
  /// A bit for each.
  public let rawValue: Int

  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It is registered, and may be offered among recent activities; implied by all others.
  public static let perform = Self(rawValue: 1 << 0)
  /// It can be taken over by another program or device.
  public static let handoff = Self(rawValue: 1 << 1)
  /// A search finds it.
  public static let search = Self(rawValue: 1 << 2)
  /// It is marked as fit for public indexing, which nobody does here.
  public static let publicIndexing = Self(rawValue: 1 << 3)
  /// It may be suggested.
  public static let prediction = Self(rawValue: 1 << 4)
}
