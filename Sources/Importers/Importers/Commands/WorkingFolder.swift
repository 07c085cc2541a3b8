internal import Foundation

/// A folder in which commands are run, and the repository that contains it.
package struct WorkingFolder: Sendable {
  /// The absolute path.
  package let path: String
  /// The root folder of the git repository; `nil` outside of one.
  package let repository: String?
  /// The branch that is checked out; `nil` if there is none.
  package let branch: String?
  /// The folder of the repository's references.
  let references: String?

  /// The maximum size of a file of references.
  static let mostBytes = 1 << 20

  /// Finds the repository of a folder, as the hooks of shells do.
  package init(_ path: String) {
    self.path = path
    var folder = path
    while !folder.isEmpty, !FileManager.default.fileExists(atPath: "\(folder)/.git") {
      folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
    }
    guard !folder.isEmpty else {
      (repository, branch, references) = (nil, nil, nil)
      return
    }
    var git = "\(folder)/.git"
    // A worktree has a file that names its folder, and another one there names the shared folder.
    if let text = Self.text(git), text.hasPrefix("gitdir: ") {
      git = Self.absolute(text.dropFirst(8), in: folder)
    }
    let common = Self.text("\(git)/commondir").map { Self.absolute($0[...], in: git) }
    repository = folder
    references = common ?? git
    let head = Self.text("\(git)/HEAD") ?? ""
    branch = head.hasPrefix("ref: refs/heads/") ? String(head.dropFirst(16)) : nil
  }

  /// Returns whether the repository has a branch, a remote's branch, or a tag with a name.
  ///
  /// - Complexity: O(size of the packed references), at most a megabyte.
  func hasReference(_ name: String) -> Bool {
    guard let references, !name.isEmpty, !name.contains("..") else { return false }
    let kinds = ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/remotes/origin/"]
    if kinds.contains(where: { FileManager.default.fileExists(atPath: "\(references)/\($0)\(name)") }) {
      return true
    }
    let packed = Self.text("\(references)/packed-refs") ?? ""
    return packed.split(separator: "\n").contains { line in kinds.contains { line.hasSuffix(" \($0)\(name)") }
    }
  }

  /// Returns the trimmed text of a small regular file.
  static func text(_ path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    guard let bytes = try? handle.read(upToCount: mostBytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func absolute(_ path: Substring, in folder: String) -> String {
    path.hasPrefix("/") ? String(path) : "\(folder)/\(path)"
  }
}
