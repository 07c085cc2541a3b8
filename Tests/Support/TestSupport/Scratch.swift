public import Foundation

/// A temporary folder for a test, which is removed with the last reference to it.
public final class Scratch: Sendable {
  /// The path of the folder.
  ///
  /// Its name is short, because the path of a socket has to be.
  public let folder: URL

  /// Creates a folder in the system's folder for temporary files.
  ///
  /// Its name has no random letters: tests look for words in messages that contain it.
  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "hunch-\(UInt64.random(in: 0..<10_000_000_000_000))")
    // The umask must not apply: a store in a folder that the group can write to is rejected.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns the path of a file in it.
  public func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file and returns its name.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return name
  }

  /// Reads a file.
  public func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// Returns the names of everything in it.
  public func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  /// Returns the permissions of a file, as for `chmod`.
  public func mode(_ name: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? NSNumber)?.intValue
  }

  /// Changes the permissions of a file.
  public func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }
}
