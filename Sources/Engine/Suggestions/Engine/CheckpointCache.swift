internal import Activities

/// The checkpoints of learned state that are kept in the log.
///
/// They only save time: a faulty checkpoint makes a replay longer, and never makes an answer fail.
struct CheckpointCache: Sendable {
  private let log: any DonationStore
  private let coding: UserModelCoding
  private let model: SuggestionModel
  private let key: String
  /// The number of donations without a checkpoint after which one is taken.
  private let spacing: Int
  /// The minimum number of donations that a checkpoint must save from replay when a user is
  /// evicted.
  private let leastWorthKeeping: Int

  /// - Parameters:
  ///   - spacing: The distance between checkpoints. 256, because replaying that many takes about as
  ///     long as writing a checkpoint to disk.
  ///   - leastWorthKeeping: The number of donations from which one is taken when a user is evicted.
  ///     32, because replaying them takes about as long as loading a state.
  /// - Returns: `nil` if checkpoints have no format.
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

  /// Returns the history in the newest checkpoint before a moment, or `nil` if none can be read.
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
    /// Donations are being learned one after the other.
    case onTheWay
    /// A replay that was long, or took other checkpoints, has ended; the next one should find
    /// nothing left to do.
    case arrived
    /// The user is evicted, or a replay is cut off.
    case eviction
  }

  /// Takes a checkpoint if it is worth the time.
  func take(from learned: inout LearnedHistory, at version: LogVersion, for reason: Reason) {
    let isWorthIt =
      switch reason {
      // Writing a state takes longer with more activities: some ten nanoseconds each, a
      // ten-thousandth of a donation's time.
      case .onTheWay: learned.uncovered >= max(spacing, learned.user.candidateCount / 2)
      case .arrived: learned.hasCheckpoints || learned.uncovered >= spacing
      case .eviction: learned.uncovered >= leastWorthKeeping
      }
    guard isWorthIt else { return }
    learned.takeCheckpoint(coding, key: key, arrivedBy: version.lastSequence)
  }

  /// Saves checkpoints if the log supports them.
  func save(_ taken: [Checkpoint], of user: UserIdentifier, at version: LogVersion) async {
    guard !taken.isEmpty else { return }
    _ = try? await log.save(taken, of: user, generation: version.generation)
  }
}
