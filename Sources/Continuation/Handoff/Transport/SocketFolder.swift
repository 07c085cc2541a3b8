internal import Foundation

/// The folder in which one user's programs find each other's sockets.
struct SocketFolder: Sendable {
  /// The maximum length of a socket's path in bytes.
  static let longestPath = UnixSocketTransport.longestPath

  let path: String

  /// Creates the folder if it is missing.
  ///
  /// - Throws: ``HandoffError/folderNotPrivate`` if others may enter it,
  ///   ``HandoffError/folderUnusable``.
  func prepare() throws(HandoffError) {
    if try attributes() == nil {
      try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // set exactly these rights, whatever the umask is
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
    guard try attributes() != nil else { throw .folderUnusable }
  }

  /// Returns the names of the sockets in it; none if the folder does not exist.
  func sockets() throws(HandoffError) -> [String] {
    guard try attributes() != nil else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter(Self.isName)
    } catch {
      throw .folderUnusable
    }
  }

  /// Returns the path of a socket.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if ``name(for:)`` could not have made the
  ///   name, so that a foreign name cannot lead outside the folder.
  ///   ``HandoffError/pathTooLong(bytes:limit:)``.
  func socket(named name: String) throws(HandoffError) -> String {
    guard Self.isName(name) else { throw .connectionUnavailable }
    return try file(name)
  }

  /// Returns the path at which a socket is created before it can be found, so that a found socket
  /// that refuses connections always belongs to a dead process.
  func unfinished(_ name: String) throws(HandoffError) -> String {
    try file(".\(name)")
  }

  private func file(_ name: String) throws(HandoffError) -> String {
    let file = "\(path)/\(name)"
    guard file.utf8.count <= Self.longestPath else {
      throw .pathTooLong(bytes: file.utf8.count, limit: Self.longestPath)
    }
    return file
  }

  func remove(_ name: String) {
    guard Self.isName(name) else { return }
    try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Returns a readable, unique name for a new socket.
  static func name(for application: String) -> String {
    // no leading dot: such a name would be hidden, and "." and ".." are not files
    let readable = application.unicodeScalars.drop { $0 == "." }.prefix(24).map {
      isPlain($0) ? Character($0) : "_"
    }
    let random = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
    return "\(String(readable))~\(ProcessInfo.processInfo.processIdentifier)~\(random).socket"
  }

  private static func isName(_ name: String) -> Bool {
    name.hasSuffix(".socket") && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { isPlain($0) || $0 == "~" }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
    default: false
    }
  }

  /// Returns the attributes of the folder itself (a link does not count), or `nil` if nothing
  /// exists.
  private func attributes() throws(HandoffError) -> [FileAttributeKey: Any]? {
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    } catch {
      throw .folderUnusable
    }
    guard attributes[.type] as? FileAttributeType == .typeDirectory else { throw .folderUnusable }
    guard (attributes[.ownerAccountID] as? NSNumber)?.uint32Value == geteuid(),
      let rights = (attributes[.posixPermissions] as? NSNumber)?.intValue, rights & 0o077 == 0
    else { throw .folderNotPrivate }
    return attributes
  }
}
