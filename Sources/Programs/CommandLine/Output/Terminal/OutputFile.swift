internal import Files
internal import Foundation
internal import ProgramSupport
internal import SQLiteStorage

/// A file to write, named on the command line.
///
/// It is written under another name and renamed, so that either the old or the new one exists.
/// Devices, pipes and folders are rejected, because renaming would replace them with a file.
struct OutputFile {
  /// The path as given.
  let path: String

  /// The URL of the file.
  var url: URL { URL(fileURLWithPath: path) }

  /// The path with links resolved.
  private var resolved: String { url.resolvingSymlinksInPath().path }

  /// Returns whether a path leads to the same file.
  func isFile(at other: String) -> Bool { resolved == OutputFile(path: other).resolved }

  /// Checks that it can be written; call it before the work that produces its content.
  ///
  /// - Throws: A ``Failure`` with the reason.
  func check() throws {
    guard path != "-" else {
      throw Failure("-: standard output is not supported here; name a file, or ./- for one named -", .usage)
    }
    let target = try target()
    guard URL(fileURLWithPath: target).lastPathComponent.utf8.count <= AtomicFile.longestName else {
      throw Failure(
        "\(path): the name is too long; give one of at most \(AtomicFile.longestName) bytes", .cannotCreate)
    }
    let files = FileManager.default
    let folder = url.deletingLastPathComponent().path
    guard !path.isEmpty, files.isWritableFile(atPath: folder) else {
      throw Failure("\(path): the folder does not exist or is not writable", .cannotCreate)
    }
    guard !StoreLocation.isTaken(target, environment: ProcessInfo.processInfo.environment) else {
      throw Failure(
        "\(path): a donation store or its journal, which was left unchanged; name another file",
        .cannotCreate)
    }
    guard let attributes = try? files.attributesOfItem(atPath: target) else { return }  // it is new
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw Failure("\(path): not a regular file, and left unchanged; name another", .cannotCreate)
    }
  }

  /// Returns the file to replace, following links.
  ///
  /// - Throws: A ``Failure`` if a link is not the user's own.
  private func target() throws -> String {
    do throws(AtomicFile.Problem) {
      return try AtomicFile.target(of: path)
    } catch {
      let reason =
        error == .strangersLink
        ? "the path has a link of another user; if you trust it, name the file that it leads to"
        : "links form a loop, or cannot be followed; name another file"
      throw Failure("\(path): \(reason)", .cannotCreate)
    }
  }

  /// Checks that it can be written, and is not one of the inputs.
  ///
  /// - Parameter read: The paths of the inputs as given; `-` is standard input.
  /// - Throws: A ``Failure`` with the reason.
  func check(against read: [String]) throws {
    try check()
    guard !read.contains(where: { $0 != "-" && isFile(at: $0) }) else {
      throw Failure("\(path): named twice; name another file to write to", .usage)
    }
  }

  /// Writes it; a new file is private to its owner (``ProcessPrivacy``), an existing one keeps its
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
