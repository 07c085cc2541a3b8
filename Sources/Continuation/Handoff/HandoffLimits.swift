/// The limits on the cost of one peer: bounds on memory and connections, whatever the other side
/// sends.
///
/// Values out of range are clamped.
public struct HandoffLimits: Hashable, Sendable {
  /// The maximum size of an activity in bytes: 64 KiB.
  ///
  /// `NSUserActivity` advises a few kilobytes: the data needed to do it again, never the document,
  /// which can use streams. 64 KiB is twenty times that, travels at once, and is the memory that
  /// one peer can use here. From 1 byte to 1 GiB.
  public var payload = 65_536 { didSet { payload = min(max(payload, 1), 1 << 30) } }
  /// The size in bytes above which the origin is notified that an activity is larger than it should
  /// be: 1 KiB.
  public var advisedPayload = 1_024
  /// The maximum number of offers sent or received: 64, because a program has one current activity
  /// per window.
  ///
  /// From 1 to 4,096.
  public var offers = 64 { didSet { offers = min(max(offers, 1), 4_096) } }
  /// The maximum number of connections that an origin serves at a time: 64.
  ///
  /// Open streams do not count, because they were accepted. From 1 to 65,536.
  public var connections = 64 { didSet { connections = min(max(connections, 1), 65_536) } }

  /// Creates the default limits.
  public init() {}

  /// The maximum size of a frame in bytes: a payload, all offers, or names of the maximum length.
  var frame: Int { max(payload, 65_535, offers * 1_024) + 1_024 }
  /// The number of bytes of a stream in one frame: a few kernel buffers, so that both directions
  /// get their turn.
  static let chunk = 16_384
}

/// The time that the other side may take, and a function to wait.
///
/// It reads no clock: time passes only in `sleep`, so tests can let it pass at once or never.
public struct HandoffTiming: Sendable {
  /// The time that a peer may take for its handshake, its request, and answers that need no work:
  /// 10 s.
  public var answer: Duration = .seconds(10)
  /// The time that a receiver may take to continue an activity before others can get it: 60 s.
  public var verdict: Duration = .seconds(60)
  /// The interval at which a browser looks for new programs: 0.5 s.
  public var scan: Duration = .milliseconds(500)
  /// Waits; throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Creates the default times.
  public init() {}

  /// Does work for at most a duration, then cancels it.
  ///
  /// - Throws: ``HandoffError/timedOut``, ``HandoffError/cancelled``, or an error of the work.
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
