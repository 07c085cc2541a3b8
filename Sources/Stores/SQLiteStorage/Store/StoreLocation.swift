internal import Files
internal import Foundation

/// The place of the store, unless another is named.
public enum StoreLocation {
  /// The path of the store.
  ///
  /// The first that is given and not empty wins: the explicit path, `HUNCH_STORE`, `XDG_DATA_HOME`
  /// if it is absolute (as the XDG base directory specification demands), else `~/.local/share`.
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

  /// Returns whether a path is that of a store, or of a file that SQLite keeps beside it, and may
  /// write over or remove.
  ///
  /// Links are followed, and nothing has to be there yet.
  ///
  /// - Complexity: O(length of the paths), and calls of the system for each folder on the way.
  public static func isPart(_ path: String, ofStoreAt store: String) -> Bool {
    let (path, store) = (StoreFile(path: path).path, StoreFile(path: store).path)
    return path == store || StoreFile.journals.contains { path == store + $0 }
  }

  /// Returns whether a file that is to be written is a store, or what SQLite keeps or would look
  /// for beside one: the user's usual store, or any other that is there.
  ///
  /// A store is known by its header, encrypted or not; a journal by its name beside a store, or, if
  /// that store was moved away, by its own header.
  ///
  /// - Complexity: O(length of the path), and reading some bytes.
  package static func isTaken(_ path: String, environment: [String: String]) -> Bool {
    if let usual = self.path(environment: environment), isPart(path, ofStoreAt: usual) { return true }
    let file = StoreFile(path: path)
    if StoreFile.isStore(file.path) { return true }
    guard let ending = StoreFile.journals.first(where: file.path.hasSuffix) else { return false }
    return StoreFile.isStore(String(file.path.dropLast(ending.count))) || StoreFile.isJournal(file.path)
  }

  /// Returns the drafts of stores in the folder of a store: what was left when a process was killed
  /// that made one, or that repaired one, whose rows are then in it.
  ///
  /// - Complexity: O(files in the folder).
  package static func drafts(besideStoreAt path: String) -> [String] {
    let folder = URL(fileURLWithPath: StoreFile(path: path).folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter(AtomicFile.isDraft).map { folder.appendingPathComponent($0).path }
      .filter(StoreFile.isStore).sorted()
  }

  /// Returns whether a store lies in a folder that is there for nothing else, as the one does that
  /// is made by default.
  static func isInFolderOfItsOwn(_ path: String) -> Bool { path.hasSuffix("/" + fileInDataFolder) }

  private static let fileInDataFolder = "hunch/donations.sqlite"
}
