package import Foundation
internal import Glibc

// Files: Is this file whole, whose is it, and what lies at this path?
//
// Start here: `AtomicFile` writes a file that is complete or absent, `FileTrust` says whether
// others could have changed one, and `PathKind` what a path leads to.

/// A file that is complete and on the disk, or not there at all, whenever the process is killed or
/// the power fails.
///
/// It is made under another name in the same folder, its draft, and gets its own name when all of
/// it is there. Bytes are written by ``write(to:access:replacing:_:)``. Who has the file filled by
/// somebody else, as a store has by SQLite, makes the draft with ``create()``, names it with
/// ``commit(durably:)``, and calls ``discard(with:)`` in any case.
///
/// Foundation's atomic writing is not used: where the system takes only a part of what is written,
/// as it may, it goes on with the beginning of the bytes instead of their rest, and reports success
/// (seen with Swift 6.3.1).
package struct AtomicFile: Sendable {
  /// The users that may read and write a file.
  package enum Access: Sendable {
    /// Access for nobody but this user, from the first moment on, whatever the mask of the process.
    case ownerOnly
    /// The permissions of the file that is replaced; a new file has those that the mask of the
    /// process leaves.
    case inherited
  }

  /// The error of a file that could not be made.
  package enum Problem: Error, Equatable {
    /// There is something at the path, or came there meanwhile, that must not be replaced.
    case taken
    /// A link on the way to the file that is replaced is another user's.
    case strangersLink
    /// The system refused; its error number.
    case refused(code: Int32)

    /// The error of the last call.
    fileprivate static var last: Problem { .refused(code: errno) }
  }

  /// The longest name of a file, in bytes, that leaves room for what a draft's name has more.
  package static let longestName = 255 - draftMark.utf8.count - draftDigits

  /// Returns whether a file has the name of a draft, as one has that was left when a process was
  /// killed.
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
  /// The reason why no file can be made at the path.
  private let obstacle: Problem?
  // Short: with what SQLite puts behind it, it takes 21 of the 255 bytes that a name may have.
  private static let (draftMark, draftDigits) = (".new-", 8)

  /// Prepares to make a file, and makes nothing yet.
  ///
  /// - Parameters:
  ///   - path: The place of the finished file.
  ///   - access: The users that may read and write it.
  ///   - replacing: Whether it takes the place of another file: then what a link of the user's own
  ///     leads to is replaced, and not the link. Otherwise whatever is there is left, and no link
  ///     is followed.
  package init(at path: String, access: Access, replacing: Bool) {
    switch replacing ? OwnLinks.resolve(path) : .path(path) {
    case .path(let target): (self.path, obstacle) = (target, nil)
    case .strangersLink: (self.path, obstacle) = (path, .strangersLink)
    case .refused(let code): (self.path, obstacle) = (path, .refused(code: code))
    }
    (self.access, replaces) = (access, replacing)
    draft = self.path + Self.draftMark + UUID().uuidString.prefix(Self.draftDigits)
  }

  /// Makes the draft, an empty file.
  package func create() throws(Problem) {
    guard close(try openDraft()) == 0 else { throw .last }
  }

  /// Gives the draft its name.
  ///
  /// At no moment is there a part of a file at the path. Where another must not be replaced the
  /// file has, for the moment between two calls, the draft's name as well.
  ///
  /// - Parameter durably: Whether the name is taken to the disk, too. A new file for which that
  ///   fails is removed again; in place of another the file stays, and is as durable as the file
  ///   system lets it be.
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

  /// Removes the draft, if it still has that name, and what others keep beside it under longer
  /// names.
  package func discard(with suffixes: [String] = []) {
    for suffix in [""] + suffixes { _ = unsafe unlink(draft + suffix) }
  }

  /// Names the draft by a link: unlike renaming, it spares what came to the path meanwhile.
  private func nameExclusively() throws(Problem) {
    guard unsafe link(draft, path) != 0 else {
      _ = unsafe unlink(draft)
      return
    }
    let problem = Problem.last
    switch problem {
    case .refused(code: EEXIST): throw .taken
    // A file system without links.
    case .refused(code: EPERM), .refused(code: ENOTSUP), .refused(code: ENOSYS): break
    default: throw problem
    }
    guard PathKind(at: path) == .nothing else { throw .taken }
    guard unsafe rename(draft, path) == 0 else { throw .last }
  }

  /// Returns the path of the file that would be replaced, links followed.
  ///
  /// - Throws: ``Problem/strangersLink``, or ``Problem/refused(code:)`` for links that lead in a
  ///   circle.
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
  /// Writes a file, piece by piece.
  ///
  /// - Parameters:
  ///   - path: The place of the file.
  ///   - access: The users that may read and write it.
  ///   - replacing: Whether it takes the place of another file.
  ///   - body: Calls what it is given with the bytes, in order.
  /// - Throws: ``Problem``, or what the body throws; what was there is then as it was, and no draft
  ///   is left.
  /// - Complexity: O(bytes), in no space beside theirs.
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
  /// - Throws: ``Problem``; what was there is then as it was, and no draft is left.
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

  /// Writes all of the bytes: a call may take a part, or be interrupted before it took any.
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
