internal import Activities
internal import Phrases

/// Which activities the engine predicts best and worst, and what it ranks first in place of what is
/// done.
///
/// Over the scored queries of all users; activities are the same if their identities are. Queries
/// whose answer was new to its user are left out, as nothing could have foreseen them.
public struct ActivityBreakdown: Hashable, Sendable {
  /// The fewest scored queries of an activity that is listed: with fewer, its figures are chance.
  public static let fewestQueries = 5
  /// The most activities in each of ``best`` and ``worst``.
  public static let mostActivities = 5
  /// The most pairs in ``confusions``.
  public static let mostConfusions = 8

  /// An activity, and how well it was predicted.
  public struct Activity: Hashable, Sendable {
    /// Its title, and what tells it apart from others that are listed with the same one.
    public let title: String
    /// The number of scored queries whose answer it was.
    public let queries: Int
    /// The number of them at which it was ranked first.
    public let hits: Int
    /// The mean of 1/rank over them.
    public let meanReciprocalRank: Double
  }

  /// A pair of activities, of which one was done and the other ranked first.
  public struct Confusion: Hashable, Sendable {
    /// The title of what was done.
    public let done: String
    /// The title of what was ranked first.
    public let suggested: String
    /// The number of scored queries at which that happened.
    public let count: Int
    /// The number of scored queries at which the first was done, whatever was ranked first.
    public let queries: Int
  }

  /// The activities with the highest mean reciprocal rank, that first; never one that is among the
  /// worst, too.
  public let best: [Activity]
  /// The activities with the lowest mean reciprocal rank, that first.
  public let worst: [Activity]
  /// The pairs that occur most often, those first.
  public let confusions: [Confusion]
  /// The number of scored queries at which something else was ranked first than what was done.
  public let misses: Int

  /// Counts replays of which the predictions were kept; of others it is empty.
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

  /// The titles of some activities as their users see them; of several users the first one's.
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

  /// What was done, and what was ranked first.
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
