/// How long the other side may take, and how time passes.
///
/// No clock is read: `sleep` is all there is to time, and tests let it pass at once or never.
public struct HandoffTiming: Sendable {
  /// How long a peer may take for its introduction and its request, and for an answer that needs no work: 10 s.
  public var answer: Duration = .seconds(10)
  /// How long a receiver may take to continue an activity before it can be offered to others again: 60 s.
  public var verdict: Duration = .seconds(60)
  /// How often a browser looks for programs that began to offer: 0.5 s.
  public var scan: Duration = .milliseconds(500)
  /// Waits; throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// The usual times.
  public init() {}

  /// Does work, for a while at most; cancels it then.
  ///
  /// - Throws: ``HandoffError/timedOut``, ``HandoffError/cancelled``, or what the work throws.
  func limit<Value: Sendable>(
    to duration: Duration, _ work: @escaping @Sendable () async throws(HandoffError) -> Value
  ) async throws(HandoffError) -> Value {
    let outcome = await withTaskGroup(of: Result<Value, HandoffError>?.self) { group in
      group.addTask {
        do throws(HandoffError) { return .success(try await work()) } catch { return .failure(error) }
      }
      group.addTask {
        do { try await sleep(duration) } catch { return nil }
        return .failure(.timedOut)
      }
      while let result = await group.next() {
        guard let result else { continue }
        group.cancelAll()
        return result
      }
      return .failure(.cancelled)
    }
    return try outcome.get()
  }
}
