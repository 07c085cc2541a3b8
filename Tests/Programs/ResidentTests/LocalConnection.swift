import Foundation

/// A connection to a Unix socket that sends whatever a test wants.
final class LocalConnection {
  private let handle: FileHandle
  private var unread = Data()

  /// The system refused.
  struct Refused: Error { let code: Int32 }

  init(to path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Refused(code: errno) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let code = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw Refused(code: errno) }
  }

  /// Sends a text.
  ///
  /// - Parameter waits: Whether to wait until it fits into the socket; else it is dropped.
  /// - Throws: ``Refused`` if the other end is gone.
  func send(_ text: String, waits: Bool = true) throws {
    let bytes = Array(text.utf8)
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    let count = unsafe Glibc.send(handle.fileDescriptor, bytes, bytes.count, flags)
    guard count < 0 else { return }
    if !waits, errno == EAGAIN {
      usleep(10_000)
    } else {
      throw Refused(code: errno)
    }
  }

  /// Reads a line without its line feed; `nil` at the end.
  func line() async -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[unread.index(after: end)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let bytes = await next()
      if bytes.isEmpty { return nil }
      unread += bytes
    }
  }

  /// Reads what has come; empty at the end, also if the other end left without reading everything.
  private func next() async -> Data {
    let descriptor = handle.fileDescriptor
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        continuation.resume(returning: Data(bytes.prefix(max(0, count))))
      }
    }
  }
}
