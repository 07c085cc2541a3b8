import Activities
import Foundation

@testable import Features

/// The slow twin of ``TimeOfDayCounts`` and ``SilenceCounts``: their definitions in plain loops
/// over the donations.
struct SlowHorizon {
  /// A donation with a time.
  struct Timed {
    let time: Int64
    let local: Int64
    /// The item; `nil` for an accepted suggestion of an activity that was done before.
    let item: Int?
  }

  private static let day: Int64 = 86_400_000

  let timed: [Timed]
  let now: Int64
  /// The time from the user's last observation to now.
  let lead: Int64
  /// The time from the last donation to the user's last observation.
  let silence: Int64
  let last: Int?
  let daysOff: DaysOff

  /// - Parameters:
  ///   - donations: The earlier donations, in order. Only the last ``DonationWindow/size`` of them
  ///     count.
  ///   - moment: The moment of the query.
  ///   - lead: The time from the user's last observation to the moment, in milliseconds. It is cut
  ///     off at the last donation.
  init(_ donations: [Donation], at moment: Instant, lead asked: Int64 = 0, daysOff: DaysOff = .usual) {
    self.daysOff = daysOff
    var order: [ActivityIdentity] = []
    let items = donations.map { donation in
      let known = order.firstIndex(of: donation.identity)
      if known == nil { order.append(donation.identity) }
      return (item: known ?? order.count - 1, counts: known == nil || donation.details.source != .suggestion)
    }
    last = items.last?.item
    now = moment.milliseconds + Int64(moment.offsetMinutes) * 60_000
    timed = zip(donations, items).suffix(DonationWindow.size).filter { $0.0.hasExactTime }.map {
      donation, item in
      let instant = donation.context.instant
      // Offsets may differ by whole days; take the one nearest to the moment's.
      var away = instant.offsetMinutes - moment.offsetMinutes
      if away >= 720 { away -= 1_440 }
      if away < -720 { away += 1_440 }
      return Timed(
        time: instant.milliseconds,
        local: instant.milliseconds + Int64(moment.offsetMinutes + away) * 60_000,
        item: item.counts ? item.item : nil)
    }
    let latest = donations.last { $0.hasExactTime }
    let pause = latest.map { moment.milliseconds - $0.context.instant.milliseconds } ?? 0
    lead = min(asked, pause)
    silence = pause - lead
  }

  /// Returns whether an item was done; `nil` stands for any item.
  private static func isOf(_ item: Int?, _ donation: Timed) -> Bool {
    item == nil ? donation.item != nil : donation.item == item
  }

  private static func dayOf(_ local: Int64) -> Int64 {
    Int64((Double(local) / Double(day)).rounded(.down))
  }

  /// The days back to consider: those whose window had passed at the user's last observation.
  ///
  /// Only the first day of a longer window counts.
  private func days(within horizon: Int64) -> [Int64] {
    guard let first = timed.first else { return [] }
    let span = min(60, Self.dayOf(now) - Self.dayOf(first.local))
    return (1...60).filter { back in
      back <= span && now - back * Self.day + min(horizon, Self.day) <= now - lead
    }
  }

  private func isLike(_ back: Int64) -> Bool {
    let today = Self.dayOf(now)
    return daysOff.contains(day: Int(today - back)) == daysOff.contains(day: Int(today))
  }

  /// Returns whether an item was done in a window of the clock on a day back.
  private func isDone(_ item: Int?, _ back: Int64, from start: Int64, to end: Int64) -> Bool {
    let window = (now - back * Self.day + start)..<(now - back * Self.day + end)
    return timed.contains { Self.isOf(item, $0) && window.contains($0.local) }
  }

