/// The precision of a donation's time.
///
/// Every donation has a time, because a log is in the order of time. A history without times (a
/// list of songs, a shell's history) has none to rely on: ``order`` then prevents learning habits
/// of hour, pause and pace from it.
public enum TimePrecision: String, Hashable, Sendable, CaseIterable {
  /// It happened at this time.
  case exact
  /// It happened on that day, by the local date of the time's offset; the time of day is unknown.
  case day
  /// The time only gives the position of the donation among the others.
  case order
}

extension Donation {
  /// A Boolean value that indicates whether its time may be learned from: whether it is exact.
  ///
  /// The order of donations is known in any case.
  public var hasExactTime: Bool { details.timePrecision == .exact }
}
