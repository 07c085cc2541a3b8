package import Activities
package import Phrases

/// The knowledge of one user at the end of a log, for a process that goes on from there.
package struct LearnedState: Sendable {
  /// The learned state; `nil` if nothing was donated.
  package var checkpoint: Checkpoint?
  /// The positions of the newest donations of all activities, whose texts answers name.
  package var places: [LogCursor] = []
}

extension SuggestionEngine {
  /// Creates an engine for a process that sees each user once.
  ///
  /// It begins with a checkpoint that the log offers, and takes none unless asked
  /// (``learnedState(of:)``). No answer depends on those before it.
  package init(once log: any DonationStore, model: SuggestionModel, language: PhraseLanguage) {
    self.init(
      log: log, model: model, capacity: 1,
      checkpoints: CheckpointCache(
        log: log, coding: .current, model: model, spacing: .max, leastWorthKeeping: .max),
      language: language, remembersAnswers: false)
  }

  /// Learns what the log has of a user.
  ///
  /// - Throws: An error of the log.
  package func learn(of user: UserIdentifier) async throws {
    try await session(of: user).learn()
  }

  /// Learns what the log has of a user, and returns the state.
  ///
  /// - Throws: An error of the log.
  package func learnedState(of user: UserIdentifier) async throws -> LearnedState {
    try await session(of: user).learnedState(.current, key: model.checkpointKey)
  }
}

extension SuggestionModel {
  /// The key of checkpoints that this version, model and machine can read.
  package var checkpointKey: String { UserModelCoding.current.key(for: self) }
}
