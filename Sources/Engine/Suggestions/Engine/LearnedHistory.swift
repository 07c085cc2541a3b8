internal import Activities

/// A user model, the place in the log up to which it has learned, and the checkpoints that were
/// taken on the way.
struct LearnedHistory: Sendable {
  private(set) var user: UserModel
  /// The newest donation that was learned.
  private(set) var cursor: LogCursor?
  /// The number of donations that were learned.
  private(set) var donations = 0
  /// The number of donations that the newest checkpoint covers, kept or not.
  private var covered = 0
  /// The number of donations that it started with.
  private let start: Int
  /// Checkpoints that are not handed over yet, the oldest first.
  private var taken: [Checkpoint] = []

  /// Starts with a model that knows nothing.
  init(_ user: UserModel) {
    self.user = user
    start = 0
  }

  /// Starts where a checkpoint was taken.
  init(_ user: UserModel, at checkpoint: Checkpoint) {
    self.user = user
    cursor = checkpoint.cursor
    donations = checkpoint.donations
    (covered, start) = (checkpoint.donations, checkpoint.donations)
  }

  /// The number of donations that no checkpoint covers.
  var uncovered: Int { donations - covered }

  /// Applies all that was said about suggestions; it comes in the order of time.
  mutating func apply(_ feedback: [Feedback]) {
    user.apply(feedback)
  }

  /// Learns a donation; donations come in the order of (time, arrival).
  mutating func observe(_ logged: LoggedDonation, scratch: inout UserModelScratch) throws {
    try user.observe(logged, scratch: &scratch)
    cursor = logged.cursor
    donations += 1
  }

  /// Takes a checkpoint, if there are donations that none covers.
  ///
  /// Those taken before are thinned out, so that a replay of any length holds few of them.
  ///
  /// - Parameter last: The sequence number up to which donations are learned.
  mutating func takeCheckpoint(_ coding: UserModelCoding, key: String, arrivedBy last: Int64) {
    guard let cursor, uncovered > 0 else { return }
    taken.append(
      Checkpoint(
        key: key, cursor: cursor, lastSequence: last, donations: donations, state: coding.encode(user)))
    covered = donations
    let (donations, sizes) = (taken.map(\.donations), taken.map(\.state.count))
    for surplus in Checkpoint.surplus(ofThoseCovering: donations, sizes: sizes).reversed() {
      taken.remove(at: surplus)
    }
  }

  /// A Boolean value that indicates whether checkpoints were taken since it began.
  var hasCheckpoints: Bool { covered > start }

  /// Hands over the checkpoints that were taken.
  mutating func handOver() -> [Checkpoint] {
    defer { taken = [] }
    return taken
  }
}
