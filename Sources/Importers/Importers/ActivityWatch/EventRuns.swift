internal import Activities

/// Events of a watcher that follow one another and show the same thing: one run of them is one
/// thing that was done.
///
/// Watchers report every second or so, and begin a new event when anything changes, be it a title.
/// Where two of the same are no more than a moment apart they are one. Histories have events from
/// the latest to the earliest, or the other way round; either way a run is the same.
struct EventRuns {
  /// A run of events.
  struct Run {
    let bucket: Int
    /// What they have in common.
    let name: String
    let position: HistoryPosition
    let event: ActivityWatchEvents.Event
    fileprivate(set) var start: Int64
    fileprivate(set) var end: Int64

    /// The duration in seconds; `nil` for a moment.
    var duration: Double? { end > start ? Double(end - start) / 1_000 : nil }
  }

  /// What became of an event.
  enum Step {
    /// It goes on with the run.
    case joins
    /// It begins another run; the one before it is complete.
    case begins(after: Run?)
  }

  /// Milliseconds between two events that are one; the watchers' own pulse is 1 to 20 seconds.
  static let longestGap: Int64 = 10_000

  private var open: [Int: Run] = [:]

  /// Adds an event of a bucket.
  mutating func add(
    _ event: ActivityWatchEvents.Event, named name: String, in bucket: Int, at position: HistoryPosition
  ) -> Step {
    if var run = open[bucket], run.name == name,
      max(run.start, event.start) - min(run.end, event.end) <= Self.longestGap
    {
      (run.start, run.end) = (min(run.start, event.start), max(run.end, event.end))
      open[bucket] = run
      return .joins
    }
    let run = Run(
      bucket: bucket, name: name, position: position, event: event, start: event.start, end: event.end)
    return .begins(after: open.updateValue(run, forKey: bucket))
  }

  /// Returns the runs that are still open, in the order of their buckets.
  mutating func finish() -> [Run] {
    defer { open = [:] }
    return open.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The times in which somebody was at a computer.
struct TimesOfPresence {
  private var times: [ClosedRange<Int64>] = []

  /// Adds a time.
  mutating func add(_ start: Int64, _ end: Int64) { times.append(start...max(start, end)) }

  /// Puts the times in order, and those that touch into one; before it nothing may be asked.
  mutating func finish() {
    var merged: [ClosedRange<Int64>] = []
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, time.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, time.upperBound)
      } else {
        merged.append(time)
      }
    }
    times = merged
  }

  /// Returns the parts of an event in which somebody was there.
  ///
  /// - Complexity: O(log times) and the parts.
  func parts(of event: ActivityWatchEvents.Event) -> [ActivityWatchEvents.Event] {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle].upperBound < event.start { low = middle + 1 } else { high = middle }
    }
    var parts: [ActivityWatchEvents.Event] = []
    for time in times[low...].prefix(while: { $0.lowerBound <= event.end }) {
      var part = event
      (part.start, part.end) = (max(event.start, time.lowerBound), min(event.end, time.upperBound))
      if part.start < part.end || event.start == event.end { parts.append(part) }
    }
    return parts
  }
}
