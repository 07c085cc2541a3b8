/// An error for logs or settings that give nothing to learn.
public enum FittingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A log has too few donations to learn from.
  case tooFewDonations(log: String, found: Int, needed: Int)
  /// Too few of a log's donations are in the share to learn from.
  case tooFewFitted(log: String, found: Int, of: Int, until: Double, needed: Int)
  /// Too few of the donations to learn from repeat one of several activities of their user.
  case tooFewChoices(log: String, found: Int, of: Int, needed: Int)
  /// There is no log.
  case noLogs
  /// The share to learn from is not above 0 and at most 1, or the share to choose by is not from 0
  /// to 1.
  case shareOutOfRange

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .tooFewDonations(let log, let found, let needed):
      "\(log): \(found) donations are too few to learn from; at least \(needed) are needed"
    case .tooFewFitted(let log, let found, let all, let until, let needed):
      "\(log): up to the share \(until) of each user's donations there are \(found) of \(all), too few to learn from; "
        + "at least \(needed) are needed: raise the share, or give a longer log"
    case .tooFewChoices(let log, let found, let all, let needed):
      "\(log): \(found) of the \(all) donations to learn from repeat one of several activities of their user, too few: at "
        + "least \(needed) are needed, because nothing is learned where there is nothing to choose between"
    case .noLogs: "no log to learn from"
    case .shareOutOfRange:
      "the share to learn from has to be above 0 and at most 1, and the share to choose by from 0 to 1"
    }
  }
}
