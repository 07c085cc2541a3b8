internal import Foundation
package import NIOCore
internal import NIOPosix

/// The process at the other end of a Unix socket according to the kernel: `struct ucred`, which
/// Glibc's module does not expose.
package struct PeerCredentials: Sendable {
  private let process: Int32
  private let user: UInt32
  private let group: UInt32

  /// Checks that the other end belongs to the user of this process; call it before reading.
  ///
  /// The folder already keeps others out; this is a second lock in case its mode was changed.
  package static func requireOwnUser(of channel: any Channel) -> EventLoopFuture<Void> {
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
