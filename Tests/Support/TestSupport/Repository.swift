public import Foundation

/// The project's own files.
public enum Repository {
  /// The folder with `Package.swift`.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns a file or folder by its path below ``root``.
  public static func file(_ path: String) -> URL { root.appending(path: path) }

  /// Reads a text.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }
}
