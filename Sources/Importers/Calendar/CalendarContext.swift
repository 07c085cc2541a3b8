internal import Activities

/// What a calendar says of a moment: the appointment that takes place then, as an attribute of the context.
///
/// Of appointments that last for whole days, or are marked as free time (`TRANSP`), none is in the way of anything. Of several the shortest counts, and of equally long ones the first to begin.
package struct CalendarContext: Sendable {
  /// The attribute of a context: the title of the appointment.
  package static let attribute = "event"

  private struct Entry {
    let start: Int64
    let end: Int64
    let title: String
  }

  /// In the order of their starts.
  private let entries: [Entry]
  /// The longest of them, in milliseconds.
  private let longest: Int64

  /// Creates the context of the appointments that were read; without any it says nothing.
  package init(_ events: [CalendarEvent] = []) {
    entries = events.filter { !$0.isAllDay && $0.isBusy }.compactMap { event in
      event.activity.title.map {
        Entry(start: event.start.milliseconds, end: event.end.milliseconds, title: $0)
      }
    }.sorted { ($0.start, $0.end, $0.title) < ($1.start, $1.end, $1.title) }
    longest = entries.map { $0.end - $0.start }.max() ?? 0
  }

  /// Returns the title of the appointment at a moment, if there is one.
  ///
  /// - Complexity: O(log n), and those that begin within the length of the longest one before it.
  package func title(at time: Int64) -> String? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    var found: Entry?
    for entry in entries[..<low].reversed() {
      if time - entry.start > longest { break }
      guard entry.end > time else { continue }
      if let found, (found.end - found.start, found.start) < (entry.end - entry.start, entry.start) {
        continue
      }
      found = entry
    }
    return found?.title
  }
}
