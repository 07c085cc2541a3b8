/// What cannot be learned from.
public enum FittingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A log has fewer donations than a model can learn from.
  case tooFewDonations(log: String, found: Int, needed: Int)
  /// There is no log at all.
  case noLogs
  /// The share to learn from is not above 0 and at most 1, or that to judge by not from 0 to 1.
  case shareOutOfRange

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .tooFewDonations(let log, let found, let needed):
      "\(log): \(found) donations are too few to learn from; at least \(needed) are needed"
    case .noLogs: "no log to learn from"
    case .shareOutOfRange:
      "the share to learn from has to be above 0 and at most 1, that to judge by from 0 to 1"
    }
  }
}
