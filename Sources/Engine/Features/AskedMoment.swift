public import Activities

/// A moment that evidence is asked about: its circumstances, and what is known of them.
public struct AskedMoment: Sendable {
  /// The circumstances.
  ///
  /// Without a place the last known one counts, less the older it is.
  public var context: Context
  /// What is known of the context's time: of a donation that is to be learned it may be less than
  /// the instant.
  public var precision: TimePrecision
  /// The seconds from the moment until which the user was observed to this one.
  ///
  /// Nothing was observed in between, and that is no silence: what is counted from the last
  /// donation is counted to the earlier moment, and says less the longer ago that is.
  public var lead: Double
  /// A Boolean value that indicates whether the last known place may be looked at.
  public var knowsLastPlace: Bool

  /// A moment until which the user was observed, unless told otherwise.
  public init(
    _ context: Context, precision: TimePrecision = .exact, lead: Double = 0, knowsLastPlace: Bool = true
  ) {
    (self.context, self.precision) = (context, precision)
    (self.lead, self.knowsLastPlace) = (lead, knowsLastPlace)
  }
}
