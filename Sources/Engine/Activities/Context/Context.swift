/// The circumstances of a donation or of a query: its time, its place, and anything else known just
/// before.
///
/// Earlier donations are part of the circumstances, too; the engine that answers a query has them.
public struct Context: Hashable, Sendable {
  /// The time, in local wall time.
  public let instant: Instant
  /// The place, if known.
  ///
  /// In a query it is the last known place, not the place of future activities.
  public let place: Place?
  /// Anything else known at that moment: `wifi`, `headphones`, `cwd`.
  ///
  /// Scalars only.
  public let attributes: [String: ActivityValue]

  /// Creates a context.
  ///
  /// - Throws: ``ActivityError/notScalar(field:)`` or ``ActivityError/notFinite(field:)`` for an
  ///   attribute that cannot be compared; ``ActivityError/tooManyMarks(field:)`` for one that takes
  ///   too long to compare.
  public init(
    at instant: Instant, place: Place? = nil, attributes: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    try CombiningMarks.check(attributes, "context")
    for value in attributes.values {
      guard value.isScalar else { throw .notScalar(field: "context") }
      guard value.isFinite else { throw .notFinite(field: "context") }
    }
    self.instant = instant
    self.place = place
    self.attributes = attributes
  }

  /// Creates a context with a time alone.
  public init(at instant: Instant) {
    self.instant = instant
    place = nil
    attributes = [:]
  }
}
