/// The reciprocal ranks of some queries, in the order that is resampled: user, then ranker, then query.
///
/// Users without queries are left out.
struct ReciprocalRanks {
  let byUser: [[[Double]]]

  /// How many queries there are.
  var queries: Int { byUser.reduce(0) { $0 + ($1.first?.count ?? 0) } }

  /// Of one ranker.
  init(outcomesByUser: [[QueryOutcome]]) {
    byUser = outcomesByUser.filter { !$0.isEmpty }.map { [$0.map(\.reciprocalRank)] }
  }

  /// Of all rankers, for those queries of each user that are chosen.
  ///
  /// - Parameter chosen: The queries of a user, as indices into ``ReplayedUser/queries``.
  init(of users: [ReplayedUser], _ chosen: (ReplayedUser) -> [Int]) {
    byUser = users.compactMap { user in
      let indices = chosen(user)
      guard !indices.isEmpty else { return nil }
      return user.outcomes.map { outcomes in indices.map { outcomes[$0].reciprocalRank } }
    }
  }

  /// The mean of one ranker over all queries; 0 of none.
  func mean(ofRanker ranker: Int) -> Double {
    byUser.reduce(0) { $0 + $1[ranker].reduce(0, +) } / Double(max(1, queries))
  }
}
