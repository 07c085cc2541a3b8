internal import DonationCodec
internal import Foundation

/// A small file that was named on the command line, or in such a file; `-` is standard input.
struct WholeFile {
  /// As it was named.
  let path: String

  /// What it holds.
  ///
  /// - Throws: ``FileFailure``.
  func read() throws -> Data {
    if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { throw FileFailure(file: path, reason: .notFound) }
    let attributes = try? files.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType != .typeDirectory else {
      throw FileFailure(file: path, reason: .isFolder)
    }
    guard let data = files.contents(atPath: path) else {
      throw FileFailure(file: path, reason: .notPermitted)
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
