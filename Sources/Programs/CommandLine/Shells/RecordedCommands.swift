internal import Activities
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
internal import ProgramSupport
internal import SQLiteStorage

/// The commands that the hooks of shells have recorded since a program last opened the store.
enum RecordedCommands {
  /// Takes the commands into the user's store.
  ///
  /// The command that runs never fails because of it: if the store cannot be opened, or another
  /// process is busy with it, the commands wait for the next time. `hunch doctor` reports a store
  /// that cannot be opened.
  static func takeInIfPossible() async {
    do { try await takeIn() } catch {}
  }

  /// Takes the commands into the user's store.
  ///
  /// - Throws: The reason why they still wait.
  static func takeIn() async throws {
    guard let (spool, path) = spool, spool.isInUse else { return }
    let key = try StoreKey.given(environment: ProcessInfo.processInfo.environment)
    let log = try SQLiteDonationStore(path: path, key: key)
    let users = try await log.users().map(\.user)
    _ = try await spool.takeIn(
      into: log, of: users.count == 1 ? users[0] : .me, HistorySettings(zone: .current),
      at: try WallClock.now())
  }

  /// The folder in which hooks record commands for the user's store, if there is one.
  static var folder: String? { spool.flatMap { $0.spool.isInUse ? $0.spool.folder : nil } }

  /// The reason why hooks record nothing for the user's store; `nil` if they do.
  static var obstacle: String? {
    guard let path = StoreLocation.path(environment: ProcessInfo.processInfo.environment), spool == nil
    else { return nil }
    return path.hasPrefix("/")
      ? "the path of the store is too long for the name of a folder"
      : "HUNCH_STORE is relative, and names another store in each folder; give an absolute path"
  }

  /// Whether a resident program runs for the store, in words.
  ///
  /// This program opens no sockets: the file with the socket's address has the number of the
  /// process, and the kernel lists the sockets that listen.
  static var resident: String {
    guard let (spool, _) = spool else { return absent }
    let address = (try? String(contentsOfFile: "\(spool.folder)/.address", encoding: .utf8))?
      .trimmingCharacters(in: .newlines)
    if let number = address?.split(separator: ".").last.flatMap({ Int32($0) }),
      FileManager.default.fileExists(atPath: "/proc/\(number)")
    {
      return "hunchd, process \(number)"
    }
    // systemd listens for the usual store only.
    var environment = ProcessInfo.processInfo.environment
    environment["HUNCH_STORE"] = nil
    let usual = StoreLocation.path(environment: environment)
      .flatMap { CommandSpool(forStoreAt: $0, environment: environment) }
    let socket = "\(spool.base)/hunchd"
    guard usual?.folder == spool.folder, isListening(socket) else { return absent }
    return address == socket
      ? "hunchd, started by systemd" : "\(absent); systemd starts it at the first question"
  }

  private static let absent = "none runs"

  /// Returns whether a program listens on a socket, by the kernel's list (proc(5)).
  ///
  /// A line ends with the path, and its fourth field has the flag of a listening socket.
  private static func isListening(_ socket: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: "/proc/net/unix"), let list = try? file.readToEnd() else {
      return false
    }
    let path = CanonicalPath.of(socket)
    return String(decoding: list, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ", maxSplits: 7)
      guard fields.count == 8, let flags = Int(fields[3], radix: 16), flags & 0x1_0000 != 0 else {
        return false
      }
      return CanonicalPath.of(String(fields[7])) == path
    }
  }

  private static var spool: (spool: CommandSpool, path: String)? {
    let environment = ProcessInfo.processInfo.environment
    guard let path = StoreLocation.path(environment: environment),
      let spool = CommandSpool(forStoreAt: path, environment: environment)
    else { return nil }
    return (spool, path)
  }
}
