internal import Files
internal import Foundation
internal import Handoff
package import Importers
internal import Synchronization

/// The files by which the resident program of a store is found: its lock, its socket, and the file
/// with the socket's address.
///
/// All are in folders that only the user may enter. The lock decides who is the one resident
/// program; it ends with its process, so that nothing stale has to be recognised. The address is
/// the absolute path of the socket, on one line.
package final class ResidentPlace: Sendable {
  /// The path of the socket.
  package let socket: String
  private let addressFile: String
  private let lock: FileLock
  /// The contents of the file with the address.
  private let published = Mutex("")

  /// How long another process may take to leave.
  private static let patience = Duration.seconds(3)

  /// The file in a spool that has the address.
  package static func addressFile(of spool: CommandSpool) -> String { "\(spool.folder)/.address" }

  /// Checks that a program can become resident, without becoming it.
  ///
  /// - Throws: ``ResidentError``.
  package static func check(_ spool: CommandSpool) throws(ResidentError) {
    guard spool.prepare() else { throw .folderNotPrivate(spool.folder) }
    let longest = "\(spool.base)/hunchd.\(Int32.max)"
    guard longest.utf8.count <= UnixSocketTransport.longestPath else { throw .pathTooLong(longest) }
  }

  /// Takes the place of the resident program of a store.
  ///
  /// - Parameters:
  ///   - spool: The store's spool, whose folders are created.
  ///   - process: The number of this process, which makes the socket's name unique.
  ///   - waiting: Whether to wait up to three seconds for another process to leave.
  /// - Returns: `nil` if another process has the place.
  /// - Throws: ``ResidentError``.
  package init?(of spool: CommandSpool, process: Int32, waiting: Bool) async throws {
    guard spool.prepare() else { throw ResidentError.folderNotPrivate(spool.folder) }
    socket = "\(spool.base)/hunchd.\(process)"
    guard socket.utf8.count <= UnixSocketTransport.longestPath else {
      throw ResidentError.pathTooLong(socket)
    }
    addressFile = Self.addressFile(of: spool)
    let path = "\(spool.folder)/.resident"
    do {
      guard let lock = try await FileLock.acquire(at: path, within: waiting ? Self.patience : .zero) else {
        return nil
      }
      self.lock = lock
    } catch is FileLock.CannotOpen { throw ResidentError.cannotCreate(path) }
  }

  deinit { lock.release() }

  /// Publishes the address of the socket, which has to be listening.
  ///
  /// - Parameter inherited: The path of the socket that the service manager opened; `nil` for this
  ///   process's own.
  func publish(inherited: String?) throws {
    let text = "\(inherited ?? socket)\n"
    published.withLock { $0 = text }
    do {
      try AtomicFile.write(Data(text.utf8), to: addressFile, access: .ownerOnly)
    } catch { throw ResidentError.cannotCreate(addressFile) }
  }

  /// Removes socket and address before the process ends.
  ///
  /// Another process may have the place now, if somebody removed the folder.
  func withdraw() {
    if isPublished { try? FileManager.default.removeItem(atPath: addressFile) }
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// Whether the published address is still the one of this process.
  var isPublished: Bool {
    (try? String(contentsOfFile: addressFile, encoding: .utf8)) == published.withLock(\.self)
  }

  /// Returns whether a process runs this program; one that has ended has no file any more.
  private static func isHunchD(_ process: Int32) -> Bool {
    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    return (file.map { ($0 as NSString).lastPathComponent } ?? "").hasPrefix("hunchd")
  }

  /// Removes the sockets of resident programs that were killed.
  ///
  /// The name of a socket has the number of its process.
  static func removeAbandoned(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix("hunchd.") {
      guard let process = Int32(name.dropFirst("hunchd.".count)), !isHunchD(process) else { continue }
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }
}

/// The reason why a resident program cannot begin or go on.
package enum ResidentError: Error, Equatable, CustomStringConvertible {
  /// The path of the store is relative, or too long for a name.
  case noSpool(String)
  /// A folder could not be created, or others may enter it.
  case folderNotPrivate(String)
  /// The path is too long for a socket.
  case pathTooLong(String)
  /// A file could not be created.
  case cannotCreate(String)
  /// A newer program is resident for the store.
  case newerIsRunning(version: String)
  /// The other program neither answers nor ends.
  case cannotTakeOver

  /// Whether another program has the place.
  package var isOccupied: Bool {
    switch self {
    case .newerIsRunning, .cannotTakeOver: true
    case .noSpool, .folderNotPrivate, .pathTooLong, .cannotCreate: false
    }
  }

  /// The reason, and how to fix it.
  package var description: String {
    switch self {
    case .noSpool(let path): "\(path): give the absolute path of a store, of at most 200 characters"
    case .folderNotPrivate(let path): "\(path): not a folder that only you may enter (mode 0700)"
    case .pathTooLong(let path):
      "\(path): too long for a socket; set XDG_RUNTIME_DIR to a folder with a shorter path"
    case .cannotCreate(let path): "\(path): cannot be created"
    case .newerIsRunning(let version):
      "hunchd \(version), which is newer, runs for this store; use that version, or end it with `hunchd --stop`"
    case .cannotTakeOver: "another hunchd runs for this store and does not end; end its process"
    }
  }
}
