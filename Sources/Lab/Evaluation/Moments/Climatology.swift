internal import Activities
internal import Features
internal import Kernels

/// The share of like days on which an activity was done at about this time of day.
///
/// Days and times follow the wall clock, by the UTC offset of the donation or moment. Two days are
/// alike if both are workdays (Monday to Friday) or both are at the weekend. It inspects the n like
/// days among the 60 before the moment's day. It omits days before the user's first known donation,
/// and days whose window (below) ends after the last observation. On c of the n days the activity
/// was done in [t − 30 min, t + H + 30 min). There t is the moment moved to that day, and H the
/// horizon, so the window may reach into the next day. The probability is (c + 0.2) / (n + 2). A
/// donation with an inexact time only makes its activity known.
struct Climatology: MomentRanker {
  private static let days = 60
  private static let day: Int64 = 86_400_000
  private static let margin: Int64 = 30 * 60_000

  /// The local times of the known donations, in their order, and the row of each.
  private var times: [Int64] = []
  private var rows: [Int] = []
  private var rowCount = 0
  private var firstDay = Int.max

  /// - Complexity: O(60 log n + donations in the windows + rows), for n known donations.
  func probabilities(at moment: AskedMoment, within seconds: Double) -> [Double] {
    let (now, today) = (moment.context.instant.localMilliseconds, moment.context.instant.localDay)
    let observedUntil = now - Int64(clamping: (min(max(0, moment.lead), 1e12) * 1_000).rounded())
    let length = Int64(clamping: (min(seconds, 1e12) * 1_000).rounded()) + 2 * Self.margin
    var counts = [Int](repeating: 0, count: rowCount)
    var lastCounted = [Int](repeating: 0, count: rowCount)
    var likeDays = 0
    for back in 1...Self.days where today - back >= firstDay {
      guard Self.isWeekend(today - back) == Self.isWeekend(today) else { continue }
      let start = now - Int64(back) * Self.day - Self.margin
      guard start + length <= observedUntil else { continue }
      likeDays += 1
      let first = times.partitioningIndex { $0 >= start }
      let end = times.partitioningIndex { $0 >= start + length }
      for index in first..<end {
        let row = rows[index]
        if lastCounted[row] != back { counts[row] += 1 }
        lastCounted[row] = back
      }
    }
    return counts.map { (Double($0) + 0.2) / (Double(likeDays) + 2) }
  }

  mutating func observe(_ donation: Donation, row: Int) {
    let instant = donation.context.instant
    rowCount = max(rowCount, row + 1)
    guard donation.hasExactTime else { return }
    if times.isEmpty { firstDay = instant.localDay }
    // If the wall clock was put back, the insertion point is a little before the end.
    var index = times.count
    while index > 0, times[index - 1] > instant.localMilliseconds { index -= 1 }
    times.insert(instant.localMilliseconds, at: index)
    rows.insert(row, at: index)
  }

  private static func isWeekend(_ day: Int) -> Bool {
    ((day + 3) % 7 + 7) % 7 >= 5  // 1970-01-01 was a Thursday
  }
}
