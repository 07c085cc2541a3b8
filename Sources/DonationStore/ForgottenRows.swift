internal import Activities
internal import Foundation

/// The rows that a deletion takes, and what a receipt tells of them.
struct ForgottenRows {
  /// The rows of an activity.
  struct Activity {
    var newest: StoredDonation
    var place: LogCursor
    var donations = 1
  }

  private(set) var sequences: [Int64] = []
  private(set) var activities: [Data: Activity] = [:]
  private var first: (place: LogCursor, row: StoredDonation)?
  private var last: (place: LogCursor, row: StoredDonation)?

  /// The place of the earliest one.
  var earliest: LogCursor? { first?.place }

  mutating func add(_ row: StoredDonation, time: Int64) {
    sequences.append(row.sequence)
    let place = LogCursor(milliseconds: time, sequence: row.sequence)
    if first.map({ place < $0.place }) ?? true { first = (place, row) }
    if last.map({ place > $0.place }) ?? true { last = (place, row) }
    guard var known = activities[row.identity] else {
      activities[row.identity] = Activity(newest: row, place: place)
      return
    }
    known.donations += 1
    if place > known.place { (known.newest, known.place) = (row, place) }
    activities[row.identity] = known
  }

  /// When the first and the last one happened.
  func times(_ reader: inout PayloadReader, at path: String) throws -> (first: Instant?, last: Instant?) {
    (
      try first?.row.donation(&reader, at: path).context.instant,
      try last?.row.donation(&reader, at: path).context.instant
    )
  }
}

extension ForgettingReceipt {
  /// Counts rows that were forgotten.
  ///
  /// - Parameter left: The activities among them that have donations left.
  mutating func count(_ rows: ForgottenRows, left: Set<Data>, at path: String) throws {
    var reader = PayloadReader()
    donations = rows.sequences.count
    (first, last) = try rows.times(&reader, at: path)
    var named: [Activity] = []
    for (identity, activity) in rows.activities {
      let newest = try activity.newest.donation(&reader, at: path)
      named.append(
        Activity(
          identity: newest.identity, activityType: newest.activity.activityType,
          title: newest.activity.title,
          donations: activity.donations, isGone: !left.contains(identity)))
    }
    activities = Self.ordered(named)
  }
}
