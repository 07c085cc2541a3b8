package import Activities

/// A summary of a user's last weeks: hours of activities, sequences, new activities and activities
/// that ended.
///
/// Count donations one by one, in the order of time.
package struct WeekSummary {
  /// The period for counting hours and followers, in seconds: eight weeks.
  package static let period = 56 * 86_400.0
  /// The maximum number of seconds between a donation and its follower: half an hour.
  static let pause = 1_800.0
  /// The age in seconds up to which an activity is new: a week.
  static let novelty = 7 * 86_400.0
  /// The number of seconds without donations after which an activity has ended: four weeks.
  static let absence = 28 * 86_400.0
  /// The minimum number of donations of a habit that can end, or of a reported follower.
  static let habit = 5

  /// The moment of the summary.
  package let now: Instant
  /// The rules that keep an activity from being named.
  private let rules: PrivacyRules

  package private(set) var donations = 0
  private var newest: Instant?
  /// The donations of the period by weekday, Monday first, and hour.
  package private(set) var hours = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
  private var activities: [ActivityIdentity: Seen] = [:]
  private var followers: [Pair: Int] = [:]
  private var previous: (identity: ActivityIdentity, instant: Instant)?

  private struct Seen {
    var title: String
    var first: Instant
    var last: Instant
    var count = 0
    /// The number of donations within the period that something could follow.
    var recent = 0
    /// A Boolean value that tells whether it may be named, by its newest donation.
    var isNamed = true
  }

  private struct Pair: Hashable {
    let first: ActivityIdentity
    let second: ActivityIdentity

    /// A deterministic order.
    var names: String { "\(first)\(second)" }
  }

  /// Creates an empty summary.
  package init(at now: Instant, by rules: PrivacyRules = PrivacyRules()) {
    (self.now, self.rules) = (now, rules)
  }

  /// Counts a donation; donations after ``now`` are ignored.
  package mutating func count(_ donation: Donation) {
    let (identity, instant) = (donation.identity, donation.context.instant)
    guard instant.milliseconds <= now.milliseconds else { return }
    donations += 1
    newest = instant
    let title = donation.activity.title ?? donation.activity.activityType
    var seen = activities[identity] ?? Seen(title: title, first: instant, last: instant)
    (seen.title, seen.last, seen.count) = (title, instant, seen.count + 1)
    seen.isNamed = rules.restraint(on: donation) == nil
    if now.seconds(since: instant) <= Self.period, donation.hasExactTime {
      hours[instant.localWeekday][min(23, Int(instant.localHour))] += 1
      seen.recent += 1
      if let previous, previous.identity != identity, instant.seconds(since: previous.instant) <= Self.pause {
        followers[Pair(first: previous.identity, second: identity), default: 0] += 1
      }
      previous = (identity, instant)
    }
    activities[identity] = seen
  }

  /// Returns the report, with a maximum number of rows of each kind.
  package func report(top: Int) -> Report {
    let pairs = followers.filter { pair, count in
      count >= Self.habit
        && [pair.first, pair.second].allSatisfy { activities[$0]?.isNamed ?? false }
    }
    .sorted { ($0.value, $1.key.names) > ($1.value, $0.key.names) }.prefix(top)
    let all = activities.sorted { $0.key.description < $1.key.description }.map(\.value).filter(\.isNamed)
    let new = all.filter { now.seconds(since: $0.first) <= Self.novelty }
      .sorted { $0.first.milliseconds > $1.first.milliseconds }
    let gone = all.filter { $0.count >= Self.habit && now.seconds(since: $0.last) > Self.absence }
      .sorted { $0.count > $1.count }
    return Report(
      donations: donations, newest: newest?.rfc3339 ?? "", hours: hours,
      follows: pairs.map { pair, count in
        Report.Follower(
          after: activities[pair.first]?.title ?? "", activity: activities[pair.second]?.title ?? "",
          times: count, of: activities[pair.first]?.recent ?? count)
      },
      new: new.prefix(top).map { Report.Entry(activity: $0.title, times: $0.count, time: $0.first.rfc3339) },
      newCount: new.count,
      gone: gone.prefix(top).map { Report.Entry(activity: $0.title, times: $0.count, time: $0.last.rfc3339) },
      goneCount: gone.count)
  }

  /// The report of a summary.
  package struct Report: Encodable {
    package struct Follower: Encodable {
      package let after: String
      package let activity: String
      package let times: Int
      package let of: Int
    }

    package struct Entry: Encodable {
      package let activity: String
      package let times: Int
      /// The first or last time.
      package let time: String
    }

    package let donations: Int
    /// The time of the last donation.
    package let newest: String
    package let hours: [[Int]]
    package let follows: [Follower]
    package let new: [Entry]
    package let newCount: Int
    package let gone: [Entry]
    package let goneCount: Int
  }
}
