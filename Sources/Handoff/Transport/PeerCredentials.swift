internal import Foundation
internal import NIOCore

/// Who is at the other end of a Unix socket, as the kernel says: `struct ucred`, which Glibc's module does not show.
struct PeerCredentials: Sendable {
  let process: Int32
  let user: UInt32
  let group: UInt32

  /// Checks that the other end belongs to the user of this process; to be called before anything is read.
  ///
  /// The folder lets nobody else in already; this is the second lock, should somebody have opened it.
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
