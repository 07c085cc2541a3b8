public import Foundation

/// A folder of its own for a test, which is removed with the last reference to it.
public final class Scratch: Sendable {
  /// Where it is.
  ///
  /// The name is short, because the path of a socket has to be.
  public let folder: URL

  /// Creates a folder in the system's folder for temporary files.
  ///
  /// Its name has no letters of chance: tests look for words in messages that name it.
  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "hunch-\(UInt64.random(in: 0..<10_000_000_000_000))")
    // Not what the umask makes of it: a store in a folder that the group may write in is refused.
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

  /// The names of everything in it.
  public func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  /// Returns who may read, write and open a file, as `chmod` has it.
  public func mode(_ name: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? NSNumber)?.intValue
  }

  /// Changes who may read, write and open a file.
  public func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }
}
