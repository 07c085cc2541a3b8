internal import Foundation
internal import NIOCore
internal import NIOPosix

/// Connects the programs of one user on one machine, by Unix sockets in a folder that is theirs alone.
///
/// Each program that listens has a socket there; others find it by listing the folder. The kernel is asked whose the
/// other end is. Sockets that dead processes left behind are removed by whoever finds that they refuse.
public struct UnixSocketTransport: HandoffTransport {
  private let folder: SocketFolder

  /// Uses a folder; it is made with mode 0700 when somebody listens.
  ///
  /// The path has to be short: the system takes 107 bytes for a socket, and its name needs up to 52 of them.
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
  /// - Throws: ``HandoffError/pathTooLong(bytes:limit:)``, ``HandoffError/folderNotPrivate``, ``HandoffError/folderUnusable``.
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

  /// Knocks at every socket: the ones that refuse are removed.
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
