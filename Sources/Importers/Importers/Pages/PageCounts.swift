/// On how many days pages, and the sections and sites they stand in, were visited; and so which
/// visits are activities of their own.
///
/// A history of years has tens of thousands of pages and sites that were seen on one day and never
/// again. Nobody wants them suggested, and each would cost time at every question. So of each
/// history at most ``budget`` activities are made, by one rule: a visit counts for the most
/// specific of page, section and site that was visited on at least so many days, and is left out
/// where not even the site was. The number of days is the smallest with which the budget holds: 1
/// for a small history, which has everything then.
///
/// Days count and not visits, because a page that is loaded anew all evening is no habit.
struct PageCounts {
  private struct Count {
    var days: Int32 = 0
    var lastDay = Int32.min
    /// The hash of what is coarser; 0 for a site.
    let parent: UInt64
    /// A Boolean value that indicates whether visits begin here: it is the most specific one of
    /// some visit.
    var isVisited: Bool

    mutating func add(_ day: Int32, isVisited: Bool) {
      if day != lastDay { (days, lastDay) = (days + 1, day) }
      if isVisited { self.isVisited = true }
    }
  }

  /// The number of days on which something has to be visited.
  private(set) var days = 1

  private var counts: [UInt64: Count] = [:]
  /// The number of days up to which counts may be missing.
  private var forgotten: Int32 = 0

  /// The most activities of a history.
  static let budget = 2_000
  /// The most counts in memory; beyond it the rarest are forgotten.
  private let limit: Int

  init(limit: Int = 1 << 18) { self.limit = limit }

  /// The number of counts in memory.
  var size: Int { counts.count }

  /// Counts a visit.
  ///
  /// - Parameters:
  ///   - ladder: The hashes of the identities from the page to the site.
  ///   - day: The day, which does not decrease from visit to visit but for disorder in a history.
  mutating func add(_ ladder: [UInt64], day: Int32) {
    for (index, key) in ladder.enumerated() {
      let parent = index + 1 < ladder.count ? ladder[index + 1] : 0
      counts[key, default: Count(parent: parent, isVisited: false)].add(day, isVisited: index == 0)
    }
    if counts.count > limit { forgetRarest() }
  }

  /// Decides how many days are enough.
  mutating func finish(budget: Int = budget) {
    days = Int(forgotten) + 1
    while activities(of: days) > budget { days += 1 }
  }

  /// Returns the place in a ladder that a visit counts for, or nothing if it is too rare.
  func rung(_ ladder: [UInt64]) -> Int? {
    days == 1 ? ladder.indices.first : ladder.firstIndex { counts[$0].map { $0.days >= days } ?? false }
  }

  /// Returns how many activities there are if so many days are enough.
  private func activities(of days: Int) -> Int {
    var found: Set<UInt64> = []
    for (key, count) in counts where count.isVisited {
      var (key, count) = (key, count)
      while count.days < days, let above = counts[count.parent] { (key, count) = (count.parent, above) }
      if count.days >= days { found.insert(key) }
    }
    return found.count
  }

  /// Makes room: what was visited on the fewest days goes, until a quarter is free.
  private mutating func forgetRarest() {
    while counts.count > limit - limit / 4 {
      forgotten += 1
      counts = counts.filter { $0.value.days > forgotten }
    }
  }
}
