/// A sequence of activities that tends to happen on certain days at a certain time.
struct Routine: Hashable, Sendable {
  let name: String
  let recurrence: Recurrence
  /// Seconds after local midnight.
  let start: Double
  /// Standard deviation of the start in seconds.
  let jitter: Double
  /// How many seconds later it starts with every week: habits shift.
  let laterEachWeek: Double
  let probability: Double
  /// Where it starts; absent: wherever the person is.
  let place: String?
  let steps: [Step]
}

/// One step of a routine.
struct Step: Hashable, Sendable {
  /// Median seconds since the step before.
  let gap: Double
  let probability: Double
  let times: ClosedRange<Int>
  let kind: Kind

  indirect enum Kind: Hashable, Sendable {
    /// Do an activity.
    case act(String)
    /// Be at another place from now on.
    case go(String)
    /// Follow one of several branches by weight.
    case branch([Weighted<[Step]>])
    /// Several steps that stand or fall together.
    case group([Step], inAnyOrder: Bool)
  }
}
