package import Foundation
internal import Glibc

// Files: Is this file complete, who owns it, and what kind of file is at this path?
//
// Start here: `AtomicFile` writes a file that is complete or absent, `FileTrust` says whether
// others could have changed a file, and `PathKind` is the kind of file at a path.

/// A file that is either complete and on the disk or absent, even if the process is killed or the
/// power fails.
///
/// It is written under another name in the same folder, as a draft, and renamed when it is
/// complete. ``write(to:access:replacing:_:)`` writes bytes. If another library writes the file, as
/// SQLite writes a store, create the draft with ``create()``, name it with ``commit(durably:)``,
/// and call ``discard(with:)`` in any case.
///
/// It does not use Foundation's atomic writing. If the system takes only part of a write,
/// Foundation continues with the beginning of the bytes instead of the rest, and reports success
/// (seen with Swift 6.3.1).
package struct AtomicFile: Sendable {
  /// The users who may read and write a file.
  package enum Access: Sendable {
    /// Only this user, from the first moment on, whatever the process's mask is.
    case ownerOnly
    /// The permissions of the replaced file; for a new file, the permissions that the process's
    /// mask leaves.
    case inherited
  }

  /// The reason why a file could not be written.
  package enum Problem: Error, Equatable {
    /// The path has, or received in the meantime, a file that must not be replaced.
    case taken
    /// A link on the path of the replaced file belongs to another user.
    case strangersLink
    /// The system refused; its error number.
    case refused(code: Int32)

    /// The error of the last call.
    fileprivate static var last: Problem { .refused(code: errno) }
  }

  /// The maximum length of a file name, in bytes, that leaves room for the additions in a draft's
  /// name.
  package static let longestName = 255 - draftMark.utf8.count - draftDigits

  /// Returns whether a file has the name of a draft, such as one that a killed process left behind.
  package static func isDraft(_ name: String) -> Bool {
    let digits = name.suffix(draftDigits)
    return name.dropLast(draftDigits).hasSuffix(draftMark) && digits.count == draftDigits
      && digits.allSatisfy { $0.isHexDigit && !$0.isLowercase }
  }

  /// The path of the draft.
  package let draft: String
  private let path: String
  private let access: Access
  private let replaces: Bool
  /// The reason why no file can be written at the path.
  private let obstacle: Problem?
  // Short: together with SQLite's suffixes it takes 21 of the 255 bytes of a name.
  private static let (draftMark, draftDigits) = (".new-", 8)

  /// Prepares to write a file; creates nothing yet.
  ///
  /// - Parameters:
  /// - path: The path of the finished file.
  /// - access: The users that may read and write it.
  /// - replacing: Whether it replaces an existing file. If so, the target of a link of the user's
  ///   own is replaced, not the link. Otherwise an existing file stays, and links are not followed.
  package init(at path: String, access: Access, replacing: Bool) {
    switch replacing ? OwnLinks.resolve(path) : .path(path) {
    case .path(let target): (self.path, obstacle) = (target, nil)
    case .strangersLink: (self.path, obstacle) = (path, .strangersLink)
    case .refused(let code): (self.path, obstacle) = (path, .refused(code: code))
    }
    (self.access, replaces) = (access, replacing)
    draft = self.path + Self.draftMark + UUID().uuidString.prefix(Self.draftDigits)
  }

  /// Creates the draft, an empty file.
  package func create() throws(Problem) {
    guard close(try openDraft()) == 0 else { throw .last }
  }

  /// Renames the draft to its final name.
  ///
  /// The path never leads to a partial file. If another file must not be replaced, the file
  /// briefly has both names, between two calls.
  ///
  /// - Parameter durably: Whether to write the name to the disk, too. If that fails, a new file is
  ///   removed again; a file that replaced another stays, as durable as the file system allows.
  package func commit(durably: Bool = true) throws(Problem) {
    if replaces {
      guard unsafe rename(draft, path) == 0 else { throw .last }
    } else {
      try nameExclusively()
    }
    guard durably else { return }
    do { try ParentFolder(of: path).synchronize() } catch {
      guard !replaces else { return }
      _ = unsafe unlink(path)
      throw .refused(code: EIO)
    }
  }

  /// Removes the draft, if it still has that name, and files next to it with these suffixes.
  package func discard(with suffixes: [String] = []) {
    for suffix in [""] + suffixes { _ = unsafe unlink(draft + suffix) }
  }

  /// Names the draft by a hard link: unlike renaming, this does not replace a file that appeared at
  /// the path in the meantime.
  private func nameExclusively() throws(Problem) {
    guard unsafe link(draft, path) != 0 else {
      _ = unsafe unlink(draft)
      return
    }
    let problem = Problem.last
    switch problem {
    case .refused(code: EEXIST): throw .taken
    // A file system without hard links.
    case .refused(code: EPERM), .refused(code: ENOTSUP), .refused(code: ENOSYS): break
    default: throw problem
    }
    guard PathKind(at: path) == .nothing else { throw .taken }
    guard unsafe rename(draft, path) == 0 else { throw .last }
  }

  /// Returns the path of the file that would be replaced, with links followed.
  ///
  /// - Throws: ``Problem/strangersLink``, or ``Problem/refused(code:)`` for links that form a
  ///   loop.
  package static func target(of path: String) throws(Problem) -> String {
    switch OwnLinks.resolve(path) {
    case .path(let target): return target
    case .strangersLink: throw .strangersLink
    case .refused(let code): throw .refused(code: code)
    }
  }

  private func openDraft() throws(Problem) -> Int32 {
    if let obstacle { throw obstacle }
    let descriptor = unsafe open(
      draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, access == .ownerOnly ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw .last }
    let mode = access == .ownerOnly ? 0o600 : replaces ? modeOfReplaced : nil
    guard let mode, fchmod(descriptor, mode) != 0, access == .ownerOnly else { return descriptor }
    let problem = Problem.last
    close(descriptor)
    throw problem
  }

  private var modeOfReplaced: mode_t? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber).map { $0.uint32Value & 0o7777 }
  }
}

