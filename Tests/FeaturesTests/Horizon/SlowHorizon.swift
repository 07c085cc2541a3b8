import Activities
import Foundation

@testable import Features

/// The slow twin of ``TimeOfDayCounts`` and ``SilenceCounts``: their definitions in plain loops over the donations.
struct SlowHorizon {
  /// A donation that has a time.
  struct Timed {
    let time: Int64
    let local: Int64
    /// `nil` for an accepted suggestion of something that was done before.
    let row: Int?
  }

  private static let day: Int64 = 86_400_000

  let timed: [Timed]
  let now: Int64
  let silence: Int64
  let last: Int?

  /// - Parameters:
  ///   - donations: What came before, in order; the last ``DonationWindow/size`` of them are looked at.
  ///   - moment: The time that is asked about.
  init(_ donations: [Donation], at moment: Instant) {
    var order: [ActivityIdentity] = []
    let rows = donations.map { donation in
      let known = order.firstIndex(of: donation.identity)
      if known == nil { order.append(donation.identity) }
      return (row: known ?? order.count - 1, counts: known == nil || donation.details.source != .suggestion)
    }
    last = rows.last?.row
    now = moment.milliseconds + Int64(moment.offsetMinutes) * 60_000
    timed = zip(donations, rows).suffix(DonationWindow.size).filter { $0.0.hasExactTime }.map {
      donation, row in
      let instant = donation.context.instant
      // Of offsets that differ by whole days the one that is nearest to the moment's.
      var away = instant.offsetMinutes - moment.offsetMinutes
      if away >= 720 { away -= 1_440 }
      if away < -720 { away += 1_440 }
      return Timed(
        time: instant.milliseconds,
        local: instant.milliseconds + Int64(moment.offsetMinutes + away) * 60_000,
        row: row.counts ? row.row : nil)
    }
    let latest = donations.last { $0.hasExactTime }
    silence = latest.map { moment.milliseconds - $0.context.instant.milliseconds } ?? 0
  }

  /// Returns whether something was done; `nil` stands for anything at all.
  private static func isOf(_ row: Int?, _ donation: Timed) -> Bool {
    row == nil ? donation.row != nil : donation.row == row
  }

  private static func dayOf(_ local: Int64) -> Int64 {
    Int64((Double(local) / Double(day)).rounded(.down))
  }

  /// The days back that are looked at.
  private var days: ClosedRange<Int64>? {
    guard let first = timed.first else { return nil }
    let span = min(60, Self.dayOf(now) - Self.dayOf(first.local))
    return span >= 1 ? 1...span : nil
  }

  /// The share of the days; `nil` stands for anything at all.
  func share(of row: Int?, _ kind: TimeOfDayCounts.Kind, within horizon: Int64) -> Double {
    func isWeekend(_ day: Int64) -> Bool { [5, 6].contains(((day + 3) % 7 + 7) % 7) }
    let (margin, today): (Int64, Int64) = (kind == .exact ? 0 : 1_800_000, Self.dayOf(now))
    var (count, total) = (0.0, 0.0)
    for back in days.map(Array.init) ?? [] {
      let weight: Double =
        switch kind {
        case .like: isWeekend(today - back) == isWeekend(today) ? 1 : 0
        case .all: 1
        case .recent, .exact: exp2(-Double(back) / 10)
        case .weekday: back % 7 == 0 ? 1 : 0
        }
      total += weight
      let window = (now - back * Self.day - margin)..<(now - back * Self.day + horizon + margin)
      if timed.contains(where: { Self.isOf(row, $0) && window.contains($0.local) }) { count += weight }
    }
    return (count + 0.2) / (total + 2)
  }

  /// Returns whether something was done on any of the days.
  func knowsDay(of row: Int, within horizon: Int64) -> Bool {
    let total = Double(days?.count ?? 0)
    return share(of: row, .all, within: horizon) > 0.21 / (total + 2)
  }

  /// The starts of the silences that lasted as long, the latest first.
  private var starts: [Int] {
    timed.indices.dropLast().filter { timed[$0 + 1].time - timed[$0].time >= silence }.reversed()
  }

  /// What came within the horizon after a silence had lasted as long.
  private func followers(of start: Int, within horizon: Int64) -> [Timed] {
    timed[(start + 1)...].prefix(48).filter { $0.time < timed[start].time + silence + horizon }
  }

  private func isNear(_ start: Int) -> Bool {
    let away = abs(timed[start].local + silence - now) % Self.day
    return min(away, Self.day - away) <= 5_400_000
  }

  private func isOfKind(_ start: Int, _ kind: SilenceCounts.Kind) -> Bool {
    switch kind {
    case .all: true
    case .same: last != nil && timed[start].row == last
    case .hour: isNear(start)
    }
  }

  /// The share of the silences; `nil` stands for anything at all.
  func share(of row: Int?, _ kind: SilenceCounts.Kind, prior: Double, within horizon: Int64) -> Double {
    let looked = starts.prefix(384).filter { isOfKind($0, kind) }
    let count = looked.count { start in
      followers(of: start, within: horizon).contains { Self.isOf(row, $0) }
    }
    return (Double(count) + 2 * prior) / (Double(looked.count) + 2)
  }

  /// The share of the intervals that lasted as long.
  var survival: Double { (Double(starts.count) + 0.5) / (Double(max(0, timed.count - 1)) + 1) }

  /// The mean number of donations after the silences of this time of day.
  func meanFollowers(within horizon: Int64) -> Double {
    let near = starts.prefix(384).filter(isNear)
    let count = near.reduce(0) { $0 + followers(of: $1, within: horizon).count }
    return Double(count) / (Double(near.count) + 1)
  }
}
