internal import Foundation
internal import Synchronization

/// The store files that this process has open.
///
/// POSIX locks belong to a process and a file: when a process closes any descriptor of a file, all its locks on the file go,
/// those of SQLite's connections with them (https://sqlite.org/howtocorrupt.html, section 2.2). Another process would then take
/// itself for the last one that has the store open, and remove the journal that this one goes on writing to. So a header is
/// read only while no connection of this process is open.
enum OpenFiles {
  /// A file, whatever its path.
  fileprivate struct Identity: Hashable {
    let device: Int
    let number: Int
  }

  /// How many logs have each file open.
  private static let counts = Mutex<[Identity: Int]>([:])

  /// Counts a file as open until it is released.
  final class Hold: Sendable {
    private let identity: Mutex<Identity?>

    fileprivate init(_ identity: Identity?) { self.identity = Mutex(identity) }

    /// The file is closed; calling it again changes nothing.
    func release() {
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
      if identity(of: path).flatMap({ counts[$0] }) == nil {
        do throws(StoreError) { try prepare() } catch { return .failure(error) }
      }
      let identity = identity(of: path)
      if let identity { counts[identity, default: 0] += 1 }
      return .success(identity)
    }
    return Hold(try result.get())
  }

  private static func identity(of path: String) -> Identity? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let device = (attributes[.systemNumber] as? NSNumber)?.intValue,
      let number = (attributes[.systemFileNumber] as? NSNumber)?.intValue
    else { return nil }
    return Identity(device: device, number: number)
  }
}
