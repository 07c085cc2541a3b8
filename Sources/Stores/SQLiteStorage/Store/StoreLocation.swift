internal import Files
internal import Foundation

/// The default path of the store.
public enum StoreLocation {
  /// Returns the path of the store.
  ///
  /// The first path that is given and not empty wins: the explicit path, `HUNCH_STORE`,
  /// `XDG_DATA_HOME` if it is absolute (as the XDG base directory specification demands), or
  /// `~/.local/share`.
  ///
  /// - Parameters:
  ///   - explicit: The path that the user named.
  ///   - environment: The environment variables.
  /// - Returns: `nil` if not even `HOME` is known.
  public static func path(explicit: String? = nil, environment: [String: String]) -> String? {
    if let explicit, !explicit.isEmpty { return explicit }
    if let named = environment.variable("HUNCH_STORE") { return named }
    if let folder = environment.variable("XDG_DATA_HOME"), folder.hasPrefix("/") {
      return folder + "/" + fileInDataFolder
    }
    return environment.variable("HOME").map { $0 + "/.local/share/" + fileInDataFolder }
  }

  /// Returns whether a path belongs to a store or to a file that SQLite keeps next to it, and may
  /// overwrite or remove.
  ///
  /// Links are followed, and no file needs to exist yet.
  ///
  /// - Complexity: O(length of the paths), with system calls for each folder on the path.
  public static func isPart(_ path: String, ofStoreAt store: String) -> Bool {
    let (path, store) = (StoreFile(path: path).path, StoreFile(path: store).path)
    return path == store || StoreFile.journals.contains { path == store + $0 }
  }

  /// Returns whether a file to be written is a store or a file that SQLite keeps or looks for next
  /// to one: the user's default store, or any existing one.
  ///
  /// A store is recognised by its header, encrypted or not. A journal is recognised by its name
  /// next to a store or, if that store was moved away, by its own header.
  ///
  /// - Complexity: O(length of the path), and reads some bytes.
  package static func isTaken(_ path: String, environment: [String: String]) -> Bool {
    if let usual = self.path(environment: environment), isPart(path, ofStoreAt: usual) { return true }
    let file = StoreFile(path: path)
    if StoreFile.isStore(file.path) { return true }
    guard let ending = StoreFile.journals.first(where: file.path.hasSuffix) else { return false }
    return StoreFile.isStore(String(file.path.dropLast(ending.count))) || StoreFile.isJournal(file.path)
  }

  /// Returns the drafts of stores next to a store.
  ///
  /// A killed process that was creating or repairing a store leaves them behind, with their rows.
  ///
  /// - Complexity: O(files in the folder).
  package static func drafts(besideStoreAt path: String) -> [String] {
    let folder = URL(fileURLWithPath: StoreFile(path: path).folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter(AtomicFile.isDraft).map { folder.appendingPathComponent($0).path }
      .filter(StoreFile.isStore).sorted()
  }

  /// Returns whether a store is in a folder of its own, like the default store.
  static func isInFolderOfItsOwn(_ path: String) -> Bool { path.hasSuffix("/" + fileInDataFolder) }

  private static let fileInDataFolder = "hunch/donations.sqlite"
}
