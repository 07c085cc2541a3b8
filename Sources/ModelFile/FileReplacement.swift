package import Foundation
internal import Glibc

/// Writes a file under another name and renames it into place when all of it is on the disk.
///
/// Readers see the old file or the new one, whenever the process is killed or the power fails. Foundation's atomic writing
/// is not used: where the system takes only a part of what is written, as it may, it goes on with the beginning of the
/// bytes instead of their rest, and reports success (seen with Swift 6.3.1). This is the module's door to C.
package struct FileReplacement {
  private let draft: String
  private let descriptor: Int32

  /// A call that failed; the caller knows the file.
  private struct SystemError: Error {
    let code: Int32
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - url: Where it shall be. A link there is followed; the mode of a file that is there already is kept.
  ///   - replaces: Whether it may take the place of another.
  ///   - body: Calls what it is given with the bytes, in order.
  /// - Throws: What the body throws, or another error; what was there is then as it was, and no draft is left.
  /// - Complexity: O(bytes), in no space beside theirs.
  package static func write(
    to url: URL, replaces: Bool = true, _ body: ((Data) throws -> Void) throws -> Void
  ) throws {
    let target = url.resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: target.path)
    guard attributes == nil || replaces else { throw SystemError(code: EEXIST) }
    let replacement = try FileReplacement(
      of: target, mode: (attributes?[.posixPermissions] as? NSNumber)?.uint32Value)
    do {
      try replacement.fill(body)
      try replacement.finish(as: target, replaces: replaces)
    } catch {
      _ = unsafe unlink(replacement.draft)
      throw error
    }
  }

  /// Writes bytes into a file, in place of what is there.
  package static func write(_ bytes: Data, to url: URL) throws {
    try write(to: url) { try $0(bytes) }
  }

  private init(of target: URL, mode: UInt32?) throws {
    draft =
      target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
      .path
    descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    try Self.check(descriptor)
    if let mode { _ = fchmod(descriptor, mode & 0o7777) }
  }

  private func fill(_ body: ((Data) throws -> Void) throws -> Void) throws {
    do {
      try body(append)
      try Self.check(fsync(descriptor))
    } catch {
      close(descriptor)
      throw error
    }
    try Self.check(close(descriptor))
  }

  /// Writes all of it: a call may take a part, or be interrupted before it took any.
  private func append(_ bytes: Data) throws {
    var done = 0
    while done < bytes.count {
      let taken = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { throw SystemError(code: errno) }
      done += taken
    }
  }

  private func finish(as target: URL, replaces: Bool) throws {
    if replaces {
      try Self.check(unsafe rename(draft, target.path))
    } else if unsafe link(draft, target.path) == 0 {  // unlike renaming, it spares what came there meanwhile
      _ = unsafe unlink(draft)
    } else {
      let code = errno
      guard [EPERM, ENOTSUP, ENOSYS].contains(code) else { throw SystemError(code: code) }
      try Self.check(unsafe rename(draft, target.path))  // a file system without links
    }
    // The name is on the disk when its folder is; a file system that cannot do that has done what it can.
    let folder = unsafe open(target.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  private static func check(_ result: Int32) throws {
    guard result >= 0 else { throw SystemError(code: errno) }
  }
}
