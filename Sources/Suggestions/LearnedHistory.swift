internal import Activities

/// A profile, the place in the log up to which it has learned, and the checkpoints that were taken on the way.
struct LearnedHistory: Sendable {
  private(set) var profile: Profile
  /// The newest donation that was learned.
  private(set) var cursor: LogCursor?
  /// How many donations were learned.
  private(set) var donations = 0
  /// How many donations the newest checkpoint covers, whether it was kept or not.
  private var covered = 0
  /// Checkpoints that are not handed over yet, the oldest first.
  private var taken: [Checkpoint] = []

  /// Starts with a profile that knows nothing.
  init(_ profile: Profile) {
    self.profile = profile
  }

  /// Starts where a checkpoint was taken.
  init(_ profile: Profile, at checkpoint: Checkpoint) {
    self.profile = profile
    cursor = checkpoint.cursor
    donations = checkpoint.donations
    covered = checkpoint.donations
  }

  /// How many donations no checkpoint covers.
  var uncovered: Int { donations - covered }

  /// Obeys all that was said about suggestions; it comes in the order of time.
  mutating func obey(_ feedback: [Feedback]) {
    profile.obey(feedback)
  }

  /// Learns a donation; donations come in the order of (time, arrival).
  mutating func observe(_ logged: LoggedDonation, scratch: inout ProfileScratch) throws {
    try profile.observe(logged, scratch: &scratch)
    cursor = logged.cursor
    donations += 1
  }

  /// Takes a checkpoint, if there are donations that none covers.
  ///
  /// Those taken before are thinned out, so that a replay of any length holds few of them.
  ///
  /// - Parameter last: The sequence number up to which donations are learned.
  mutating func takeCheckpoint(_ coding: ProfileCoding, key: String, arrivedBy last: Int64) {
    guard let cursor, uncovered > 0 else { return }
    taken.append(
      Checkpoint(
        key: key, cursor: cursor, lastSequence: last, donations: donations, state: coding.encode(profile)))
    covered = donations
    for surplus in Checkpoint.surplus(ofThoseCovering: taken.map(\.donations)).reversed() {
      taken.remove(at: surplus)
    }
  }

  /// Whether checkpoints wait for being handed over.
  var hasCheckpoints: Bool { !taken.isEmpty }

  /// Hands over the checkpoints that were taken.
  mutating func handOver() -> [Checkpoint] {
    defer { taken = [] }
    return taken
  }
}
