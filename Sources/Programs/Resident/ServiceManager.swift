internal import Foundation
internal import Glibc

/// The protocol of systemd for services: a socket that it opened, and the message that the service
/// is ready (`sd_listen_fds(3)`, `sd_notify(3)`).
package enum ServiceManager {
  /// The first inherited descriptor, by convention.
  private static let firstDescriptor: CInt = 3

  /// Returns the descriptor of the socket that systemd opened for this process; `nil` if it opened
  /// none.
  package static func inheritedSocket(environment: [String: String], process: Int32) -> CInt? {
    guard environment["LISTEN_PID"] == String(process),
      let count = environment["LISTEN_FDS"].flatMap({ Int($0) }),
      count >= 1
    else { return nil }
    _ = fcntl(firstDescriptor, F_SETFD, FD_CLOEXEC)
    return firstDescriptor
  }

  /// Tells systemd that the service is ready, if systemd started it.
  package static func notifyReady(environment: [String: String]) {
    guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@") else { return }
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { _ = close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    // A name that begins with @ is not a file, and has a zero there.
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room else { return }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + bytes.count)
    let message = Array("READY=1".utf8)
    unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe sendto(descriptor, message, message.count, 0, address, length)
      }
    }
  }
}
