public import Activities

/// A moment to query the evidence for: its circumstances, and how precisely they are known.
public struct AskedMoment: Sendable {
  /// The circumstances.
  ///
  /// Without a place, the last known one counts, less the older it is.
  public var context: Context
  /// How precisely the context's time is known.
  ///
  /// A donation to be learned may have less than the exact instant.
  public var precision: TimePrecision
  /// The seconds between the end of observation and this moment.
  ///
  /// Nothing was observed in between, which is not the same as silence. Intervals since the last
  /// donation therefore end where observation ended, and they count less the longer ago that is.
  public var lead: Double
  /// A Boolean value that indicates whether the last known place may be used.
  public var knowsLastPlace: Bool

  /// Creates a moment; by default the user was observed until then.
  public init(
    _ context: Context, precision: TimePrecision = .exact, lead: Double = 0, knowsLastPlace: Bool = true
  ) {
    (self.context, self.precision) = (context, precision)
    (self.lead, self.knowsLastPlace) = (lead, knowsLastPlace)
  }
}
