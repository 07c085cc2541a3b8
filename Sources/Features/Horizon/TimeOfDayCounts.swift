internal import Kernels

/// How often each activity was done at about this time of earlier days: climatologies of several kinds of day.
///
/// A day's window is [t − margin, t + H + margin), t being the moment moved to that day on the wall clock and H the horizon; on each day
/// an activity counts once. Looked at are the ``days`` before the moment's, but none before that of the first donation in the window.
/// The last line is that of anything at all.
struct TimeOfDayCounts: Sendable {
  /// The kinds of count.
  enum Kind: Int, CaseIterable {
    /// Days of the same kind: workdays or weekends.
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

  /// For each line, and for anything at all, a count of each kind.
  private var counts: [Float] = []
  /// For each kind the weight of all days that were looked at.
  private(set) var totals = [Float](repeating: 0, count: kinds)
  /// For each line the days back that were counted, a bit each, with a margin and without.
  private var counted: [(margin: UInt64, exact: UInt64)] = []
  private var isLike: [Bool] = []
  private var span: Int64 = 0

  /// Counts.
  ///
  /// - Parameters:
  ///   - now: The moment, in milliseconds on the wall clock.
  ///   - horizon: In milliseconds.
  /// - Complexity: O(lines + records · days of the horizon).
  mutating func count(_ timeline: HorizonTimeline, lines: Int, local now: Int64, within horizon: Int64) {
    counts.resize(to: (lines + 1) * Self.kinds)
    counts.fill(with: 0)
    counted.removeAll(keepingCapacity: true)
    for _ in 0...lines { counted.append((0, 0)) }
    lookBack(from: now, to: timeline.localTimes.first)
    guard span > 0 else { return }
    let day = HorizonTimeline.day
    for (index, local) in timeline.localTimes.enumerated() where timeline.lines[index] >= 0 {
      let age = now - local
      // The donation lies in the windows of the days back whose distance is in [age − margin, age + H + margin).
      let farthest = HorizonTimeline.floor(age + horizon + Self.margin - 1, day)
      guard farthest >= 1, farthest * day >= age - Self.margin else { continue }
      count(Int(timeline.lines[index]), age: age, within: horizon)
      count(lines, age: age, within: horizon)
    }
  }

  /// Finds the days to look at.
  private mutating func lookBack(from now: Int64, to first: Int64?) {
    totals.fill(with: 0)
    isLike.removeAll(keepingCapacity: true)
    let today = HorizonTimeline.floor(now, HorizonTimeline.day)
    span = first.map { min(Self.days, today - HorizonTimeline.floor($0, HorizonTimeline.day)) } ?? 0
    guard span > 0 else { return }
    isLike.append(false)
    for back in 1...span {
      isLike.append(Self.isWeekend(today - back) == Self.isWeekend(today))
      add(back, to: &totals, at: 0)
      totals[Kind.exact.rawValue] += Self.dayWeights[Int(back)]
    }
  }

  private mutating func count(_ line: Int, age: Int64, within horizon: Int64) {
    let day = HorizonTimeline.day
    func days(_ margin: Int64) -> Range<Int64> {
      let first = max(1, -HorizonTimeline.floor(margin - age, day))
      let last = min(span, HorizonTimeline.floor(age + horizon + margin - 1, day))
      return first..<max(first, last + 1)
    }
    // On a journey to the west the wall clock goes back, so days do not come in order.
    for back in days(Self.margin) where counted[line].margin & 1 << UInt64(back) == 0 {
      counted[line].margin |= 1 << UInt64(back)
      add(back, to: &counts, at: line * Self.kinds)
    }
    for back in days(0) where counted[line].exact & 1 << UInt64(back) == 0 {
      counted[line].exact |= 1 << UInt64(back)
      counts[line * Self.kinds + Kind.exact.rawValue] += Self.dayWeights[Int(back)]
    }
  }

  private func add(_ back: Int64, to counts: inout [Float], at place: Int) {
    counts[place + Kind.all.rawValue] += 1
    counts[place + Kind.recent.rawValue] += Self.dayWeights[Int(back)]
    if isLike[Int(back)] { counts[place + Kind.like.rawValue] += 1 }
    if back % 7 == 0 { counts[place + Kind.weekday.rawValue] += 1 }
  }

  /// The share of the days, as (c + 0.2) / (n + 2).
  func share(ofLine line: Int, _ kind: Kind) -> Float {
    (counts[line * Self.kinds + kind.rawValue] + 0.2) / (totals[kind.rawValue] + 2)
  }

  /// Returns whether a line's row was done on any of the days.
  func knows(_ line: Int) -> Bool { counts[line * Self.kinds + Kind.all.rawValue] > 0 }

  private static func isWeekend(_ day: Int64) -> Bool {
    ((day + 3) % 7 + 7) % 7 >= 5  // 1970-01-01 was a Thursday
  }
}
