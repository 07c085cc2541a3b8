internal import Files
internal import Foundation
internal import Synchronization

/// The store files that this process has open.
///
/// POSIX locks belong to a process and a file. When a process closes any descriptor of a file, it
/// loses all its locks on the file, including those of SQLite's connections
/// (https://sqlite.org/howtocorrupt.html, section 2.2). Another process could then believe that it
/// is the last one with the store open, and remove the journal that this process still writes to.
/// So a header is read only while this process has no open connection.
package enum OpenFiles {
  /// The number of stores that have each file open; negative while the file itself is being read.
  private static let counts = Mutex<[FileIdentity: Int]>([:])

  /// Counts a file as open until it is released.
  package final class Hold: Sendable {
    private let identity: Mutex<FileIdentity?>

    fileprivate init(_ identity: FileIdentity?) { self.identity = Mutex(identity) }

    /// Counts the file as closed; further calls do nothing.
    package func release() {
      let held = identity.withLock { held in
        defer { held = nil }
        return held
      }
      guard let held else { return }
      counts.withLock { counts in
        let left = (counts[held] ?? 0) - 1
        counts[held] = left > 0 ? left : nil
      }
    }

    deinit { release() }
  }

  /// Counts a file as open, after preparing it unless it is already open.
  ///
  /// Other callers wait in the meantime, so that nobody connects to a file whose header is being
  /// read.
  ///
  /// - Parameter prepare: Called with a function that returns whether this process has another file
  ///   open.
  static func hold(
    _ path: String, preparing prepare: (_ isOpen: (String) -> Bool) throws(StoreError) -> Void
  ) throws(StoreError) -> Hold {
    let result: Result<FileIdentity?, StoreError> = counts.withLock { counts in
      if let found = FileIdentity(at: path), counts[found] ?? 0 < 0 {
        return .failure(StoreError(.busy, at: path))
      }
      if FileIdentity(at: path).flatMap({ counts[$0] }) == nil {
        func isOpen(_ other: String) -> Bool { FileIdentity(at: other).map { counts[$0] != nil } ?? false }
        do throws(StoreError) { try prepare(isOpen) } catch { return .failure(error) }
      }
      let identity = FileIdentity(at: path)
      if let identity { counts[identity, default: 0] += 1 }
      return .success(identity)
    }
    return Hold(try result.get())
  }

  /// Returns whether this process has a file open, so that its bytes must not be read.
  static func isOpen(_ path: String) -> Bool {
    counts.withLock { counts in FileIdentity(at: path).map { counts[$0] != nil } ?? false }
  }

  /// Keeps this process from opening a file while its bytes are read.
  ///
  /// - Throws: ``StoreError/Reason/busy`` if it is open.
  package static func holdClosed(_ path: String) throws(StoreError) -> Hold {
    let identity = FileIdentity(at: path)
    let isFree = counts.withLock { counts in
      guard let identity else { return true }
      guard counts[identity] == nil else { return false }
      counts[identity] = -1
      return true
    }
    guard isFree else { throw StoreError(.busy, at: path) }
    return Hold(identity)
  }
}

extension OpenFiles {
  /// The number of files that a store opens at once, with a margin.
  private static let filesOfAStore = 16

  /// A Boolean value that indicates whether this process may open as many files as a store needs.
  ///
  /// SQLite does not report this as the reason when it cannot open a file.
  static var canOpenMore: Bool { canOpen(filesOfAStore) }

  /// Returns whether this process may open `count` more files.
  package static func canOpen(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }
}
