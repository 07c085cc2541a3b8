internal import NIOCore

/// Frames over a Unix socket.
final class UnixSocketConnection: HandoffConnection {
  private let channel: any Channel
  private let incoming: FrameQueue
  private let limit: Int

  private init(channel: any Channel, incoming: FrameQueue, limit: Int) {
    self.channel = channel
    self.incoming = incoming
    self.limit = limit
  }

  /// Makes a connection of a channel that is about to open; to be called on its event loop.
  ///
  /// - Parameter whenOpen: Gets the connection as soon as it can be used.
  static func prepare(
    _ channel: any Channel, limits: HandoffLimits, whenOpen: @escaping (UnixSocketConnection) -> Void
  ) throws {
    // what arrives while nobody takes it stays in the kernel
    let queue = FrameQueue { channel.read() }
    let decoder = ByteToMessageHandler(FrameDecoder(limit: limits.frame))
    let handler = FrameHandler(queue: queue) {
      whenOpen(UnixSocketConnection(channel: channel, incoming: queue, limit: limits.frame))
    }
    try channel.pipeline.syncOperations.addHandlers([decoder, handler])
  }

  deinit {
    channel.close(promise: nil)
  }

  func send(_ frame: [UInt8]) async throws(HandoffError) {
    guard frame.count <= limit else { throw .violation(.frameTooLong(limit: limit)) }
    var buffer = channel.allocator.buffer(capacity: 4 + frame.count)
    buffer.writeInteger(UInt32(frame.count))
    buffer.writeBytes(frame)
    let written: EventLoopFuture<Void> = channel.writeAndFlush(buffer)
    do {
      try await withTaskCancellationHandler {
        try await written.get()
      } onCancel: {
        channel.close(promise: nil)
      }
    } catch {
      throw Task.isCancelled ? .cancelled : .connectionUnavailable
    }
  }

  func receive() async throws(HandoffError) -> [UInt8]? {
    try await incoming.take()
  }

  func close() async {
    try? await channel.close()
  }
}
