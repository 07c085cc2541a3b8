internal import Synchronization

/// Bytes in both directions between the origin of an activity and the program that continued it.
///
/// Each direction ends by itself. Whoever writes waits for a reader that does not keep up, so a program that writes much
/// has to read at the same time if the other one answers while it reads. Closed at the latest when nobody holds it.
public final class HandoffStream: Sendable {
  private let conversation: Conversation
  /// Which directions are still open.
  private let open = Mutex((input: true, output: true))

  init(over conversation: Conversation) {
    self.conversation = conversation
  }

  /// What the other side writes, in pieces of any length, until it finishes; for one reader.
  public var bytes: Bytes { Bytes(stream: self) }

  /// Writes bytes; returns when they are on their way.
  ///
  /// For one writer at a time.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if the stream has ended, and also after ``finish()``;
  ///   ``HandoffError/cancelled``, after which the stream is closed.
  public func write(_ bytes: some Collection<UInt8>) async throws(HandoffError) {
    guard open.withLock({ $0.output }) else { throw .connectionUnavailable }
    var rest = bytes[...]
    while !rest.isEmpty {
      try await conversation.send(.bytes(Array(rest.prefix(HandoffLimits.chunk))))
      rest = rest.dropFirst(HandoffLimits.chunk)
    }
  }

  /// Tells the other side that nothing more comes from here; what it writes can still be read.
  public func finish() async throws(HandoffError) {
    let wasOpen = open.withLock { open in
      defer { open.output = false }
      return open.output
    }
    guard wasOpen else { return }
    try await conversation.send(.end)
    await closeIfDone()
  }

  /// Ends both directions at once; the other side reads what has arrived, and then that the connection is gone.
  public func close() async {
    open.withLock { $0 = (false, false) }
    await conversation.connection.close()
  }

  fileprivate func next() async throws(HandoffError) -> [UInt8]? {
    while open.withLock({ $0.input }) {
      switch try await conversation.receive() {
      case .bytes(let bytes) where bytes.isEmpty: continue
      case .bytes(let bytes): return bytes
      case .end:
        open.withLock { $0.input = false }
        await closeIfDone()
      default:
        await close()
        throw .violation(.outOfOrder)
      }
    }
    return nil
  }

  private func closeIfDone() async {
    if open.withLock({ $0 == (false, false) }) { await conversation.connection.close() }
  }

  /// The bytes that arrive.
  public struct Bytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let stream: HandoffStream

    /// Reads on where the last reader stopped.
    public func makeAsyncIterator() -> Self { self }

    /// The next bytes; `nil` when the other side has finished.
    ///
    /// - Throws: ``HandoffError/connectionUnavailable`` if the connection ended before, ``HandoffError/cancelled`` (nothing
    ///   is lost then), ``HandoffError/violation(_:)``.
    public mutating func next(isolation: isolated (any Actor)?) async throws(HandoffError) -> [UInt8]? {
      try await stream.next()
    }

    /// The next bytes; `nil` when the other side has finished.
    public mutating func next() async throws(HandoffError) -> [UInt8]? {
      try await stream.next()
    }
  }
}
