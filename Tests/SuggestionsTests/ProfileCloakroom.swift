import Activities
import Synchronization

@testable import Suggestions

/// The format of states, with a count of how many were written.
final class ProfileCloakroom: Sendable {
  private let written = Mutex(0)

  /// How many states were written.
  var count: Int { written.withLock { $0 } }

  var coding: ProfileCoding {
    ProfileCoding(
      format: "test",
      encode: { profile in
        self.written.withLock { $0 += 1 }
        return ProfileCoding.current.encode(profile)
      },
      decode: ProfileCoding.current.decode)
  }

  /// An engine that takes a checkpoint every few donations.
  func engine(
    _ log: any DonationLog, model: SuggestionModel? = nil, capacity: Int = 10, spacing: Int = 10
  ) throws -> SuggestionEngine {
    let model = try model ?? World.model()
    return SuggestionEngine(
      log: log, model: model, capacity: capacity,
      checkpoints: CheckpointShelf(
        log: log, coding: coding, model: model, spacing: spacing, leastWorthKeeping: 3))
  }
}
