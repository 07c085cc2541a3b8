internal import Foundation
internal import LogFormat

/// A small file that was named on the command line, or in such a file; `-` is standard input.
struct WholeFile {
  /// As it was named.
  let path: String

  /// The most bytes: a thousand times a usual file of this kind; a device or a log by mistake would
  /// fill the memory.
  static let limit = 16 << 20

  /// Returns the content of the file.
  ///
  /// - Throws: ``FileFailure``, or a ``Failure`` if it is larger than ``limit``.
  func read() throws -> Data {
    guard !path.isEmpty else { throw Failure.emptyFileName }
    if path == "-" { return try upToLimit(FileHandle.standardInput) }
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { throw FileFailure(file: path, reason: .notFound) }
    let attributes = try? files.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType != .typeDirectory else {
      throw FileFailure(file: path, reason: .isFolder)
    }
    try FileFailure.check(path)
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw FileFailure(file: path, reason: .notPermitted)
    }
    defer { try? handle.close() }
    return try upToLimit(handle)
  }

  /// Returns the rest of a file.
  ///
  /// - Throws: A ``Failure`` if it is more than ``limit``, ``FileFailure`` if the system fails to
  ///   read on.
  private func upToLimit(_ handle: FileHandle) throws -> Data {
    var data = Data()
    do {
      while data.count <= Self.limit, let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
        data += piece
      }
    } catch {
      throw FileFailure(file: path, reason: .unreadable)
    }
    guard data.count <= Self.limit else {
      throw Failure(
        "\(path): larger than \(Self.limit) bytes; this is no file of the kind that is read here", .badData)
    }
    return data
  }

  /// A path that this file names: from its own folder, unless it begins at the root.
  func sibling(_ name: String) -> String {
    guard path != "-", !name.hasPrefix("/") else { return name }
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
  }
}
