package import Activities

/// Counts donations.
package struct LogStatistics {
  package private(set) var donations = 0
  /// The number of privacy rules in force, if any.
  package var rules: Int?
  private var users: [String: Int] = [:]
  private var programs: [String: Int] = [:]
  private var types: [String: Int] = [:]
  private var activities: [ActivityIdentity: (title: String, count: Int)] = [:]
  private var first: Instant?
  private var last: Instant?

  /// Creates empty statistics.
  package init() {}

  /// Counts a donation; a user's donations come in the order of time, so the newest title wins.
  package mutating func count(_ donation: Donation) {
    donations += 1
    users[donation.user.name, default: 0] += 1
    programs[donation.program, default: 0] += 1
    types[donation.activity.activityType, default: 0] += 1
    let title = donation.activity.title ?? donation.activity.activityType
    activities[donation.identity] = (title, (activities[donation.identity]?.count ?? 0) + 1)
    let instant = donation.context.instant
    if first.map({ instant.milliseconds < $0.milliseconds }) ?? true { first = instant }
    if last.map({ instant.milliseconds >= $0.milliseconds }) ?? true { last = instant }
  }

  /// The largest counts of each kind.
  package func report(top: Int) -> Report {
    func largest(_ counts: [String: Int]) -> [Count] {
      Self.largest(counts.map { (key: $0.key, name: $0.key, count: $0.value) }, top)
    }
    return Report(
      donations: donations, distinctActivities: activities.count, first: first?.rfc3339, last: last?.rfc3339,
      rules: rules, users: largest(users), programs: largest(programs), types: largest(types),
      activities: Self.largest(
        activities.map { (key: $0.key.description, name: $0.value.title, count: $0.value.count) }, top))
  }

  /// Returns the largest first, and equal counts by key, so that the order is deterministic.
  private static func largest(_ counts: [(key: String, name: String, count: Int)], _ top: Int) -> [Count] {
    counts.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key < $1.key }.prefix(top)
      .map { Count(name: $0.name, donations: $0.count) }
  }

  /// A name and its count.
  package struct Count: Encodable {
    package let name: String
    package let donations: Int
  }

  /// The report to print.
  package struct Report: Encodable {
    package let donations: Int
    package let distinctActivities: Int
    package let first: String?
    package let last: String?
    package let rules: Int?
    package let users: [Count]
    package let programs: [Count]
    package let types: [Count]
    package let activities: [Count]
  }
}
