internal import Activities

/// Runs of consecutive events of a watcher that show the same thing, each of which is one activity.
///
/// Watchers report every second or so, and begin a new event at any change, even of a title. Equal
/// events with a short gap are one run. Histories are in ascending or descending order of time;
/// runs do not depend on it.
struct EventRuns {
  /// A run of events.
  struct Run {
    let bucket: Int
    /// The common name of the events.
    let name: String
    let position: HistoryPosition
    let event: ActivityWatchEvents.Event
    fileprivate(set) var start: Int64
    fileprivate(set) var end: Int64

    /// The duration in seconds, or nil for a moment.
    var duration: Double? { end > start ? Double(end - start) / 1_000 : nil }
  }

  /// The effect of an event on the runs.
  enum Step {
    /// It continues the run.
    case joins
    /// It begins another run and completes the previous one.
    case begins(after: Run?)
  }

  /// The maximum gap between two events of a run in milliseconds; the watchers report every 1 to 20
  /// seconds.
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

/// The times in which the user was present at a computer.
struct TimesOfPresence {
  private var times: [ClosedRange<Int64>] = []

  /// Adds a time.
  mutating func add(_ start: Int64, _ end: Int64) { times.append(start...max(start, end)) }

  /// Sorts the times and merges touching ones; call it before any query.
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

  /// Returns the parts of an event during which the user was present.
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
