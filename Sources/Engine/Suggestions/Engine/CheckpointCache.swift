internal import Activities

/// Checkpoints of what was learned, in the log.
///
/// They save time and nothing else: what goes wrong with one makes a replay longer, and never an
/// answer fail.
struct CheckpointCache: Sendable {
  private let log: any DonationStore
  private let coding: UserModelCoding
  private let model: SuggestionModel
  private let key: String
  /// The number of donations without a checkpoint from which on one is taken.
  private let spacing: Int
  /// The least number of donations that a checkpoint has to save from being replayed when a user is
  /// evicted.
  private let leastWorthKeeping: Int

  /// - Parameters:
  ///   - spacing: How far checkpoints are apart. 256: replaying that many takes about as long as
  ///     writing a checkpoint to the disk.
  ///   - leastWorthKeeping: From how many donations on one is taken when a user is evicted. 32:
  ///     replaying them takes about as long as loading a state.
  /// - Returns: `nil` if there is no format for checkpoints.
  init?(
    log: any DonationStore, coding: UserModelCoding?, model: SuggestionModel, spacing: Int = Checkpoint.grain,
    leastWorthKeeping: Int = 32
  ) {
    guard let coding else { return nil }
    self.log = log
    self.coding = coding
    self.model = model
    self.spacing = spacing
    self.leastWorthKeeping = leastWorthKeeping
    key = coding.key(for: model)
  }

  /// Returns what the newest checkpoint before a moment knows; `nil` if there is none that can be
  /// read.
  func learned(by user: UserIdentifier, before end: Int64, at version: LogVersion) async -> LearnedHistory? {
    guard
      let found = try? await log.checkpoint(
        of: user, key: key, before: end, arrivedBy: version.lastSequence),
      let user = try? coding.decode(found.state, model)
    else { return nil }
    return LearnedHistory(user, at: found)
  }

  /// The reason to take a checkpoint.
  enum Reason {
    /// Donations are learned one after the other.
    case onTheWay
    /// A replay that took others, or was long, has come to its end: the next one shall find nothing
    /// left to do.
    case arrived
    /// The user is evicted, or a replay is cut off.
    case eviction
  }

  /// Takes a checkpoint, if that is worth it.
  func take(from learned: inout LearnedHistory, at version: LogVersion, for reason: Reason) {
    let isWorthIt =
      switch reason {
      // Writing a state takes longer the more activities there are: some ten nanoseconds each, a
      // ten-thousandth of a donation's time.
      case .onTheWay: learned.uncovered >= max(spacing, learned.user.candidateCount / 2)
      case .arrived: learned.hasCheckpoints || learned.uncovered >= spacing
      case .eviction: learned.uncovered >= leastWorthKeeping
      }
    guard isWorthIt else { return }
    learned.takeCheckpoint(coding, key: key, arrivedBy: version.lastSequence)
  }

  /// Keeps checkpoints, if the log can.
  func save(_ taken: [Checkpoint], of user: UserIdentifier, at version: LogVersion) async {
    guard !taken.isEmpty else { return }
    _ = try? await log.save(taken, of: user, generation: version.generation)
  }
}
