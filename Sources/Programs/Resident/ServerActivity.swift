internal import Synchronization

/// The numbers of requests to a server and of its connections, and whether a request ends it.
final class ServerActivity: Sendable {
  private let count = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)
  private let stopped: AsyncStream<Void>
  private let stopping: AsyncStream<Void>.Continuation

  init() { (stopped, stopping) = AsyncStream<Void>.makeStream() }

  /// The number of requests so far.
  var requests: Int { count.load(ordering: .relaxed) }

  /// Counts a request.
  func note() { count.add(1, ordering: .relaxed) }

  /// Counts a connection that begins; returns whether it is one of the first, up to a limit, that
  /// are open.
  func connect(atMost limit: Int) -> Bool {
    guard connections.add(1, ordering: .relaxed).newValue <= limit else {
      disconnect()
      return false
    }
    return true
  }

  /// Counts the end of a connection that was counted.
  func disconnect() { connections.subtract(1, ordering: .relaxed) }

  /// Ends the server.
  func stop() { stopping.finish() }

  /// Returns when the server should end, or the task is cancelled.
  func untilStopped() async { for await _ in stopped {} }
}
