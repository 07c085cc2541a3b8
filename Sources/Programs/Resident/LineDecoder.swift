internal import NIOCore

/// A decoder that cuts the bytes of a socket into lines, without their line feeds.
struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// The maximum length of a line in bytes.
  let limit: Int
  /// The number of bytes that have no line feed.
  private var searched = 0

  init(limit: Int) { self.limit = limit }

  /// A line is longer than the limit; the connection ends.
  struct LineTooLong: Error {}

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    let bytes = buffer.readableBytesView
    guard let end = bytes.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      guard searched <= limit else { throw LineTooLong() }
      return .needMoreData
    }
    let length = end - bytes.startIndex
    searched = 0
    guard length <= limit else { throw LineTooLong() }
    guard let line = buffer.readSlice(length: length) else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 1)
    context.fireChannelRead(wrapInboundOut(line))
    return .continue
  }

  /// A line that was not finished is not a request.
  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    while try decode(context: context, buffer: &buffer) == .continue {}
    buffer.clear()
    return .needMoreData
  }
}
