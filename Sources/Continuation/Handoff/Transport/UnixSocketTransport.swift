internal import Foundation
internal import NIOCore
internal import NIOPosix

/// A transport between one user's programs on one machine, by Unix sockets in a private folder.
///
/// Each listening program has a socket there, and others find it by listing the folder. The kernel
/// says which user owns the other end. A program that finds a refusing socket, left behind by a
/// dead process, removes it.
public struct UnixSocketTransport: HandoffTransport {
  /// The maximum length in bytes that fits in `sockaddr_un.sun_path` with its final zero.
  package static let longestPath = 107

  private let folder: SocketFolder

  /// Creates a transport in a folder, which listening creates with mode 0700.
  ///
  /// The path has to be short: the system allows 107 bytes for a socket, and its name needs up to
  /// 52 of them.
  public init(folder: String) {
    self.folder = SocketFolder(path: folder)
  }

  /// Returns `$XDG_RUNTIME_DIR/hunch`.
  ///
  /// - Throws: ``HandoffError/noRuntimeFolder`` if the variable is not set to an absolute path.
  public static func defaultFolder(environment: [String: String]) throws(HandoffError) -> String {
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { throw .noRuntimeFolder }
    return folder.hasSuffix("/") ? "\(folder)hunch" : "\(folder)/hunch"
  }

  /// Creates a socket with mode 0600.
  ///
  /// - Throws: ``HandoffError/pathTooLong(bytes:limit:)``, ``HandoffError/folderNotPrivate``,
  ///   ``HandoffError/folderUnusable``.
  public func listen(
    as application: String, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffListener {
    let name = SocketFolder.name(for: application)
    let (unfinished, path) = (try folder.unfinished(name), try folder.socket(named: name))
    try folder.prepare()
    await sweep(limits: limits)
    let (connections, arrivals) = AsyncStream<any HandoffConnection>.makeStream(
      bufferingPolicy: .bufferingOldest(limits.connections))
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        PeerCredentials.requireOwnUser(of: channel).flatMapThrowing {
          try UnixSocketConnection.prepare(channel, limits: limits) { arrivals.yield($0) }
        }
      }
    do {
      let channel = try await bootstrap.bind(unixDomainSocketPath: unfinished).get()
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: unfinished)
      // from here on it can be found, and already answers
      try FileManager.default.moveItem(atPath: unfinished, toPath: path)
      channel.closeFuture.whenComplete { _ in arrivals.finish() }
      return UnixSocketListener(
        address: HandoffAddress(name), connections: connections, channel: channel, folder: folder)
    } catch {
      throw .folderUnusable
    }
  }

  /// Returns the sockets in the folder, including those of dead processes until a program connects.
  public func addresses() async throws(HandoffError) -> Set<HandoffAddress> {
    Set(try folder.sockets().map { HandoffAddress($0) })
  }

  /// Connects to a socket in the folder, and removes it if no program listens there.
  public func connect(
    to address: HandoffAddress, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffConnection {
    let path = try folder.socket(named: address.name)
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let opened = loop.makePromise(of: UnixSocketConnection.self)
    let bootstrap = ClientBootstrap(group: loop)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try UnixSocketConnection.prepare(channel, limits: limits) { opened.succeed($0) }
        }
      }
    do {
      let channel = try await bootstrap.connect(unixDomainSocketPath: path).get()
      let connection = try await opened.futureResult.get()
      try await PeerCredentials.requireOwnUser(of: channel).get()
      return connection
    } catch {
      opened.fail(error)
      if (error as? IOError)?.errnoCode == ECONNREFUSED { folder.remove(address.name) }
      throw error as? HandoffError ?? .connectionUnavailable
    }
  }

  /// Connects to every socket, which removes those that refuse.
  private func sweep(limits: HandoffLimits) async {
    for address in (try? await addresses()) ?? [] {
      try? await connect(to: address, limits: limits).close()
    }
  }
}

private final class UnixSocketListener: HandoffListener {
  let address: HandoffAddress
  let connections: AsyncStream<any HandoffConnection>
  private let channel: any Channel
  private let folder: SocketFolder

  init(
    address: HandoffAddress, connections: AsyncStream<any HandoffConnection>, channel: any Channel,
    folder: SocketFolder
  ) {
    self.address = address
    self.connections = connections
    self.channel = channel
    self.folder = folder
  }

  deinit {
    channel.close(promise: nil)
    folder.remove(address.name)
  }

  func close() async {
    folder.remove(address.name)
    try? await channel.close()
  }
}

/// Frames over a Unix socket.
private final class UnixSocketConnection: HandoffConnection {
  private let channel: any Channel
  private let incoming: FrameQueue
  private let limit: Int

  private init(channel: any Channel, incoming: FrameQueue, limit: Int) {
    self.channel = channel
    self.incoming = incoming
    self.limit = limit
  }

  /// Creates a connection from a channel that is about to open; call it on the channel's event
  /// loop.
  ///
  /// - Parameter whenOpen: Receives the connection as soon as it can be used.
  static func prepare(
    _ channel: any Channel, limits: HandoffLimits, whenOpen: @escaping (UnixSocketConnection) -> Void
  ) throws {
    // data that nobody takes stays in the kernel
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
