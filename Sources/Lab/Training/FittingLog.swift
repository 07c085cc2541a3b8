public import Activities

/// One log to learn from.
public struct FittingLog: Sendable {
  /// The name in messages.
  public let name: String
  /// The donations of each user, in the order of time.
  public let users: [[Donation]]
  /// The digest of its donations, which identifies it.
  public let digest: String

  /// A log of donations in any order.
  public init(name: String, donations: [Donation]) {
    self.name = name
    let byUser = Dictionary(grouping: donations, by: \.user)
    users = byUser.sorted { $0.key < $1.key }.map { _, own in
      // A stable sort by time alone: donations of the same millisecond stay in the order of the
      // log.
      own.enumerated().sorted {
        ($0.element.context.instant.milliseconds, $0.offset) < (
          $1.element.context.instant.milliseconds, $1.offset
        )
      }.map(\.element)
    }
    digest = LogDigest(of: donations).description
  }

  /// The number of its donations.
  public var donationCount: Int { users.reduce(0) { $0 + $1.count } }
}
