internal import Activities

/// The distribution of one ranker's mean reciprocal ranks over users, for scored queries.
public struct UserDistribution: Hashable, Sendable {
  /// The shares of the reported quantiles.
  public static let shares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]
  /// The number of bins of the histogram, from 0 to 1; the last holds 1 too.
  public static let bins = 20

  /// `hunch`, or the name of a ``Baseline``.
  public let name: String
  /// The number of users that have scored queries.
  public let users: Int
  /// The value that each of ``shares`` of the users does not exceed; empty without users.
  ///
  /// It is interpolated (type 7 of Hyndman and Fan: Sample quantiles in statistical packages,
  /// 1996).
  public let quantiles: [Double]
  /// The number of users in each bin.
  public let histogram: [Int]

  /// Describes means, one per user, in any order.
  ///
  /// - Complexity: O(n log n).
  init(_ means: [Double], name: String) {
    let sorted = means.sorted()
    self.name = name
    users = sorted.count
    quantiles = sorted.isEmpty ? [] : Self.shares.map { Self.quantile($0, of: sorted) }
    var histogram = [Int](repeating: 0, count: Self.bins)
    for mean in sorted {
      histogram[min(Self.bins - 1, max(0, Int(clamping: mean * Double(Self.bins))))] += 1
    }
    self.histogram = histogram
  }

  /// One entry a ranker.
  static func all(of users: [ReplayedUser], names: [String]) -> [UserDistribution] {
    let ranks = ReciprocalRanks(of: users) { Array($0.scored) }
    return names.indices.map { ranker in
      let means = ranks.byUser.map { user in
        user[ranker].reduce(0, +) / Double(user[ranker].count)
      }
      return UserDistribution(means, name: names[ranker])
    }
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let position = share * Double(sorted.count - 1)
    let below = Int(position)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (position - Double(below)) * (sorted[above] - sorted[below])
  }
}
