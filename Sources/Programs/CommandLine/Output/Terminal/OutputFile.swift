internal import Files
internal import Foundation
internal import SQLiteStorage

/// A file that was named to be written.
///
/// It is written under another name and renamed, so that there is either the old or the new one.
/// What is no regular file (a device, a pipe, a folder) is refused: renaming would put a file in
/// its place.
struct OutputFile {
  /// As it was named.
  let path: String

  /// The URL of the file.
  var url: URL { URL(fileURLWithPath: path) }

  /// The file that it stands for, whatever it is called.
  private var resolved: String { url.resolvingSymlinksInPath().path }

  /// Returns whether a path leads to the very file.
  func isFile(at other: String) -> Bool { resolved == OutputFile(path: other).resolved }

  /// Checks that it can be written, before the work is done that makes what is written.
  ///
  /// - Throws: A ``Failure`` with the reason.
  func check() throws {
    guard path != "-" else {
      throw Failure("-: this is written to a file; name one, or ./- for a file of that name", .usage)
    }
    let target = try target()
    guard URL(fileURLWithPath: target).lastPathComponent.utf8.count <= AtomicFile.longestName else {
      throw Failure(
        "\(path): the name is too long; give one of at most \(AtomicFile.longestName) bytes", .cannotCreate)
    }
    let files = FileManager.default
    let folder = url.deletingLastPathComponent().path
    guard !path.isEmpty, files.isWritableFile(atPath: folder) else {
      throw Failure("\(path): the folder does not exist or may not be written", .cannotCreate)
    }
    guard !StoreLocation.isTaken(target, environment: ProcessInfo.processInfo.environment) else {
      throw Failure(
        "\(path): a donation store, or the place of a journal of one; name another file, it was left as it is",
        .cannotCreate)
    }
    guard let attributes = try? files.attributesOfItem(atPath: target) else { return }  // it is new
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw Failure("\(path): not a regular file; name another, it was left as it is", .cannotCreate)
    }
  }

  /// The file that is replaced, links followed.
  ///
  /// - Throws: A ``Failure`` if a link is not the user's own.
  private func target() throws -> String {
    do throws(AtomicFile.Problem) {
      return try AtomicFile.target(of: path)
    } catch {
      let reason =
        error == .strangersLink
        ? "a link of another user is on the way; name the file that it leads to, if you mean that one"
        : "links lead in a circle, or cannot be followed; name another file"
      throw Failure("\(path): \(reason)", .cannotCreate)
    }
  }

  /// Checks that it can be written, and that nothing that is read lies there.
  ///
  /// - Parameter read: What is read, as it was named; `-` is standard input.
  /// - Throws: A ``Failure`` with the reason.
  func check(against read: [String]) throws {
    try check()
    guard !read.contains(where: { $0 != "-" && isFile(at: $0) }) else {
      throw Failure("\(path): it is named twice; name another file to write to", .usage)
    }
  }

  /// Writes it; a new file is its owner's alone (``ProcessPrivacy``), one that is there keeps its
  /// mode.
  ///
  /// - Throws: A ``Failure`` with the reason.
  func write(_ bytes: Data) throws {
    try check()
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw Failure(
        "\(path): the file cannot be written; check its folder, and whether the disk is full", .cannotCreate)
    }
  }
}
