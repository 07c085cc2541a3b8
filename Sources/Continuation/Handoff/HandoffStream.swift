internal import Activities
public import Continuation
internal import Synchronization

/// A stream of bytes in both directions between the origin of an activity and the program that
/// continued it.
///
/// Each direction ends separately. A writer waits for a slow reader, so a program that writes a lot
/// must read at the same time if the other one answers while reading. The stream closes at the
/// latest when it is no longer referenced.
public final class HandoffStream: Sendable {
  private let conversation: Conversation
  /// The directions that are still open.
  private let open = Mutex((input: true, output: true))

  init(over conversation: Conversation) {
    self.conversation = conversation
  }

  /// The bytes that the other side writes, in pieces of any length, until it finishes; for a single
  /// reader.
  public var bytes: Bytes { Bytes(stream: self) }

  /// Writes bytes; returns when they have been sent off.
  ///
  /// Only one task may write at a time.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if the stream has ended, and also after
  ///   ``finish()``; ``HandoffError/cancelled``, after which the stream is closed.
  public func write(_ bytes: some Collection<UInt8>) async throws(HandoffError) {
    guard open.withLock({ $0.output }) else { throw .connectionUnavailable }
    var rest = bytes[...]
    while !rest.isEmpty {
      try await conversation.send(.bytes(Array(rest.prefix(HandoffLimits.chunk))))
      rest = rest.dropFirst(HandoffLimits.chunk)
    }
  }

  /// Ends this side's bytes; the other side's can still be read.
  public func finish() async throws(HandoffError) {
    let wasOpen = open.withLock { open in
      defer { open.output = false }
      return open.output
    }
    guard wasOpen else { return }
    try await conversation.send(.end)
    await closeIfDone()
  }

  /// Ends both directions at once; the other side reads the bytes that have arrived, then gets an
  /// error.
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

  /// The arriving bytes.
  public struct Bytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let stream: HandoffStream

    /// Returns an iterator that continues where the last reader stopped.
    public func makeAsyncIterator() -> Self { self }

    /// Returns the next bytes, or `nil` when the other side has finished.
    ///
    /// - Throws: ``HandoffError/connectionUnavailable`` if the connection ended first,
    ///   ``HandoffError/cancelled`` (then nothing is lost), ``HandoffError/violation(_:)``.
    public mutating func next(isolation: isolated (any Actor)?) async throws(HandoffError) -> [UInt8]? {
      try await stream.next()
    }

    /// Returns the next bytes, or `nil` when the other side has finished.
    public mutating func next() async throws(HandoffError) -> [UInt8]? {
      try await stream.next()
    }
  }
}

extension ContinuationStreams {
  /// Splits a hand-off's stream into its two directions.
  public init(_ stream: HandoffStream) {
    self.init(input: HandoffInput(stream), output: HandoffOutput(stream: stream))
  }
}

/// The streams of an activity that was handed over.
extension HandoffDelivery: ContinuationStreamProvider {
  /// Opens a stream back to the origin and returns its two directions; see ``openStream()``.
  public func openStreams() async throws -> ContinuationStreams {
    ContinuationStreams(try await openStream())
  }
}

/// An input that returns pieces of the requested length, and keeps the rest.
private actor HandoffInput: ContinuationInputStream {
  private let stream: HandoffStream
  private var bytes: HandoffStream.Bytes
  private var rest: ArraySlice<UInt8> = []

  init(_ stream: HandoffStream) {
    self.stream = stream
    bytes = stream.bytes
  }

  func read(upTo count: Int) async throws -> [UInt8] {
    if rest.isEmpty {
      var bytes = bytes
      rest = try await bytes.next()?[...] ?? []
    }
    defer { rest = rest.dropFirst(max(1, count)) }
    return Array(rest.prefix(max(1, count)))
  }

  /// Arriving bytes are read and dropped, because the other side must not wait for a reader that is
  /// gone.
  func close() async throws {
    rest = []
    let bytes = bytes
    Task { for try await _ in bytes {} }
  }
}

private struct HandoffOutput: ContinuationOutputStream {
  let stream: HandoffStream

  func write(_ bytes: [UInt8]) async throws {
    try await stream.write(bytes)
  }

  func close() async throws {
    try await stream.finish()
  }
}
