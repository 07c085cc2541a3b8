internal import Activities

/// Counts donations.
struct LogStatistics {
  private(set) var donations = 0
  /// The number of privacy rules that are in force, if any are.
  var rules: Int?
  private var users: [String: Int] = [:]
  private var programs: [String: Int] = [:]
  private var types: [String: Int] = [:]
  private var activities: [ActivityIdentity: (title: String, count: Int)] = [:]
  private var first: Instant?
  private var last: Instant?

  /// Counts one more; a user's donations come in the order of time, so the newest title wins.
  mutating func count(_ donation: Donation) {
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
  func report(top: Int) -> Report {
    func largest(_ counts: [String: Int]) -> [Count] {
      Self.largest(counts.map { (key: $0.key, name: $0.key, count: $0.value) }, top)
    }
    return Report(
      donations: donations, distinctActivities: activities.count, first: first?.rfc3339, last: last?.rfc3339,
      rules: rules, users: largest(users), programs: largest(programs), types: largest(types),
      activities: Self.largest(
        activities.map { (key: $0.key.description, name: $0.value.title, count: $0.value.count) }, top))
  }

  /// The largest first; equal counts by key, so that the order is always the same.
  private static func largest(_ counts: [(key: String, name: String, count: Int)], _ top: Int) -> [Count] {
    counts.sorted { $0.count != $1.count ? $0.count > $1.count : $0.key < $1.key }.prefix(top)
      .map { Count(name: $0.name, donations: $0.count) }
  }

  /// A name and how often.
  struct Count: Encodable {
    let name: String
    let donations: Int
  }

  /// The report that is printed.
  struct Report: Encodable {
    let donations: Int
    let distinctActivities: Int
    let first: String?
    let last: String?
    let rules: Int?
    let users: [Count]
    let programs: [Count]
    let types: [Count]
    let activities: [Count]

    /// One line a count: the kind, the name, the number.
    var text: String {
      var table = Table(header: ["kind", "donations", "name"], words: [0, 2])
      table.rows.append(["all", String(donations), "\(first ?? "") to \(last ?? "")"])
      for (kind, counts) in [
        ("user", users), ("program", programs), ("type", types), ("activity", activities),
      ] {
        table.rows += counts.map { [kind, String($0.donations), Formatting.plain($0.name)] }
      }
      return table.text()
    }
  }
}
