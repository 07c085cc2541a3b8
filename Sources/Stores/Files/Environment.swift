internal import Foundation

/// Environment variables, by name.
extension [String: String] {
  /// Returns the value of a variable, or `nil` if it is unset or empty.
  package func variable(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's home: `HOME`, or by default the one in the user database.
  package var home: String { variable("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path }

  /// The folders for the data of programs: the user's own, `XDG_DATA_HOME`, then the machine's,
  /// `XDG_DATA_DIRS`.
  ///
  /// - Parameter home: The user's home, which contains the user's own folder by default.
  package func dataFolders(home: String) -> [String] {
    let own = self["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let shared = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return ([own ?? (home as NSString).appendingPathComponent(".local/share")] + shared.map(String.init))
      .filter { $0.hasPrefix("/") }
  }

  /// The path of a file with the user's settings for Hunch, below `XDG_CONFIG_HOME` or `~/.config`;
  /// `nil` if the user has no folder for it.
  package func settingsFile(_ name: String) -> String? {
    userFile(name, below: "XDG_CONFIG_HOME", usually: ".config")
  }

  /// The path of a file in which Hunch notes what it did, below `XDG_STATE_HOME` or
  /// `~/.local/state`; `nil` if the user has no folder for it.
  package func stateFile(_ name: String) -> String? {
    userFile(name, below: "XDG_STATE_HOME", usually: ".local/state")
  }

  private func userFile(_ name: String, below folder: String, usually usual: String) -> String? {
    let named = variable(folder).flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (named ?? variable("HOME").map { "\($0)/\(usual)" }).map { "\($0)/hunch/\(name)" }
  }

  /// The folder for files that live as long as the user is logged in, `XDG_RUNTIME_DIR`, or by
  /// default the folder for temporary files.
  package var runtimeFolder: String {
    variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? temporaryFolder
  }

  /// The folder for temporary files: `TMPDIR`, or by default `/tmp`.
  package var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }
}
