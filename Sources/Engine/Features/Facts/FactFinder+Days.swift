internal import Activities

/// Facts about days and intervals, only for activities whose donations all have a time.
extension FactFinder {
  /// The maximum number of past days; fewer for a single day of the week.
  private static let workdays = 20
  private static let daysOff = 8
  private static let sameWeekdays = 8
  /// The minimum number of days that a fact covers.
  private static let fewestDays = 3
  /// The maximum and minimum number of intervals that a fact covers.
  private static let intervals = (most: 20, least: 4)

  /// Returns on how many of the last days it was done around this time: from half an hour before
  /// the current quarter of an hour to half an hour after its start.
  func timeOfDay(of items: Set<Int>) -> Finding? {
    guard moment.hasTime else { return nil }
    let quarter = Int(moment.localHour * 4)
    let quarters = max(0, quarter - 2)..<min(96, quarter + 2)
    guard let (days, times, of) = bestDays(of: items, quarters: quarters) else { return nil }
    let around = window.filter { $0.milliseconds != nil && quarters.contains($0.quarter) }
    let own = around.count { items.contains(Int($0.item)) }
    let all = window.count { items.contains(Int($0.item)) }
    let isUsual = own * window.count > all * around.count
    return Finding(
      fact: .days(days, times: times, of: of), speaksFor: isUsual && times >= 2 && 5 * times >= of)
  }

  /// Returns on how many of the last days it was done, if it is a daily habit; otherwise the
  /// interval at which it comes back, if that is regular.
  func rhythm(of items: Set<Int>) -> Finding? {
    guard moment.hasTime else { return nil }
    let isDoneToday = window.contains { $0.day == moment.localDay && items.contains(Int($0.item)) }
    if !isDoneToday, let (days, times, of) = bestDays(of: items, quarters: nil), 5 * times >= 4 * of {
      return Finding(fact: .days(days, times: times, of: of), speaksFor: true)
    }
    return interval(of: items)
  }

  private func interval(of items: Set<Int>) -> Finding? {
    guard let times = instants(of: items)?.suffix(Self.intervals.most + 1), let last = times.last,
      times.count > Self.intervals.least
    else { return nil }
    let seconds = zip(times, times.dropFirst()).map { Double($1 - $0) / 1_000 }.sorted()
    let median = seconds.median
    let since = Double(max(0, moment.milliseconds - last)) / 1_000
    guard seconds[seconds.count * 3 / 4] <= 2.5 * seconds[seconds.count / 4], median > 0 else { return nil }
    return Finding(
      fact: .interval(medianSeconds: median, of: seconds.count, secondsSince: since),
      speaksFor: since >= median / 2 && since <= 2 * median)
  }

  /// Returns the times of all its donations in the window, or nil if any of them is unknown.
  private func instants(of items: Set<Int>) -> [Int64]? {
    var times: [Int64] = []
    for candidate in window where items.contains(Int(candidate.item)) {
      guard let time = candidate.milliseconds else { return nil }
      times.append(time)
    }
    return times
  }

  /// Returns the days before today that tell most: those with today's day of the week, or all
  /// workdays or days off.
  private func bestDays(of items: Set<Int>, quarters: Range<Int>?) -> (Fact.Days, times: Int, of: Int)? {
    guard instants(of: items) != nil, let known = firstWholeDay else { return nil }
    var done: Set<Int> = []
    for candidate in window
    where items.contains(Int(candidate.item)) && quarters?.contains(candidate.quarter) ?? true {
      done.insert(candidate.day)
    }
    let general: (Fact.Days.Kind, Int) =
      moment.isDayOff
      ? (.daysOff(moment.daysOff), Self.daysOff) : (.workdays(besides: moment.daysOff), Self.workdays)
    var best: (Fact.Days, times: Int, of: Int)?
    for (kind, most) in [general, (.weekday(moment.weekday), Self.sameWeekdays)] {
      let days = stride(from: moment.localDay - 1, through: known, by: -1).lazy.filter(kind.contains)
        .prefix(most)
      let all = Array(days)
      for length in Set([5, 10, all.count]) where length <= all.count && length >= Self.fewestDays {
        let times = all.prefix(length).count { done.contains($0) }
        let found = (Fact.Days(kind, quarters: quarters), times: times, of: length)
        if let best, Self.weight(best.times, best.of) >= Self.weight(times, length) { continue }
        best = found
      }
    }
    return best
  }

  /// Returns a share, less certain with fewer days; among equal shares, the one with more days
  /// weighs more.
  private static func weight(_ times: Int, _ all: Int) -> Double {
    (Double(times) + Double(all) / 1_000) / (Double(all) + 2)
  }

  /// The first day that the window covers completely, as days since 1970-01-01, or nil if none is
  /// known.
  private var firstWholeDay: Int? {
    guard let oldest = window.first(where: { $0.milliseconds != nil }) else { return nil }
    return isWhole ? oldest.day : oldest.day + 1
  }
}

extension [Double] {
  /// The median of sorted numbers: the middle one, or the mean of the middle two.
  var median: Double {
    isEmpty ? 0 : (self[(count - 1) / 2] + self[count / 2]) / 2
  }
}
