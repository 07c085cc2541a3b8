/// The limits on what one peer may cost: bounds on memory and on connections, whatever the other
/// side sends.
///
/// Values out of range are held at its ends.
public struct HandoffLimits: Hashable, Sendable {
  /// The most bytes of an activity that is handed over: 64 KiB.
  ///
  /// `NSUserActivity` advises a few kilobytes: what is needed to do it again, never the document,
  /// for which there are streams. 64 KiB is twenty times that, travels at once, and is what one
  /// peer can make this program hold. From 1 byte to 1 GiB.
  public var payload = 65_536 { didSet { payload = min(max(payload, 1), 1 << 30) } }
  /// Above this many bytes the origin is told that an activity is larger than it should be: 1 KiB.
  public var advisedPayload = 1_024
  /// The most offers that are sent or taken: 64; a program has one current activity in each of its
  /// windows.
  ///
  /// From 1 to 4,096.
  public var offers = 64 { didSet { offers = min(max(offers, 1), 4_096) } }
  /// The most connections that an origin serves at a time: 64; open streams do not count, they were
  /// accepted.
  ///
  /// From 1 to 65,536.
  public var connections = 64 { didSet { connections = min(max(connections, 1), 65_536) } }

  /// The usual limits.
  public init() {}

  /// The most bytes of a frame: a payload, or all offers, or names as long as a frame can tell.
  var frame: Int { max(payload, 65_535, offers * 1_024) + 1_024 }
  /// The number of bytes of a stream in one frame: some kernel buffers' worth, so that both
  /// directions get their turn.
  static let chunk = 16_384
}

/// The time that the other side may take, and the way in which time passes.
///
/// No clock is read: `sleep` is all there is to time, and tests let it pass at once or never.
public struct HandoffTiming: Sendable {
  /// The time that a peer may take for its handshake and its request, and for an answer that needs
  /// no work: 10 s.
  public var answer: Duration = .seconds(10)
  /// The time that a receiver may take to continue an activity before it can be offered to others
  /// again: 60 s.
  public var verdict: Duration = .seconds(60)
  /// The interval at which a browser looks for programs that began to offer: 0.5 s.
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
