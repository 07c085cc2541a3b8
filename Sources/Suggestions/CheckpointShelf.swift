internal import Activities

/// Where checkpoints of what was learned come from and go to.
///
/// They save time and nothing else: what goes wrong with one makes a replay longer, and never an answer fail.
struct CheckpointShelf: Sendable {
  private let log: any CheckpointLog
  private let coding: ProfileCoding
  private let model: SuggestionModel
  private let key: String
  /// From how many donations on that none covers a checkpoint is taken.
  private let spacing: Int
  /// How many donations a checkpoint has to save from being replayed when a user is put away.
  private let leastWorthKeeping: Int

  /// - Parameters:
  ///   - spacing: How far checkpoints are apart. 256: replaying that many takes about as long as writing a checkpoint to the
  ///     disk.
  ///   - leastWorthKeeping: From how many donations on one is taken when a user is put away. 32: replaying them takes about as
  ///     long as loading a state.
  /// - Returns: `nil` if the log keeps no checkpoints, or there is no format for them.
  init?(
    log: any DonationLog, coding: ProfileCoding?, model: SuggestionModel, spacing: Int = Checkpoint.grain,
    leastWorthKeeping: Int = 32
  ) {
    guard let log = log as? any CheckpointLog, let coding else { return nil }
    self.log = log
    self.coding = coding
    self.model = model
    self.spacing = spacing
    self.leastWorthKeeping = leastWorthKeeping
    key = coding.key(for: model)
  }

  /// What the newest checkpoint before a moment knows; `nil` if there is none that can be read.
  func learned(by user: UserIdentifier, before end: Int64, at version: LogVersion) async -> LearnedHistory? {
    guard
      let found = try? await log.checkpoint(
        of: user, key: key, before: end, arrivedBy: version.lastSequence),
      let profile = try? coding.decode(found.state, model)
    else { return nil }
    return LearnedHistory(profile, at: found)
  }

  /// Why a checkpoint is taken.
  enum Occasion {
    /// Donations are learned one after the other.
    case onTheWay
    /// A replay that took others has come to its end: the next one shall find nothing left to do.
    case arrived
    /// The user is put away.
    case leaving
  }

  /// Takes a checkpoint, if the occasion is worth it.
  func take(from learned: inout LearnedHistory, at version: LogVersion, _ occasion: Occasion) {
    let isWorthIt =
      switch occasion {
      case .onTheWay: learned.uncovered >= spacing
      case .arrived: learned.hasCheckpoints
      case .leaving: learned.uncovered >= leastWorthKeeping
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
