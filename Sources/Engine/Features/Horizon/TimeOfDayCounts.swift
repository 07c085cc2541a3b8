internal import Kernels

/// How often each activity was done at about this time of earlier days: climatologies of several
/// kinds of day.
///
/// A day's window is [t − margin, t + H + margin), t being the moment moved to that day on the wall
/// clock and H the horizon; on each day an activity counts once. It considers the last ``days``
/// days before the moment's day. It skips days before the first donation in the window, and days
/// whose window, or its first 24 hours, end after the user was last observed. The last candidate
/// counts donations of any item.
struct TimeOfDayCounts: Sendable {
  /// The kinds of count.
  enum Kind: Int, CaseIterable {
    /// Days of the same kind: workdays or days off.
    case like
    /// All days.
    case all
    /// All days, each weighing half as much as the one ten days after it.
    case recent
    /// The same, without a margin.
    case exact
    /// The same day of the week.
    case weekday
  }

  private static let days: Int64 = 60
  private static let margin: Int64 = 1_800_000
  private static let halfLife = 10.0
  private static let kinds = Kind.allCases.count
  private static let dayWeights: [Float] = (0...days).map {
    Float(Elementary.powerOfTwo(-Double($0) / halfLife))
  }

  /// For each candidate, and for anything at all, a count of each kind.
  private var counts: [Float] = []
  /// For each kind the weight of all days considered.
  private(set) var totals = [Float](repeating: 0, count: kinds)
  /// For each candidate the days back that were counted, one bit each, with a margin and without.
  ///
  /// The third mask holds the days on which the activity was done within ``before`` before the
  /// moment's time.
  private var counted: [(margin: UInt64, exact: UInt64, before: UInt64)] = []
  /// The days back that are considered, one bit each: all days, days of the same kind as the
  /// moment's, and days with the same day of the week.
  private var looked: (all: UInt64, like: UInt64, weekday: UInt64) = (0, 0, 0)
  private var span: Int64 = 0
  private var nearest: Int64 = 1
  /// The time before the moment, in milliseconds, in which doing an activity affects whether it is
  /// done again; 0 for a moment ahead or a long horizon.
  private var before: Int64 = 0
  private static let before: Int64 = 7_200_000
  private static let longestOfDay: Int64 = 43_200_000

  /// Counts the activities on all days considered.
  ///
  /// - Parameters:
  ///   - now: The moment, in milliseconds on the wall clock.
  ///   - lead: The time from when the user was last observed until the moment, in milliseconds.
  ///   - horizon: The length of the horizon in milliseconds.
  ///   - daysOff: The days that the user has off.
  /// - Complexity: O(candidates + records · days of the horizon).
  mutating func count(
    _ timeline: HorizonTimeline, candidates: Int, local now: Int64, lead: Int64 = 0, within horizon: Int64,
    daysOff: DaysOff
  ) {
    counts.resize(to: (candidates + 1) * Self.kinds)
    counts.fill(with: 0)
    counted.removeAll(keepingCapacity: true)
    for _ in 0...candidates { counted.append((0, 0, 0)) }
    let day = HorizonTimeline.day
    // A window that ends after the user was last observed gives no evidence. A window of several
    // days is used once its first day has been observed.
    nearest = max(1, HorizonTimeline.floor(lead + min(horizon, day) + day - 1, day))
    before = lead == 0 && horizon <= Self.longestOfDay ? Self.before : 0
    lookBack(from: now, to: timeline.localTimes.first, daysOff)
    guard span > 0 else { return }
    for (index, local) in timeline.localTimes.enumerated() where timeline.candidateIndices[index] >= 0 {
      let age = now - local
      // The donation is in the windows of the days back whose distance is in [age − margin, age + H
      // + margin).
      let farthest = HorizonTimeline.floor(age + max(horizon + Self.margin, 0) - 1, day)
      guard farthest >= 0, farthest * day >= age - max(Self.margin, before) else { continue }
      count(Int(timeline.candidateIndices[index]), age: age, within: horizon)
      count(candidates, age: age, within: horizon)
    }
  }

