/// A donation log that keeps checkpoints beside the donations, and drops them as soon as they are void.
///
/// A checkpoint that is kept always is what a replay of the user's donations up to its cursor would give. The log itself sees
/// to that, in the transactions that change it: a donation that takes a place before the cursor voids the checkpoint, and so
/// does forgetting a donation that it covers. Forgetting also erases its bytes, as those of the donations. Checkpoints before
/// the first change stay.
///
/// A log keeps at most ``Checkpoint/limit`` of a user and key: the newest, and of those before it fewer and fewer with the
/// distance, so that whatever is forgotten or comes late, the one before it is not much farther back. Of other keys it keeps
/// those of the key that was saved last, so that two programs with different models can share a log.
public protocol CheckpointLog: DonationLog {
  /// The newest checkpoint that fits a question.
  ///
  /// - Parameters:
  ///   - user: Whose.
  ///   - key: Who can read it.
  ///   - end: Milliseconds since 1970; it covers nothing at or after this moment.
  ///   - last: It was made when no later sequence number was there. Who has asked for the log's ``version(of:)`` before, and
  ///     gives its last one, knows that the checkpoint covers nothing that is not in that version.
  /// - Returns: `nil` if there is none, or none whose bytes are as they were saved.
  func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint?

  /// Keeps checkpoints, each if it is still true.
  ///
  /// One is refused if something of the user was forgotten since it was begun, if a donation has arrived since that takes a
  /// place before its cursor, or if its cursor is no donation of the user.
  ///
  /// - Parameters:
  ///   - checkpoints: Of one user. One with the key and cursor of another takes its place.
  ///   - user: Whose.
  ///   - generation: The user's generation before the first donation was read for them.
  /// - Returns: How many were not refused. The log may thin them out all the same.
  /// - Throws: What the log throws; none was kept then. It does not wait long for a log that is busy: a checkpoint is not
  ///   worth it.
  @discardableResult
  func save(
    _ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64
  ) async throws -> Int
}
