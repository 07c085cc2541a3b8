import Synchronization

/// What several tasks count together.
final class Tally: Sendable {
  private let counts = Mutex((delays: 0, problems: [String]()))

  /// A store was busy, or could not overwrite bytes yet.
  func delay() { counts.withLock { $0.delays += 1 } }

  /// Something broke.
  func report(_ problem: String) { counts.withLock { $0.problems.append(problem) } }

  var delays: Int { counts.withLock { $0.delays } }
  var problems: [String] { counts.withLock { $0.problems } }
}
