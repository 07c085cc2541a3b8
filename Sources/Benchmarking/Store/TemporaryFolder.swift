internal import Foundation

/// A folder for what is measured on disk, which goes with it.
final class TemporaryFolder: Sendable {
  private let url: URL

  /// Makes a new folder that only its owner may enter.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "hunch-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// A path in it that was not used before.
  func newPath() -> String { path("\(UUID().uuidString).sqlite") }

  /// How many bytes a store takes, with what SQLite keeps beside it.
  func storeBytes(at path: String) throws -> Int {
    try ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }

  /// Removes a store and what SQLite keeps beside it.
  func removeStore(at path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }
}
