internal import NIOCore

/// The limit of the time for which a connection may keep the server waiting.
///
/// The server waits for a whole line if it owes no answer, and for the other end to read if an
/// answer does not fit into the socket. A byte now and then does not extend the time. A connection
/// that is too late gets an error, and ends.
final class RequestDeadline: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let patience: TimeAmount
  private let answer: String
  private var end: Scheduled<Void>?
  /// The number of requests without an answer.
  private var pending = 0

  /// - Parameters:
  ///   - patience: How long to wait.
  ///   - answer: The line for a connection that is too late, without its line feed.
  init(patience: Duration, answer: String) {
    (self.patience, self.answer) = (TimeAmount(patience), answer)
  }

  func channelActive(context: ChannelHandlerContext) {
    update(context)
    context.fireChannelActive()
  }

  /// A whole line has come.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    pending += 1
    update(context)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    pending -= 1
    update(context)
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    update(context)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end?.cancel()
    end = nil
    context.fireChannelInactive()
  }

  private func update(_ context: ChannelHandlerContext) {
    guard pending <= 0 || !context.channel.isWritable else {
      end?.cancel()
      end = nil
      return
    }
    guard end == nil else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    end = context.eventLoop.scheduleTask(in: patience) {
      let (deadline, context) = bound.value
      let answer = deadline.wrapOutboundOut(ByteBuffer(string: deadline.answer + "\n"))
      context.writeAndFlush(answer, promise: nil)
      context.close(promise: nil)
    }
  }
}
