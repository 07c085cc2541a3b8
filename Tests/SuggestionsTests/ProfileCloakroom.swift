import Activities
import Kernels
import Synchronization

@testable import Suggestions

/// Stands for the format of states: it keeps profiles and gives tickets for them.
final class ProfileCloakroom: Sendable {
  private let profiles = Mutex<[Profile]>([])

  /// How many profiles were taken in.
  var count: Int { profiles.withLock { $0.count } }

  var coding: ProfileCoding {
    ProfileCoding(
      format: "ticket",
      encode: { profile in
        var bare = profile
        bare.verdicts = Verdicts()
        var writer = StateWriter()
        self.profiles.withLock {
          writer.write($0.count)
          $0.append(bare)
        }
        return writer.bytes
      },
      decode: { bytes, _ in
        var reader = StateReader(bytes)
        let ticket = try reader.read(Int.self)
        try reader.finish()
        return try self.profiles.withLock {
          guard $0.indices.contains(ticket) else { throw StateError() }
          return $0[ticket]
        }
      })
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
