internal import Synchronization

/// The number of requests to a server, and whether one of them ends it.
final class ServerActivity: Sendable {
  private let count = Atomic<Int>(0)
  private let stopped: AsyncStream<Void>
  private let stopping: AsyncStream<Void>.Continuation

  init() { (stopped, stopping) = AsyncStream<Void>.makeStream() }

  /// The number of requests so far.
  var requests: Int { count.load(ordering: .relaxed) }

  /// Counts a request.
  func note() { count.add(1, ordering: .relaxed) }

  /// Ends the server.
  func stop() { stopping.finish() }

  /// Returns when the server should end, or the task is cancelled.
  func untilStopped() async { for await _ in stopped {} }
}
