internal import Foundation

/// The folder of a file.
struct FolderOf {
  private let folder: URL

  init(_ path: String) {
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// Makes it, and the folders above it that are missing, for this user alone; their names are on the disk then.
  ///
  /// - Throws: Foundation's error. What was made is left.
  func make() throws {
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
      try FolderOf(folder.path).synchronize()
    }
  }

  /// Takes the names in it to the disk: a file that was synchronised is lost in a power cut if its name was not.
  func synchronize() throws {
    let handle = try FileHandle(forReadingFrom: folder)
    defer { try? handle.close() }
    try handle.synchronize()
  }
}
