import Foundation

/// The folder of a trial.
///
/// The shim watches `root`, with folders for the store, for input and for output; the trial's own
/// files are outside it.
final class FaultFolder: Sendable {
  /// The watched folder.
  let root: URL
  /// The folder with the data that a power cut brings back.
  let shadow: URL
  private let base: URL

  /// The store's file.
  var store: String { root.appending(path: "store/donations.sqlite").path }

  /// Creates an empty folder, or a copy of another.
  init(copying other: FaultFolder? = nil) throws {
    let files = FileManager.default
    // The shim compares names, so they must be the real ones.
    let temporary = files.temporaryDirectory.resolvingSymlinksInPath()
    base = temporary.appending(path: "hunch-faults-\(UUID().uuidString)")
    (root, shadow) = (base.appending(path: "d"), base.appending(path: "shadow"))
    // A store is refused if others may write to its folder, whatever the tester's umask is.
    let own: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try files.createDirectory(at: shadow, withIntermediateDirectories: true, attributes: own)
    if let other {
      try files.copyItem(at: other.root, to: root)
    } else {
      for name in ["in", "out"] {
        try files.createDirectory(
          at: root.appending(path: name), withIntermediateDirectories: true, attributes: own)
      }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: base)
  }

  /// Replaces the names of folders in an argument by their paths.
  func expand(_ argument: String) -> String {
    argument.replacing("{in}", with: root.path + "/in").replacing("{out}", with: root.path + "/out")
  }

  /// Writes a file for the program to read or replace.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: root.appending(path: name))
  }

  /// Returns the bytes of a file; `nil` if it does not exist.
  func bytes(_ name: String) -> Data? {
    try? Data(contentsOf: root.appending(path: name))
  }

  /// Returns the names in one of its folders.
  func names(in folder: String) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? [])
  }

  /// Returns whether any file of the store contains the bytes of a text.
  func storeHolds(_ text: String) -> Bool {
    names(in: "store").contains { bytes("store/\($0)")?.range(of: Data(text.utf8)) != nil }
  }

  /// Creates the file for the shim's counts.
  func makeReport() throws -> URL {
    let report = base.appending(path: "\(UUID().uuidString).report")
    try Data(count: FaultReport.size).write(to: report)
    return report
  }
}
