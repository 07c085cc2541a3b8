internal import Files
internal import Foundation
internal import Synchronization

/// The store files that this process has open.
///
/// POSIX locks belong to a process and a file: when a process closes any descriptor of a file, all
/// its locks on the file go, those of SQLite's connections with them
/// (https://sqlite.org/howtocorrupt.html, section 2.2). Another process would then take itself for
/// the last one that has the store open, and remove the journal that this one goes on writing to.
/// So a header is read only while no connection of this process is open.
package enum OpenFiles {
  /// The number of stores that have each file open; less than 0: somebody reads the file itself.
  private static let counts = Mutex<[FileIdentity: Int]>([:])

  /// Counts a file as open until it is released.
  package final class Hold: Sendable {
    private let identity: Mutex<FileIdentity?>

    fileprivate init(_ identity: FileIdentity?) { self.identity = Mutex(identity) }

    /// Counts the file as closed; calling it again changes nothing.
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

  /// Counts a file as open; first makes it ready, unless it is open already.
  ///
  /// Others who open a store wait meanwhile, so that nobody connects to a file whose header is
  /// being read.
  ///
  /// - Parameter prepare: It is called with a function that tells whether this process has another
  ///   file open.
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
  /// The number of files that a store opens at once, and some more.
  private static let filesOfAStore = 16

  /// A Boolean value that indicates whether this process may open as many files as a store needs.
  ///
  /// SQLite does not say that this is why it could not open one.
  static var canOpenMore: Bool { canOpen(filesOfAStore) }

  /// Returns whether this process may open so many files more.
  ///
  /// This file calls the C library for it.
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
