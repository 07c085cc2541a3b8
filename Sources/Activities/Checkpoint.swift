/// What was learned of a user up to a place in the log, as bytes, so that the donations before it need not be replayed.
///
/// It is derived: a log may drop it at any time, and learning again gives the same. What was said about suggestions
/// (``Feedback``) is no part of it.
public struct Checkpoint: Hashable, Sendable {
  /// What wrote it: the format of the state, and all besides the donations that it depends on.
  ///
  /// Who has another key cannot read it.
  public let key: String
  /// The place of the newest donation that it covers, in the order of (time, arrival).
  ///
  /// It covers all before that, too.
  public let cursor: LogCursor
  /// The highest sequence number of the user when it was made: later arrivals were not considered.
  public let lastSequence: Int64
  /// How many donations it covers.
  public let donations: Int
  /// What was learned.
  public let state: [UInt8]

  /// Makes a checkpoint.
  public init(key: String, cursor: LogCursor, lastSequence: Int64, donations: Int, state: [UInt8]) {
    self.key = key
    self.cursor = cursor
    self.lastSequence = lastSequence
    self.donations = donations
    self.state = state
  }
}
