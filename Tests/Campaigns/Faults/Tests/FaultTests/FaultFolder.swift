import Foundation

/// Where a trial happens: `root` is what the shim watches, with folders for the store, for what is
/// read and for what is written; beside it lies what the trial itself needs.
final class FaultFolder: Sendable {
  /// The folder that is watched.
  let root: URL
  /// What a power cut brings back is kept here.
  let shadow: URL
  private let base: URL

  /// The store's file.
  var store: String { root.appending(path: "store/donations.sqlite").path }

  /// A folder with nothing in it, or a copy of another.
  init(copying other: FaultFolder? = nil) throws {
    let files = FileManager.default
    // The shim compares names, so they are the real ones.
    let temporary = files.temporaryDirectory.resolvingSymlinksInPath()
    base = temporary.appending(path: "hunch-faults-\(UUID().uuidString)")
    (root, shadow) = (base.appending(path: "d"), base.appending(path: "shadow"))
    // A store is refused whose folder others may write to, whatever the umask of who runs this.
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

  /// Replaces the names of folders in an argument by where they are.
  func expand(_ argument: String) -> String {
    argument.replacing("{in}", with: root.path + "/in").replacing("{out}", with: root.path + "/out")
  }

  /// Writes a file that the program is to read, or that it is to replace.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: root.appending(path: name))
  }

  /// The bytes of a file; `nil` if there is none.
  func bytes(_ name: String) -> Data? {
    try? Data(contentsOf: root.appending(path: name))
  }

  /// The names in one of its folders.
  func names(in folder: String) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? [])
  }

  /// Whether the bytes of a text stand in any file of the store.
  func storeHolds(_ text: String) -> Bool {
    names(in: "store").contains { bytes("store/\($0)")?.range(of: Data(text.utf8)) != nil }
  }

  /// Makes the file that the shim counts in.
  func makeReport() throws -> URL {
    let report = base.appending(path: "\(UUID().uuidString).report")
    try Data(count: FaultReport.size).write(to: report)
    return report
  }
}