  /// Finds the days to look at.
  private mutating func lookBack(from now: Int64, to first: Int64?, _ daysOff: DaysOff) {
    totals.fill(with: 0)
    looked = (0, 0, 0)
    let today = HorizonTimeline.floor(now, HorizonTimeline.day)
    span = first.map { min(Self.days, today - HorizonTimeline.floor($0, HorizonTimeline.day)) } ?? 0
    guard span >= nearest else {
      span = 0
      return
    }
    let isOff = daysOff.contains(day: Int(today))
    for back in nearest...span {
      looked.all |= 1 << UInt64(back)
      if daysOff.contains(day: Int(today - back)) == isOff { looked.like |= 1 << UInt64(back) }
      if back % 7 == 0 { looked.weekday |= 1 << UInt64(back) }
      add(back, to: &totals, at: 0)
      totals[Kind.exact.rawValue] += Self.dayWeights[Int(back)]
    }
  }

  private mutating func count(_ candidate: Int, age: Int64, within horizon: Int64) {
    let (day, nearest, span) = (HorizonTimeline.day, nearest, span)
    // Returns the days back on which the donation was at most `earlier` before the moment's time,
    // or less than `later` after it.
    func days(from least: Int64, earlier: Int64, later: Int64) -> Range<Int64> {
      let first = max(least, -HorizonTimeline.floor(earlier - age, day))
      let last = min(span, HorizonTimeline.floor(age + later - 1, day))
      return first..<max(first, last + 1)
    }
    // On a journey to the west the wall clock goes back, so days do not come in order.
    for back in days(from: nearest, earlier: Self.margin, later: horizon + Self.margin)
    where counted[candidate].margin & 1 << UInt64(back) == 0 {
      counted[candidate].margin |= 1 << UInt64(back)
      add(back, to: &counts, at: candidate * Self.kinds)
    }
    for back in days(from: nearest, earlier: 0, later: horizon)
    where counted[candidate].exact & 1 << UInt64(back) == 0 {
      counted[candidate].exact |= 1 << UInt64(back)
      counts[candidate * Self.kinds + Kind.exact.rawValue] += Self.dayWeights[Int(back)]
    }
    guard before > 0 else { return }
    for back in days(from: 0, earlier: before, later: 0) { counted[candidate].before |= 1 << UInt64(back) }
  }

  private func add(_ back: Int64, to counts: inout [Float], at place: Int) {
    counts[place + Kind.all.rawValue] += 1
    counts[place + Kind.recent.rawValue] += Self.dayWeights[Int(back)]
    if looked.like & 1 << UInt64(back) != 0 { counts[place + Kind.like.rawValue] += 1 }
    if back % 7 == 0 { counts[place + Kind.weekday.rawValue] += 1 }
  }

  /// Returns the odds that a candidate's item is done within the horizon, from the earlier days on
  /// which it had just been done, or had not, as today.
  func habit(ofCandidate candidate: Int) -> HabitOdds {
    let own = counted[candidate]
    let mask = before == 0 ? UInt64.max : own.before & 1 != 0 ? own.before : ~own.before
    func days(_ kind: UInt64) -> HabitOdds.Days {
      let like = kind & mask
      return HabitOdds.Days(done: (own.exact & like).nonzeroBitCount, all: like.nonzeroBitCount)
    }
    return HabitOdds(all: days(looked.all), like: days(looked.like), weekday: days(looked.weekday))
  }

  /// The share of the days, as (c + 0.2) / (n + 2).
  func share(ofCandidate candidate: Int, _ kind: Kind) -> Float {
    (counts[candidate * Self.kinds + kind.rawValue] + 0.2) / (totals[kind.rawValue] + 2)
  }

  /// Returns whether a candidate's item was done on any of the days.
  func knows(_ candidate: Int) -> Bool { counts[candidate * Self.kinds + Kind.all.rawValue] > 0 }
}
