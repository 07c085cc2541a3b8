import Activities
import Synchronization

@testable import Suggestions
@testable import SuggestionsExercises

/// The format of states, with a count of written states.
final class CountingUserModelCoding: Sendable {
  private let written = Mutex(0)

  /// The number of written states.
  var count: Int { written.withLock { $0 } }

  var coding: UserModelCoding {
    UserModelCoding(
      format: "test",
      encode: { user in
        self.written.withLock { $0 += 1 }
        return UserModelCoding.current.encode(user)
      },
      decode: UserModelCoding.current.decode)
  }

  /// An engine that takes a checkpoint every few donations.
  func engine(
    _ log: any DonationStore, model: SuggestionModel? = nil, capacity: Int = 10, spacing: Int = 10,
    pageSize: Int = 4_096, progress: LearningProgress.Handler? = nil
  ) throws -> SuggestionEngine {
    let model = try model ?? World.model()
    return SuggestionEngine(
      log: log, model: model, capacity: capacity,
      checkpoints: CheckpointCache(
        log: log, coding: coding, model: model, spacing: spacing, leastWorthKeeping: 3),
      progress: progress, pageSize: pageSize)
  }
}