  /// Returns the odds of an item, counted on days that agree with today on whether it was done in
  /// the two hours before.
  ///
  /// All days count for a moment ahead, and for a horizon of more than half a day.
  func habit(of item: Int, within horizon: Int64) -> HabitOdds {
    var looked = days(within: horizon)
    if lead == 0, horizon <= Self.day / 2 {
      func wasJustDone(_ back: Int64) -> Bool { isDone(item, back, from: -7_200_000, to: 0) }
      looked = looked.filter { wasJustDone($0) == wasJustDone(0) }
    }
    func count(_ days: [Int64]) -> HabitOdds.Days {
      HabitOdds.Days(done: days.count { isDone(item, $0, from: 0, to: horizon) }, all: days.count)
    }
    return HabitOdds(
      all: count(looked), like: count(looked.filter(isLike)), weekday: count(looked.filter { $0 % 7 == 0 }))
  }

  /// Returns the share of days with an item; `nil` stands for any item.
  func share(of item: Int?, _ kind: TimeOfDayCounts.Kind, within horizon: Int64) -> Double {
    let margin: Int64 = kind == .exact ? 0 : 1_800_000
    var (count, total) = (0.0, 0.0)
    for back in days(within: horizon) {
      let weight: Double =
        switch kind {
        case .like: isLike(back) ? 1 : 0
        case .all: 1
        case .recent, .exact: exp2(-Double(back) / 10)
        case .weekday: back % 7 == 0 ? 1 : 0
        }
      total += weight
      if isDone(item, back, from: -margin, to: horizon + margin) { count += weight }
    }
    return (count + 0.2) / (total + 2)
  }

  /// Returns whether an item was done on any of the days.
  func knowsDay(of item: Int, within horizon: Int64) -> Bool {
    let total = Double(days(within: horizon).count)
    return share(of: item, .all, within: horizon) > 0.21 / (total + 2)
  }

  /// The starts of the silences that lasted as long, the latest first.
  private var starts: [Int] {
    timed.indices.dropLast().filter { timed[$0 + 1].time - timed[$0].time >= silence }.reversed()
  }

  /// The latest of them whose horizon, after the lead, had passed at the user's last observation.
  private func looked(within horizon: Int64) -> [Int] {
    let observed = (timed.last?.time ?? 0) + silence
    return starts.prefix(384).filter { lead == 0 || timed[$0].time + silence + lead + horizon <= observed }
  }

  /// The donations within the horizon, after a silence had lasted as long and the lead had passed.
  private func followers(of start: Int, within horizon: Int64) -> [Timed] {
    let from = timed[start].time + silence + lead
    return timed[(start + 1)...].drop { $0.time < from }.prefix(48).filter { $0.time < from + horizon }
  }

  private func isNear(_ start: Int) -> Bool {
    let away = abs(timed[start].local + silence + lead - now) % Self.day
    return min(away, Self.day - away) <= 5_400_000
  }

  private func isOfKind(_ start: Int, _ kind: SilenceCounts.Kind) -> Bool {
    switch kind {
    case .all: true
    case .same: last != nil && timed[start].item == last
    case .hour: isNear(start)
    }
  }

  /// Returns the share of silences followed by an item; `nil` stands for any item.
  func share(of item: Int?, _ kind: SilenceCounts.Kind, prior: Double, within horizon: Int64) -> Double {
    let looked = looked(within: horizon).filter { isOfKind($0, kind) }
    let count = looked.count { start in
      followers(of: start, within: horizon).contains { Self.isOf(item, $0) }
    }
    return (Double(count) + 2 * prior) / (Double(looked.count) + 2)
  }

  /// The share of the intervals that lasted as long.
  var survival: Double { (Double(starts.count) + 0.5) / (Double(max(0, timed.count - 1)) + 1) }

  /// Returns the mean number of donations after silences at this time of day.
  func meanFollowers(within horizon: Int64) -> Double {
    let near = looked(within: horizon).filter(isNear)
    let count = near.reduce(0) { $0 + followers(of: $1, within: horizon).count }
    return Double(count) / (Double(near.count) + 1)
  }
}
