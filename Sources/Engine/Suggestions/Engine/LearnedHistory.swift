internal import Activities

/// A user model, its position in the log, and the checkpoints taken on the way.
struct LearnedHistory: Sendable {
  private(set) var user: UserModel
  /// The newest donation learned.
  private(set) var cursor: LogCursor?
  /// The number of donations that were learned.
  private(set) var donations = 0
  /// The number of donations that the newest checkpoint covers, whether or not it is saved.
  private var covered = 0
  /// The number of donations that the starting checkpoint covers.
  private let start: Int
  /// Checkpoints that have not been handed over yet, oldest first.
  private var taken: [Checkpoint] = []

  /// Starts with an empty model.
  init(_ user: UserModel) {
    self.user = user
    start = 0
  }

  /// Starts from a checkpoint.
  init(_ user: UserModel, at checkpoint: Checkpoint) {
    self.user = user
    cursor = checkpoint.cursor
    donations = checkpoint.donations
    (covered, start) = (checkpoint.donations, checkpoint.donations)
  }

  /// The number of donations that no checkpoint covers.
  var uncovered: Int { donations - covered }

  /// Applies all feedback about suggestions, which comes in order of time.
  mutating func apply(_ feedback: [Feedback]) {
    user.apply(feedback)
  }

  /// Learns a donation; donations come in order of (time, arrival).
  mutating func observe(_ logged: LoggedDonation, scratch: inout UserModelScratch) throws {
    try user.observe(logged, scratch: &scratch)
    cursor = logged.cursor
    donations += 1
  }

  /// Takes a checkpoint if there are donations that none covers.
  ///
  /// Older checkpoints are thinned out, so that a replay of any length holds few of them.
  ///
  /// - Parameter last: The sequence number up to which donations have been learned.
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

  /// A Boolean value that indicates whether checkpoints were taken since the start.
  var hasCheckpoints: Bool { covered > start }

  /// Hands over the checkpoints taken so far.
  mutating func handOver() -> [Checkpoint] {
    defer { taken = [] }
    return taken
  }
}
