internal import Activities
internal import Foundation

/// The rows that a deletion removes, and their summary in a receipt.
struct ForgottenRows {
  /// The rows of an activity.
  struct Activity {
    var newest: StoredDonation
    var place: LogCursor
    var donations = 1
  }

  private(set) var sequences: [Int64] = []
  /// The activities by the identity in its column.
  private(set) var activities: [Data: Activity] = [:]
  private var first: (place: LogCursor, row: StoredDonation)?
  private var last: (place: LogCursor, row: StoredDonation)?

  /// The position of the earliest row.
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

  /// Returns the times of the first and the last row.
  func times(_ reader: inout PayloadReader) throws -> (first: Instant?, last: Instant?) {
    (
      try first.map { try reader.donation($0.row).context.instant },
      try last.map { try reader.donation($0.row).context.instant }
    )
  }

  /// Returns the identities of activities by the values in their column.
  func identities(
    of columns: Set<Data>, _ user: String, _ cipher: RowCipher
  ) throws -> Set<ActivityIdentity> {
    let rows = columns.compactMap { activities[$0]?.newest }
    return Set(
      try rows.map { ActivityIdentity(rawValue: try $0.content(of: user, cipher).identity) })
  }
}

extension ForgettingReceipt {
  /// Counts forgotten rows.
  ///
  /// - Parameter left: The activities that still have donations, by the identity in its column.
  mutating func count(_ rows: ForgottenRows, left: Set<Data>, _ reader: inout PayloadReader) throws {
    donations = rows.sequences.count
    (first, last) = try rows.times(&reader)
    var named: [Activity] = []
    for (identity, activity) in rows.activities {
      let newest = try reader.donation(activity.newest)
      named.append(
        Activity(
          identity: newest.identity, activityType: newest.activity.activityType,
          title: newest.activity.title,
          donations: activity.donations, isGone: !left.contains(identity)))
    }
    activities = Self.ordered(named)
  }
}