/// Writing a file's bytes.
extension AtomicFile {
  /// Writes a file piece by piece.
  ///
  /// - Parameters:
  /// - path: The path of the file.
  ///   - access: The users that may read and write it.
  /// - replacing: Whether it replaces an existing file.
  /// - body: Calls its argument with the bytes, in order.
  /// - Throws: ``Problem``, or the error of the body; then an existing file is unchanged, and no
  ///   draft remains.
  /// - Complexity: O(bytes); needs no space besides theirs.
  package static func write(
    to path: String, access: Access = .inherited, replacing: Bool,
    _ body: ((Data) throws -> Void) throws -> Void
  ) throws {
    let file = AtomicFile(at: path, access: access, replacing: replacing)
    defer { file.discard() }
    guard replacing || PathKind(at: path) == .nothing else { throw Problem.taken }
    try file.fill(body)
    try file.commit()
  }

  /// Writes bytes into a file.
  ///
  /// - Throws: ``Problem``; then an existing file is unchanged, and no draft remains.
  package static func write(
    _ bytes: Data, to path: String, access: Access = .inherited, replacing: Bool = true
  ) throws {
    try write(to: path, access: access, replacing: replacing) { try $0(bytes) }
  }

  private func fill(_ body: ((Data) throws -> Void) throws -> Void) throws {
    let descriptor = try openDraft()
    do {
      try body { try Self.append($0, to: descriptor) }
      guard fsync(descriptor) == 0 else { throw Problem.last }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw Problem.last }
  }

  /// Writes all bytes: a call may take only part of them, or be interrupted first.
  private static func append(_ bytes: Data, to descriptor: Int32) throws(Problem) {
    var done = 0
    while done < bytes.count {
      let taken = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { throw .last }
      done += taken
    }
  }
}
