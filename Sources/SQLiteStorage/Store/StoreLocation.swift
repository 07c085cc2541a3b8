/// The place of the store, unless another is named.
public enum StoreLocation {
  /// The path of the store.
  ///
  /// The first that is given and not empty wins: the explicit path, `HUNCH_STORE`, `XDG_DATA_HOME` if it is absolute (as
  /// the XDG base directory specification demands), else `~/.local/share`.
  ///
  /// - Parameters:
  ///   - explicit: The path that the user named.
  ///   - environment: The environment variables.
  /// - Returns: `nil` if not even `HOME` is known.
  public static func path(explicit: String? = nil, environment: [String: String]) -> String? {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let explicit, !explicit.isEmpty { return explicit }
    if let named = value("HUNCH_STORE") { return named }
    if let folder = value("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/" + fileInDataFolder }
    return value("HOME").map { $0 + "/.local/share/" + fileInDataFolder }
  }

  /// Returns whether a path is that of a store, or of a file that SQLite keeps beside it, and may write over or remove.
  ///
  /// Links are followed, and nothing has to be there yet.
  ///
  /// - Complexity: O(length of the paths), and calls of the system for each folder on the way.
  public static func isPart(_ path: String, ofStoreAt store: String) -> Bool {
    let (path, store) = (StoreFile(path: path).path, StoreFile(path: store).path)
    return path == store || StoreFile.journals.contains { path == store + $0 }
  }

  /// Returns whether a store lies in a folder that is there for nothing else, as the one does that is made by default.
  static func isInFolderOfItsOwn(_ path: String) -> Bool { path.hasSuffix("/" + fileInDataFolder) }

  private static let fileInDataFolder = "hunch/donations.sqlite"
}
