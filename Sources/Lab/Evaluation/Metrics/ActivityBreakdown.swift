internal import Activities
internal import Phrases

/// The activities that the engine predicts best and worst, and the activities that it confuses.
///
/// It covers the scored queries of all users; activities are the same if their identities are.
/// Queries with an answer that was new to the user are omitted, because nothing could have
/// predicted them.
public struct ActivityBreakdown: Hashable, Sendable {
  /// The minimum number of scored queries of a listed activity: with fewer, its figures are chance.
  public static let fewestQueries = 5
  /// The maximum number of activities in each of ``best`` and ``worst``.
  public static let mostActivities = 5
  /// The maximum number of pairs in ``confusions``.
  public static let mostConfusions = 8

  /// An activity, and how well it was predicted.
  public struct Activity: Hashable, Sendable {
    /// Its title, with a distinction from other listed activities of the same title.
    public let title: String
    /// The number of scored queries whose answer it was.
    public let queries: Int
    /// The number of these at which it was ranked first.
    public let hits: Int
    /// The mean of 1/rank over them.
    public let meanReciprocalRank: Double
  }

  /// A pair of activities: one was done, and the other ranked first.
  public struct Confusion: Hashable, Sendable {
    /// The title of the activity done.
    public let done: String
    /// The title of the activity ranked first.
    public let suggested: String
    /// The number of scored queries with this pair.
    public let count: Int
    /// The number of scored queries at which the first one was done, regardless of the ranking.
    public let queries: Int
  }

  /// The activities with the highest mean reciprocal rank, in descending order, without those among
  /// the worst.
  public let best: [Activity]
  /// The activities with the lowest mean reciprocal rank, in ascending order.
  public let worst: [Activity]
  /// The most frequent pairs, in descending order.
  public let confusions: [Confusion]
  /// The number of scored queries at which another activity was ranked first.
  public let misses: Int

  /// Counts replays with recorded predictions; for others it is empty.
  ///
  /// - Complexity: O(queries + n log n) for n activities and pairs.
  init(of users: [ReplayedUser]) {
    let counts = Counts(users)
    let ranked = counts.tallies.filter { $0.value.queries >= Self.fewestQueries }.sorted {
      let (one, other) = ($0.value, $1.value)
      return (other.meanReciprocalRank, other.queries, $0.key) < (one.meanReciprocalRank, one.queries, $1.key)
    }
    let last = min(Self.mostActivities, ranked.count / 2)
    let best = ranked.prefix(min(Self.mostActivities, ranked.count - last))
    let worst = ranked.suffix(last).reversed()
    let pairs = counts.pairs.sorted {
      ($1.value, $0.key.done, $0.key.suggested) < ($0.value, $1.key.done, $1.key.suggested)
    }.prefix(Self.mostConfusions)

    let listed = best.map(\.key) + worst.map(\.key) + pairs.flatMap { [$0.key.done, $0.key.suggested] }
    let titles = Self.titles(of: Set(listed), users)
    func title(_ identity: ActivityIdentity) -> String { titles[identity] ?? identity.description }
    func activity(_ entry: (key: ActivityIdentity, value: Tally)) -> Activity {
      Activity(
        title: title(entry.key), queries: entry.value.queries, hits: entry.value.hits,
        meanReciprocalRank: entry.value.meanReciprocalRank)
    }
    self.best = best.map(activity)
    self.worst = worst.map(activity)
    confusions = pairs.map { pair, count in
      Confusion(
        done: title(pair.done), suggested: title(pair.suggested), count: count,
        queries: counts.tallies[pair.done]?.queries ?? count)
    }
    misses = counts.pairs.values.reduce(0, +)
  }

  /// Returns the titles of some activities as their users see them; if users differ, as the first
  /// one does.
  private static func titles(
    of identities: Set<ActivityIdentity>, _ users: [ReplayedUser]
  ) -> [ActivityIdentity: String] {
    var activities: [ActivityIdentity: UserActivity] = [:]
    for user in users {
      for identity in identities where activities[identity] == nil {
        activities[identity] = user.activities[identity]
      }
    }
    let named = activities.sorted { $0.key < $1.key }
    let book = PhraseBook(of: named.map { PhraseSource($0.value, identity: $0.key) })
    return activities.reduce(into: [:]) { titles, entry in
      titles[entry.key] = book.displayTitle(for: entry.value, entry.key).description
    }
  }

  /// The ranks of one activity.
  private struct Tally {
    var queries = 0
    var hits = 0
    var reciprocalRanks = 0.0

    var meanReciprocalRank: Double { reciprocalRanks / Double(max(1, queries)) }
  }

  /// The activity done, and the one ranked first.
  private struct Pair: Hashable {
    let done: ActivityIdentity
    let suggested: ActivityIdentity
  }

  /// The counts over all scored queries.
  private struct Counts {
    var tallies: [ActivityIdentity: Tally] = [:]
    var pairs: [Pair: Int] = [:]

    init(_ users: [ReplayedUser]) {
      for user in users where user.predictions.count == user.queries.count {
        for query in user.scored {
          guard let first = user.predictions[query].first, user.outcomes[0][query].rank != nil else {
            continue
          }
          let (done, outcome) = (user.predictions[query].done, user.outcomes[0][query])
          tallies[done, default: Tally()].queries += 1
          tallies[done, default: Tally()].reciprocalRanks += outcome.reciprocalRank
          if outcome.isHit {
            tallies[done, default: Tally()].hits += 1
          } else {
            pairs[Pair(done: done, suggested: first), default: 0] += 1
          }
        }
      }
    }
  }
}
