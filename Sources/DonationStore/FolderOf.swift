internal import Foundation

/// The folder of a file.
struct FolderOf {
  private let folder: URL

  init(_ path: String) {
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// Takes the names in it to the disk: a file that was synchronised is lost in a power cut if its name was not.
  func synchronize() throws {
    let handle = try FileHandle(forReadingFrom: folder)
    defer { try? handle.close() }
    try handle.synchronize()
  }
}
