/// Activities without a fixed time: so many a day, in some part of it.
struct Spontaneity: Hashable, Sendable {
  let recurrence: Recurrence
  let activities: [Weighted<String>]
  /// The mean number a day.
  let perDay: Double
  /// Seconds after local midnight; the end may be after the next one.
  let between: Range<Double>
  /// Only where the person is then at one of these places, if there are any.
  let places: [String]
}

/// What tends to follow what, in whatever way the first came about.
struct Transition: Hashable, Sendable {
  let after: [String]
  let then: [Weighted<String>]
  let probability: Double
  /// Median seconds in between.
  let gap: Double
}
