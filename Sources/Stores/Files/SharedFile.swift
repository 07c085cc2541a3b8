package import Foundation

/// A small JSON file of the user's that several programs read and change.
package struct SharedFile: Sendable {
  private let path: String

  /// How long another program may take to change the file.
  private static let patience = Duration.seconds(2)

  package init(path: String) { self.path = path }

  /// Returns the contents; `nil` if the file does not exist.
  ///
  /// - Throws: ``SharedFileError/unreadable(_:)``.
  package func read() throws(SharedFileError) -> Data? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do { return try Data(contentsOf: URL(filePath: path)) } catch { throw .unreadable(path) }
  }

  /// Reads and writes the file, while no other program changes it.
  ///
  /// - Parameter body: Reads the file, and writes it.
  /// - Throws: ``SharedFileError/unwritable(_:)``, `CancellationError`, or the error of `body`.
  package func change<Value>(_ body: () throws -> Value) async throws -> Value {
    try createFolder()
    let lock: FileLock?
    do { lock = try await FileLock.acquire(at: "\(path).lock", within: Self.patience) } catch is FileLock
      .CannotOpen
    { throw SharedFileError.unwritable(path) }
    defer { lock?.release() }
    return try body()
  }

  /// Writes the file so that it is complete or as before, and only the user can read it.
  ///
  /// - Throws: ``SharedFileError/unwritable(_:)``, or the error of encoding.
  package func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value) + Data("\n".utf8)
    try createFolder()
    do { try AtomicFile.write(data, to: path, access: .ownerOnly, replacing: true) } catch {
      throw SharedFileError.unwritable(path)
    }
  }

  private func createFolder() throws(SharedFileError) {
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    } catch { throw .unwritable(path) }
  }
}

/// The reason why a file of the user's settings cannot be used.
package enum SharedFileError: Error, CustomStringConvertible {
  /// It cannot be read.
  case unreadable(String)
  /// It cannot be written.
  case unwritable(String)

  /// The reason and how to fix it.
  package var description: String {
    switch self {
    case .unreadable(let path): "\(path): cannot be read; check what it is, and its permissions"
    case .unwritable(let path): "\(path): cannot be written; check the folder and its permissions"
    }
  }
}
