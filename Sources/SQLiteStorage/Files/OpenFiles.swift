internal import Foundation
internal import Synchronization

/// The store files that this process has open.
///
/// POSIX locks belong to a process and a file: when a process closes any descriptor of a file, all its locks on the file go,
/// those of SQLite's connections with them (https://sqlite.org/howtocorrupt.html, section 2.2). Another process would then take
/// itself for the last one that has the store open, and remove the journal that this one goes on writing to. So a header is
/// read only while no connection of this process is open.
package enum OpenFiles {
  /// A file, whatever its path.
  fileprivate struct Identity: Hashable {
    let device: Int
    let number: Int
  }

  /// The number of stores that have each file open; less than 0: somebody reads the file itself.
  private static let counts = Mutex<[Identity: Int]>([:])

  /// Counts a file as open until it is released.
  package final class Hold: Sendable {
    private let identity: Mutex<Identity?>

    fileprivate init(_ identity: Identity?) { self.identity = Mutex(identity) }

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
  /// Others who open a store wait meanwhile, so that nobody connects to a file whose header is being read.
  static func hold(_ path: String, preparing prepare: () throws(StoreError) -> Void) throws(StoreError)
    -> Hold
  {
    let result: Result<Identity?, StoreError> = counts.withLock { counts in
      if let found = identity(of: path), counts[found] ?? 0 < 0 {
        return .failure(StoreError(.busy, at: path))
      }
      if identity(of: path).flatMap({ counts[$0] }) == nil {
        do throws(StoreError) { try prepare() } catch { return .failure(error) }
      }
      let identity = identity(of: path)
      if let identity { counts[identity, default: 0] += 1 }
      return .success(identity)
    }
    return Hold(try result.get())
  }

  /// Keeps this process from opening a file while its bytes are read.
  ///
  /// - Throws: ``StoreError/Reason/busy`` if it is open.
  package static func holdClosed(_ path: String) throws(StoreError) -> Hold {
    let identity = identity(of: path)
    let isFree = counts.withLock { counts in
      guard let identity else { return true }
      guard counts[identity] == nil else { return false }
      counts[identity] = -1
      return true
    }
    guard isFree else { throw StoreError(.busy, at: path) }
    return Hold(identity)
  }

  private static func identity(of path: String) -> Identity? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let device = (attributes[.systemNumber] as? NSNumber)?.intValue,
      let number = (attributes[.systemFileNumber] as? NSNumber)?.intValue
    else { return nil }
    return Identity(device: device, number: number)
  }
}

extension OpenFiles {
  /// The number of files that a store opens at once, and some more.
  private static let descriptors = 16

  /// A Boolean value that indicates whether this process may open as many files as a store needs.
  ///
  /// SQLite does not say that this is why it could not open one. This file calls the C library for it.
  static var canOpenMore: Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<descriptors {
      let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }
}
