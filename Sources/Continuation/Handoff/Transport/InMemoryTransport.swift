internal import Synchronization

/// A transport between parts of one process, for tests and as a model for other transports.
public final class InMemoryTransport: HandoffTransport {
  private struct State {
    var listeners: [HandoffAddress: InMemoryListener] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Creates a transport; only programs that share it reach each other.
  public init() {}

  /// Starts listening.
  public func listen(
    as application: String, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffListener {
    state.withLock { state in
      state.count += 1
      let address = HandoffAddress("\(application)#\(state.count)")
      let listener = InMemoryListener(address: address, limits: limits) { [weak self] in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: address) }
      }
      state.listeners[address] = listener
      return listener
    }
  }

  /// Returns the addresses with a listener.
  public func addresses() async throws(HandoffError) -> Set<HandoffAddress> {
    state.withLock { Set($0.listeners.keys) }
  }

  /// Connects to a listener.
  public func connect(
    to address: HandoffAddress, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffConnection {
    guard let listener = state.withLock({ $0.listeners[address] }) else { throw .connectionUnavailable }
    let (near, far) = InMemoryConnection.pair(limits, listener.limits)
    guard listener.take(far) else { throw .connectionUnavailable }
    return near
  }
}

private final class InMemoryListener: HandoffListener {
  let address: HandoffAddress
  let connections: AsyncStream<any HandoffConnection>
  let limits: HandoffLimits
  private let arrivals: AsyncStream<any HandoffConnection>.Continuation
  private let onClose: @Sendable () -> Void

  init(address: HandoffAddress, limits: HandoffLimits, onClose: @escaping @Sendable () -> Void) {
    self.address = address
    self.limits = limits
    self.onClose = onClose
    (connections, arrivals) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limits.connections))
  }

  /// Adds a connection, and returns whether there was room.
  func take(_ connection: InMemoryConnection) -> Bool {
    if case .enqueued = arrivals.yield(connection) { true } else { false }
  }

  func close() async {
    onClose()
    arrivals.finish()
  }
}

private final class InMemoryConnection: HandoffConnection {
  private let incoming: FrameQueue
  private let outgoing: FrameQueue
  private let limit: Int
  private let otherLimit: Int

  private init(incoming: FrameQueue, outgoing: FrameQueue, limit: Int, otherLimit: Int) {
    self.incoming = incoming
    self.outgoing = outgoing
    self.limit = limit
    self.otherLimit = otherLimit
  }

  static func pair(_ one: HandoffLimits, _ other: HandoffLimits) -> (InMemoryConnection, InMemoryConnection) {
    let (there, back) = (FrameQueue(), FrameQueue())
    return (
      InMemoryConnection(incoming: back, outgoing: there, limit: one.frame, otherLimit: other.frame),
      InMemoryConnection(incoming: there, outgoing: back, limit: other.frame, otherLimit: one.frame)
    )
  }

  deinit {
    end()
  }

  func send(_ frame: [UInt8]) async throws(HandoffError) {
    guard frame.count <= limit else { throw .violation(.frameTooLong(limit: limit)) }
    guard frame.count <= otherLimit else {
      outgoing.finish(.violation(.frameTooLong(limit: otherLimit)))
      incoming.finish()
      return
    }
    do throws(HandoffError) {
      try await outgoing.put(frame)
    } catch {
      if error == .cancelled { end() }
      throw error
    }
  }

  func receive() async throws(HandoffError) -> [UInt8]? {
    try await incoming.take()
  }

  func close() async {
    end()
  }

  private func end() {
    incoming.finish()
    outgoing.finish()
  }
}
