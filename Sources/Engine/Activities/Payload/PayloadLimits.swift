/// The limits of the size of a payload; every byte travels, and a larger one takes longer to
/// continue.
public struct PayloadLimits: Hashable, Sendable {
  /// Above so many bytes there is an advice: 1 KiB, as people who hand over advise.
  public var advisedSize = 1_024
  /// Above so many bytes the activity is refused: 64 KiB, which no honest pointer to content needs.
  public var maximalSize = 65_536

  /// The stated limits.
  public init() {}

  /// Refuses a payload that is too large.
  ///
  /// - Throws: ``PayloadError/tooLarge(size:limit:)``.
  public func check(_ activity: UserActivity) throws(PayloadError) {
    let size = activity.payloadSize
    guard size <= maximalSize else { throw .tooLarge(size: size, limit: maximalSize) }
  }
}
