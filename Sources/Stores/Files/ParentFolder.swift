internal import Foundation

/// The folder that a file lies in.
package struct ParentFolder {
  private let folder: URL

  /// The folder of the file at a path, whether either is there or not.
  package init(of path: String) {
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// Makes the folder, and those above it that are missing, for this user alone; their names are on
  /// the disk then.
  ///
  /// - Throws: Foundation's error. What was made is left.
  package func create() throws {
    var (missing, place): ([URL], URL) = ([], folder)
    while true {
      let kind = PathKind(at: place.path)
      guard kind != .brokenLink else { throw CocoaError(.fileWriteFileExists) }
      guard kind == .nothing else { break }
      missing.append(place)
      place = place.deletingLastPathComponent()
    }
    for folder in missing.reversed() {
      // Of two processes one makes it, and it is there for both.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try ParentFolder(of: folder.path).synchronize()
    }
  }

  /// Writes the names in the folder to the disk: a file that was synchronised is lost in a power
  /// cut if its name was not.
  ///
  /// - Throws: Foundation's error.
  package func synchronize() throws {
    let handle = try FileHandle(forReadingFrom: folder)
    defer { try? handle.close() }
    try handle.synchronize()
  }
}
