internal import Foundation
internal import LogFormat

/// A small file that was named on the command line, or in such a file; `-` is standard input.
struct WholeFile {
  /// The path as given.
  let path: String

  /// The maximum size in bytes, a thousand times that of a usual file.
  ///
  /// Without it, a device or log given by mistake would fill the memory.
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
  /// - Throws: A ``Failure`` if it is longer than ``limit``, ``FileFailure`` if reading fails.
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
        "\(path): the file is larger than \(Self.limit) bytes; check that it is of the right kind", .badData)
    }
    return data
  }

  /// Returns a path that this file names, relative to its own folder unless absolute.
  func sibling(_ name: String) -> String {
    guard path != "-", !name.hasPrefix("/") else { return name }
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
  }
}
