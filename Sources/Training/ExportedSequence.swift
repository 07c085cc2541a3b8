internal import Activities

/// What the users of a log did, one after the other, each in the order of time: a column a number, a place a donation.
public struct ExportedSequence: Sendable, Equatable {
  /// The number of the user in the log, from 0.
  public private(set) var users: [Int32] = []
  /// Which activity of the user it was: activities are numbered from 0 in the order in which they were first donated.
  public private(set) var activities: [Int32] = []
  /// Milliseconds since 1970 in UTC.
  public private(set) var milliseconds: [Int64] = []
  /// Seconds to add to UTC to get local wall time.
  public private(set) var offsetSeconds: [Int32] = []

  /// The sequences of a log.
  public init(of log: FittingLog) {
    for (user, donations) in log.users.enumerated() {
      var rows: [ActivityIdentity: Int32] = [:]
      for donation in donations {
        let row = rows[donation.identity] ?? Int32(rows.count)
        rows[donation.identity] = row
        users.append(Int32(user))
        activities.append(row)
        milliseconds.append(donation.context.instant.milliseconds)
        offsetSeconds.append(Int32(donation.context.instant.offsetMinutes * 60))
      }
    }
  }
}
