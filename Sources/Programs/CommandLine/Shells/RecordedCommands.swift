internal import Activities
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

  /// The number of the process of the store's resident program, if one runs.
  ///
  /// This program opens no sockets; the file with the socket's address has the number.
  static var residentProcess: Int32? {
    guard let folder, let text = try? String(contentsOfFile: "\(folder)/.address", encoding: .utf8),
      let number = Int32(text.trimmingCharacters(in: .newlines).split(separator: ".").last ?? ""),
      FileManager.default.fileExists(atPath: "/proc/\(number)")
    else { return nil }
    return number
  }

  private static var spool: (spool: CommandSpool, path: String)? {
    let environment = ProcessInfo.processInfo.environment
    guard let path = StoreLocation.path(environment: environment),
      let spool = CommandSpool(forStoreAt: path, environment: environment)
    else { return nil }
    return (spool, path)
  }
}
