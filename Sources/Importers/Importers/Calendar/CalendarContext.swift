internal import Activities

/// The appointment at a moment, as an attribute of the context.
///
/// All-day appointments, and those marked as free time (`TRANSP`), do not count. If several
/// overlap, the shortest counts; of equally long ones, the first to begin.
package struct CalendarContext: Sendable {
  /// The attribute of a context: the title of the appointment.
  package static let attribute = "event"

  /// The moments at which another appointment begins to count, in ascending order.
  private let moments: [Int64]
  /// The title of the appointment that counts from each moment to the next one; `nil` if there is
  /// none.
  private let titles: [String?]

  /// Creates the context of some appointments; without any it has no titles.
  ///
  /// - Complexity: O(n log n), regardless of overlaps.
  package init(_ events: [CalendarEvent] = []) {
    let entries = events.filter { !$0.isAllDay && $0.isBusy }.compactMap { event in
      event.activity.title.map { (start: event.start.milliseconds, end: event.end.milliseconds, title: $0) }
    }.sorted { ($0.end - $0.start, $0.start, $0.title) < ($1.end - $1.start, $1.start, $1.title) }
    let moments = Set(entries.flatMap { [$0.start, $0.end] }).sorted()
    var titles = [String?](repeating: nil, count: moments.count)
    // The next free moment from each one; the first appointment in the order of the entries wins.
    var free = Array(0...moments.count)
    func nextFree(_ index: Int) -> Int {
      var last = index
      while free[last] != last { last = free[last] }
      var index = index
      while free[index] != last { (index, free[index]) = (free[index], last) }
      return last
    }
    for entry in entries {
      var index = nextFree(Self.count(of: moments, upTo: entry.start) - 1)
      while index < moments.count, moments[index] < entry.end {
        titles[index] = entry.title
        free[index] = index + 1
        index = nextFree(index + 1)
      }
    }
    (self.moments, self.titles) = (moments, titles)
  }

  /// Returns the title of the appointment at a moment, if there is one.
  ///
  /// - Complexity: O(log n).
  package func title(at time: Int64) -> String? {
    let count = Self.count(of: moments, upTo: time)
    return count == 0 ? nil : titles[count - 1]
  }

  /// Returns the number of ordered moments up to and including one.
  private static func count(of moments: [Int64], upTo time: Int64) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
