internal import Foundation

/// Environment variables, by name.
extension [String: String] {
  /// Returns the value of a variable, or `nil` if it is not set or set to nothing.
  package func variable(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's home: `HOME`, or else the one in the user database.
  package var home: String { variable("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path }

  /// The folder for temporary files: `TMPDIR`, or else `/tmp`.
  package var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }
}
