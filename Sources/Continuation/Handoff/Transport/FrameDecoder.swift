internal import NIOCore

/// A decoder that cuts the bytes of a socket into frames.
struct FrameDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  let limit: Int

  /// - Throws: ``HandoffError/violation(_:)`` as soon as a length exceeds the limit, before
  ///   reserving memory.
  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else {
      return .needMoreData
    }
    guard length <= limit else { throw HandoffError.violation(.frameTooLong(limit: limit)) }
    guard buffer.readableBytes >= 4 + Int(length) else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 4)
    guard let frame = buffer.readSlice(length: Int(length)) else { return .needMoreData }
    context.fireChannelRead(wrapInboundOut(frame))
    return .continue
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    if try decode(context: context, buffer: &buffer) == .continue { return .continue }
    guard buffer.readableBytes == 0 else { throw HandoffError.violation(.truncated) }
    return .needMoreData
  }
}

/// A handler that adds the frames of a channel to a queue, and reads while they are taken.
final class FrameHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  let queue: FrameQueue
  /// Released after its call, because it may hold the connection, which ends when it is no longer
  /// referenced.
  private var onActive: (() -> Void)?

  init(queue: FrameQueue, onActive: @escaping () -> Void) {
    self.queue = queue
    self.onActive = onActive
  }

  func channelActive(context: ChannelHandlerContext) {
    onActive?()
    onActive = nil
    context.read()
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    queue.add(Array(unwrapInboundIn(data).readableBytesView))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !queue.pauseIfFull() { context.read() }
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    queue.finish()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // a reset socket has ended, whatever the system's error is
    queue.finish(error as? HandoffError)
    context.close(promise: nil)
  }
}
