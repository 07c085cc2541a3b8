/// How much the time of a donation tells.
///
/// Every donation has a time, because a log is in the order of time. A history that was kept
/// without times (a list of songs, a shell's history) has none that could be believed: then
/// ``order`` keeps habits of hour, pause and pace from being learned of them.
public enum TimePrecision: String, Hashable, Sendable, CaseIterable {
  /// It happened then.
  case exact
  /// It happened on that day, by the local date of the time's offset; when, nobody knows.
  case day
  /// The time only says where the donation stands among the others.
  case order
}

extension Donation {
  /// A Boolean value that indicates whether its time may be learned from: whether it is exact.
  ///
  /// What happened before or after it is known anyway.
  public var hasExactTime: Bool { details.timePrecision == .exact }
}
