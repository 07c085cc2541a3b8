/// The limits of a payload's size; every byte is transferred, and a larger payload takes longer to
/// continue.
public struct PayloadLimits: Hashable, Sendable {
  /// The number of bytes above which there is advice: 1 KiB, as is customary for hand-off.
  public var advisedSize = 1_024
  /// The number of bytes above which the activity is rejected: 64 KiB, more than any reasonable
  /// reference to content needs.
  public var maximalSize = 65_536

  /// Creates the default limits.
  public init() {}

  /// Rejects a payload that is too large.
  ///
  /// - Throws: ``PayloadError/tooLarge(size:limit:)``.
  public func check(_ activity: UserActivity) throws(PayloadError) {
    let size = activity.payloadSize
    guard size <= maximalSize else { throw .tooLarge(size: size, limit: maximalSize) }
  }
}
