internal import Foundation

/// The folder of a file.
package struct ParentFolder {
  private let folder: URL

  /// Creates a reference to the folder of the file at a path; neither needs to exist.
  package init(of path: String) {
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// Creates the folder and its missing parents, accessible to this user only, and writes their
  /// names to the disk.
  ///
  /// - Throws: Foundation's error. Folders that were created remain.
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
      // If two processes race, one creates the folder, and both can use it.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try ParentFolder(of: folder.path).synchronize()
    }
  }

  /// Writes the names in the folder to the disk.
  ///
  /// Without this, a power cut can lose even a file that was synchronised.
  ///
  /// - Throws: Foundation's error.
  package func synchronize() throws {
    let handle = try FileHandle(forReadingFrom: folder)
    defer { try? handle.close() }
    try handle.synchronize()
  }
}
