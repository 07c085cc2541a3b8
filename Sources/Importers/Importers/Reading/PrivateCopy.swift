internal import CPrivateCopy
internal import Files
internal import Foundation

/// A copy of a database whose files have no name, so that nobody else can open them and they
/// disappear with the process, however it ends.
///
/// The program that owns the database may be running. Changes that it has not moved into the file
/// yet are in the write-ahead log (`-wal`), and changes that it may roll back are in the journal
/// (`-journal`), so both are copied. The shared memory (`-shm`) is not; SQLite creates it again. If
/// the file changes meanwhile, or the log is restarted, the copies do not match, and are made
/// again.
///
/// The files are untrusted, and SQLite follows their content. It opens the copy through a VFS
/// (``vfs``) in which only the copy's files exist. A journal may name a super-journal, which SQLite
/// would look for and delete, so the copied journal names none.
@safe final class PrivateCopy {
  private let copy: OpaquePointer
  private let source: String

  /// The maximum number of copies made while another program writes.
  private static let attempts = 5
  private static let pieceSize = 1 << 20
  /// The last bytes of a journal that names a super-journal (https://sqlite.org/fileformat2.html,
  /// section 3).
  private static let superJournalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// Copies a database.
  ///
  /// - Parameters:
  ///   - source: The path of the database.
  ///   - temporary: The maximum size in bytes of SQLite's temporary files for queries; they have no
  ///     name either.
  init(of source: String, temporary: Int) throws(HistoryError) {
    let folder = ProcessInfo.processInfo.environment.temporaryFolder
    guard let copy = unsafe hunch_copy_create(folder, Int64(temporary)) else {
      throw HistoryError(Self.reason(code: errno), at: source)
    }
    unsafe self.copy = copy
    self.source = source
    try copyWhole()
  }

  deinit { unsafe hunch_copy_free(copy) }

  /// The name of SQLite's VFS with the copy.
  var vfs: String { unsafe String(cString: hunch_copy_vfs(copy)) }
  /// The name of the database in the VFS.
  var name: String { unsafe String(cString: hunch_copy_name(copy)) }
  /// The number of bytes that SQLite has read and written.
  var moved: Int { Int(unsafe hunch_copy_moved(copy)) }
  /// A Boolean value that indicates whether SQLite exceeded the size of temporary files.
  var isOverLimit: Bool { unsafe hunch_copy_is_over(copy) != 0 }
  /// The number of bytes of the database and its write-ahead log.
  var size: Int {
    [hunch_copy_database, hunch_copy_log].map { Int((try? file($0).seekToEnd()) ?? 0) }.reduce(0, +)
  }

  private func copyWhole() throws(HistoryError) {
    for _ in 0..<Self.attempts {
      let (stamp, log) = (Stamp(source), Self.logHeader(of: source))
      try copy(source, to: hunch_copy_database)
      let hasLog = try copyIfPresent(log == nil ? "" : source + "-wal", to: hunch_copy_log)
      if try copyIfPresent(source + "-journal", to: hunch_copy_journal) { try cutSuperJournal() }
      if stamp == Stamp(source), log == Self.logHeader(of: source), hasLog == (log != nil) { return }
    }
    throw HistoryError(.changing, at: source)
  }

  /// Removes the mark with which a journal names a super-journal.
  ///
  /// Without it SQLite always rolls back the transaction, which restores the database before it.
  private func cutSuperJournal() throws(HistoryError) {
    let file = file(hunch_copy_journal)
    do {
      let end = try file.seekToEnd()
      guard end >= Self.superJournalMark.count else { return }
      let start = end - UInt64(Self.superJournalMark.count)
      try file.seek(toOffset: start)
      guard try file.readToEnd().map({ $0.elementsEqual(Self.superJournalMark) }) == true else { return }
      try file.seek(toOffset: start)
      try file.write(contentsOf: [UInt8](repeating: 0, count: Self.superJournalMark.count))
    } catch { throw Self.error(error, at: source) }
  }

  private func file(_ part: some BinaryInteger) -> FileHandle {
    FileHandle(
      fileDescriptor: unsafe hunch_copy_descriptor(copy, Int32(clamping: part)), closeOnDealloc: false)
  }

  private func copyIfPresent(_ source: String, to part: some BinaryInteger) throws(HistoryError) -> Bool {
    do { try file(part).truncate(atOffset: 0) } catch { throw HistoryError(.cannotCopy, at: source) }
    // A link may lead to an endless device.
    guard PathKind(at: source) == .regularFile, let size = Stamp(source)?.size, size > 0 else { return false }
    do throws(HistoryError) { try copy(source, to: part) } catch {
      if error.reason == .notFound { return false }
      throw error
    }
    return true
  }

  /// Copies a file piece by piece.
  private func copy(_ source: String, to part: some BinaryInteger) throws(HistoryError) {
    guard FileExtent(at: source)?.isMostlyHoles != true else { throw HistoryError(.tooCostly, at: source) }
    guard let input = FileHandle(forReadingAtPath: source) else {
      throw HistoryError(PathKind(at: source) == .nothing ? .notFound : .notPermitted, at: source)
    }
    defer { try? input.close() }
    let output = file(part)
    do { try output.truncate(atOffset: 0) } catch { throw HistoryError(.cannotCopy, at: source) }
    var place = 0
    while true {
      let piece: [UInt8]
      do {
        piece = try PositionedRead.bytes(of: input.fileDescriptor, at: place, count: Self.pieceSize)
      } catch { throw HistoryError(.unreadable, at: source) }
      guard !piece.isEmpty else { return }
      do { try output.write(contentsOf: piece) } catch { throw Self.error(error, at: source) }
      place += piece.count
    }
  }

  private static func error(_ error: any Error, at source: String) -> HistoryError {
    let code = (error as NSError).code
    return HistoryError(
      code == CocoaError.Code.fileWriteOutOfSpace.rawValue ? .noRoom : reason(code: Int32(clamping: code)),
      at: source)
  }

  private static func reason(code: Int32) -> HistoryError.Reason {
    code == ENOSPC || code == EDQUOT ? .noRoom : .cannotCopy
  }

  /// The first bytes of a write-ahead log (https://sqlite.org/fileformat2.html, section 4.1).
  private static let logMarks: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]

  /// The first bytes of the write-ahead log, which change when it is restarted; `nil` without a
  /// valid log.
  static func logHeader(of source: String) -> [UInt8]? {
    // Opening a pipe would wait for a writer.
    guard PathKind(at: source + "-wal") == .regularFile,
      let handle = FileHandle(forReadingAtPath: source + "-wal")
    else { return nil }
    defer { try? handle.close() }
    let header = try? PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: 32)
    return header.flatMap { logMarks.contains(Array($0.prefix(4))) ? $0 : nil }
  }

  /// The attributes that change when a file is written to.
  private struct Stamp: Equatable {
    let size: Int
    let modified: Date?
    let number: Int?

    init?(_ path: String) {
      let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: real) else { return nil }
      size = (attributes[.size] as? NSNumber)?.intValue ?? 0
      modified = attributes[.modificationDate] as? Date
      number = (attributes[.systemFileNumber] as? NSNumber)?.intValue
    }
  }
}
