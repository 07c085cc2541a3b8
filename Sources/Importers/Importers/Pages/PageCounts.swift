/// The number of days with visits for pages, sections and sites, which decides which visits become
/// activities.
///
/// A history of years has tens of thousands of pages and sites that were visited on only one day.
/// They are not useful as suggestions, and each costs time in every query. So a history has at most
/// ``budget`` activities, by one rule: a visit counts for the most specific of page, section and
/// site that was visited on the minimum number of days. If not even the site was, the visit is
/// skipped. The minimum is the smallest number that keeps the budget: 1 for a small history, so
/// that it keeps everything.
///
/// Days count rather than visits, because reloading a page all evening is not a habit.
struct PageCounts {
  private struct Count {
    var days: Int32 = 0
    var lastDay = Int32.min
    /// The hash of the coarser one; 0 for a site.
    let parent: UInt64
    /// A Boolean value that indicates whether it is the most specific one of some visit.
    var isVisited: Bool

    mutating func add(_ day: Int32, isVisited: Bool) {
      if day != lastDay { (days, lastDay) = (days + 1, day) }
      if isVisited { self.isVisited = true }
    }
  }

  /// The minimum number of days with visits.
  private(set) var days = 1

  private var counts: [UInt64: Count] = [:]
  /// The number of days up to which counts may be missing.
  private var forgotten: Int32 = 0

  /// The maximum number of activities of a history.
  static let budget = 2_000
  /// The maximum number of counts in memory; beyond it, the rarest are dropped.
  private let limit: Int

  init(limit: Int = 1 << 18) { self.limit = limit }

  /// The number of counts in memory.
  var size: Int { counts.count }

  /// Counts a visit.
  ///
  /// - Parameters:
  ///   - ladder: The hashes of the identities from the page to the site.
  ///   - day: The day, which does not decrease between visits, unless the history is unordered.
  mutating func add(_ ladder: [UInt64], day: Int32) {
    for (index, key) in ladder.enumerated() {
      let parent = index + 1 < ladder.count ? ladder[index + 1] : 0
      counts[key, default: Count(parent: parent, isVisited: false)].add(day, isVisited: index == 0)
    }
    if counts.count > limit { forgetRarest() }
  }

  /// Determines the minimum number of days.
  mutating func finish(budget: Int = budget) {
    days = Int(forgotten) + 1
    while activities(of: days) > budget { days += 1 }
  }

  /// Returns the index in a ladder that a visit counts for, or nil if it is too rare.
  func rung(_ ladder: [UInt64]) -> Int? {
    days == 1 ? ladder.indices.first : ladder.firstIndex { counts[$0].map { $0.days >= days } ?? false }
  }

  /// Returns the number of activities for a minimum number of days.
  private func activities(of days: Int) -> Int {
    var found: Set<UInt64> = []
    for (key, count) in counts where count.isVisited {
      var (key, count) = (key, count)
      while count.days < days, let above = counts[count.parent] { (key, count) = (count.parent, above) }
      if count.days >= days { found.insert(key) }
    }
    return found.count
  }

  /// Drops the entries with the fewest days until a quarter of the space is free.
  private mutating func forgetRarest() {
    while counts.count > limit - limit / 4 {
      forgotten += 1
      counts = counts.filter { $0.value.days > forgotten }
    }
  }
}
