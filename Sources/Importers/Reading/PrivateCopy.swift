internal import Files
internal import Foundation

/// A copy of a database in a folder that nobody else may look into, and which goes with it.
///
/// The program that the database belongs to may be running. What it has not moved into the file yet stands in the write-ahead log
/// (`-wal`), or what it is about to take back in the journal (`-journal`): they are copied, too. The shared memory (`-shm`) is not; SQLite
/// makes it anew. If the file itself is changed meanwhile, or the log begun anew, the copies do not fit, and are made again.
final class PrivateCopy {
  /// The path of the copy.
  let path: String
  /// A Boolean value that indicates whether there is a journal, of which the copy has to be recovered.
  private(set) var hasJournal = false

  private let folder: URL

  /// How often it is tried while somebody writes.
  private static let attempts = 5
  private static let pieceSize = 1 << 20
  private static let prefix = "hunch-history-"

  init(of source: String) throws(HistoryError) {
    let temporary = FileManager.default.temporaryDirectory
    Self.removeForsaken(in: temporary)
    folder = temporary.appending(
      path: "\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
    path = folder.appending(path: "history").path
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch { throw HistoryError(.cannotCopy, at: source) }
    do throws(HistoryError) { try copy(source) } catch {
      remove()
      throw error
    }
  }

  deinit { remove() }

  /// Removes the folder; what has the files open can go on reading them.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func copy(_ source: String) throws(HistoryError) {
    for _ in 0..<Self.attempts {
      let (stamp, log) = (Stamp(source), Self.logHeader(of: source))
      try copy(source, to: path)
      let hasLog = try copyIfPresent(source + "-wal", to: path + "-wal")
      hasJournal = try copyIfPresent(source + "-journal", to: path + "-journal")
      if stamp == Stamp(source), log == Self.logHeader(of: source), hasLog == (log != nil) { return }
    }
    throw HistoryError(.changing, at: source)
  }

  private func copyIfPresent(_ source: String, to target: String) throws(HistoryError) -> Bool {
    try? FileManager.default.removeItem(atPath: target)
    guard let size = Stamp(source)?.size, size > 0 else { return false }
    do throws(HistoryError) { try copy(source, to: target) } catch {
      if error.reason == .notFound { return false }
      throw error
    }
    return true
  }

  /// Copies a file piece by piece.
  private func copy(_ source: String, to target: String) throws(HistoryError) {
    guard let input = FileHandle(forReadingAtPath: source) else {
      throw HistoryError(PathKind(at: source) == .nothing ? .notFound : .notPermitted, at: source)
    }
    defer { try? input.close() }
    guard
      FileManager.default.createFile(
        atPath: target, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: target)
    else { throw HistoryError(.cannotCopy, at: source) }
    defer { try? output.close() }
    var place = 0
    while true {
      let piece: [UInt8]
      do {
        piece = try PositionedRead.bytes(of: input.fileDescriptor, at: place, count: Self.pieceSize)
      } catch { throw HistoryError(.unreadable, at: source) }
      guard !piece.isEmpty else { return }
      do { try output.write(contentsOf: piece) } catch {
        let code = (error as NSError).code
        let isFull =
          code == CocoaError.Code.fileWriteOutOfSpace.rawValue || code == Int(ENOSPC) || code == Int(EDQUOT)
        throw HistoryError(isFull ? .noRoom : .cannotCopy, at: source)
      }
      place += piece.count
    }
  }

  /// The first bytes of the write-ahead log, which are other ones as soon as it is begun anew; `nil` if there is none with content.
  private static func logHeader(of source: String) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: source + "-wal") else { return nil }
    defer { try? handle.close() }
    let header = try? PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: 32)
    return header.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Removes what is left of processes that were killed between making a copy and opening it.
  private static func removeForsaken(in temporary: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = pid_t(number), kill(process, 0) != 0, errno == ESRCH else { continue }
      // A folder of another user is not removed by this: it may not be.
      try? FileManager.default.removeItem(at: temporary.appending(path: name))
    }
  }

  /// What changes when a file is written to.
  private struct Stamp: Equatable {
    let size: Int
    let modified: Date?
    let number: Int?

    init?(_ path: String) {
      let real = (path as NSString).resolvingSymlinksInPath
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: real) else { return nil }
      size = (attributes[.size] as? NSNumber)?.intValue ?? 0
      modified = attributes[.modificationDate] as? Date
      number = (attributes[.systemFileNumber] as? NSNumber)?.intValue
    }
  }
}
