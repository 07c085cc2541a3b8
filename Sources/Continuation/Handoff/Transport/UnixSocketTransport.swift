internal import Foundation
internal import NIOCore
internal import NIOPosix

/// Connects the programs of one user on one machine, by Unix sockets in a folder that is theirs
/// alone.
///
/// Each program that listens has a socket there; others find it by listing the folder. The kernel
/// is asked whose the other end is. Sockets that dead processes left behind are removed by whoever
/// finds that they refuse.
public struct UnixSocketTransport: HandoffTransport {
  private let folder: SocketFolder

  /// Uses a folder; it is made with mode 0700 when somebody listens.
  ///
  /// The path has to be short: the system takes 107 bytes for a socket, and its name needs up to 52
  /// of them.
  public init(folder: String) {
    self.folder = SocketFolder(path: folder)
  }

  /// `$XDG_RUNTIME_DIR/hunch`.
  ///
  /// - Throws: ``HandoffError/noRuntimeFolder`` if the variable is not set to an absolute path.
  public static func defaultFolder(environment: [String: String]) throws(HandoffError) -> String {
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { throw .noRuntimeFolder }
    return folder.hasSuffix("/") ? "\(folder)hunch" : "\(folder)/hunch"
  }

  /// Makes a socket, mode 0600.
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
      // from here on it can be found, and it answers already
      try FileManager.default.moveItem(atPath: unfinished, toPath: path)
      channel.closeFuture.whenComplete { _ in arrivals.finish() }
      return UnixSocketListener(
        address: HandoffAddress(name), connections: connections, channel: channel, folder: folder)
    } catch {
      throw .folderUnusable
    }
  }

  /// The sockets in the folder; those of dead processes are among them until somebody connects.
  public func addresses() async throws(HandoffError) -> Set<HandoffAddress> {
    Set(try folder.sockets().map { HandoffAddress($0) })
  }

  /// Connects to a socket of the folder, and removes it if nobody listens there.
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

  /// Connects to every socket: the ones that refuse are removed.
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

/// The process at the other end of a Unix socket, as the kernel says: `struct ucred`, which Glibc's
/// module does not show.
private struct PeerCredentials: Sendable {
  let process: Int32
  let user: UInt32
  let group: UInt32

  /// Checks that the other end belongs to the user of this process; to be called before anything is
  /// read.
  ///
  /// The folder lets nobody else in already; this is the second lock, should somebody have opened
  /// it.
  static func requireOwnUser(of channel: any Channel) -> EventLoopFuture<Void> {
    guard let socket = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(HandoffError.violation(.otherUser))
    }
    let credentials: EventLoopFuture<PeerCredentials> = socket.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.flatMapThrowing { peer in
      guard peer.user == geteuid() else { throw HandoffError.violation(.otherUser) }
    }
  }
}
