import Synchronization

/// The counts of several tasks.
final class Tally: Sendable {
  private let counts = Mutex((delays: 0, problems: [String]()))

  /// Counts a store that was busy, or could not overwrite bytes yet.
  func delay() { counts.withLock { $0.delays += 1 } }

  /// Reports a broken promise.
  func report(_ problem: String) { counts.withLock { $0.problems.append(problem) } }

  var delays: Int { counts.withLock { $0.delays } }
  var problems: [String] { counts.withLock { $0.problems } }
}
