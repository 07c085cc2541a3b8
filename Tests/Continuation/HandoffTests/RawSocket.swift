import NIOCore
import NIOPosix

/// A peer that sends arbitrary bytes.
struct RawSocket: Sendable {
  private let channel: any Channel

  init(path: String) async throws {
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(unixDomainSocketPath: path).get()
  }

  func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  func close() async throws {
    try await channel.close()
  }

  /// Returns when either side has closed the connection.
  func closed() async throws {
    try await channel.closeFuture.get()
  }
}
