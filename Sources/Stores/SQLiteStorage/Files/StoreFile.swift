internal import Files
internal import Foundation
internal import GRDB

/// The file of a store, looked at before SQLite may touch it.
///
/// SQLite makes a journal beside whatever it opens and "recovers" what it takes for its own, so a
/// foreign or damaged file is refused on what its header says; that costs one read of 100 bytes.
package struct StoreFile: Sendable {
  /// The endings that SQLite puts behind a store's name for the files that it keeps beside it.
  package static let journals = ["-wal", "-shm", "-journal"]

  /// The absolute path, without links.
  package let path: String
  /// The key with which a new store is encrypted.
  private let key: StoreKey?

  /// A path without the slashes at its end: to the system they name a folder, and a store is a
  /// file, whoever asks.
  static func withoutSlashes(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  /// The file at a path; relative paths are made absolute and links are followed.
  ///
  /// An absolute path also keeps SQLite from reading a name that begins with `file:` as a URI.
  package init(path: String, key: StoreKey? = nil) {
    self.key = key
    let url = URL(fileURLWithPath: Self.withoutSlashes(path)).resolvingSymlinksInPath()
    // Of what is not there yet Foundation does not resolve the folder either.
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    self.path = folder.appendingPathComponent(url.lastPathComponent).path
  }

  /// Makes the file if there is none; else checks that it is a store that this process may use.
  ///
  /// - Parameter isOpen: Tells whether this process has a store open at another path.
  /// - Throws: ``StoreError``. The file is as it was then.
  func prepare(isOpen: (String) -> Bool) throws(StoreError) {
    try checkNoStoreBeside(isOpen: isOpen)
    if !(try isThere()) { try create() }
    let header = try checkHeader()
    try StoreAccess(file: self).check()
    // A store has a write-ahead log: a rollback journal is not its own, and SQLite would write it
    // over the store's pages. One in another journal mode may have one, unless that names a
    // super-journal, which SQLite would delete, whatever file of the user it is.
    if header[18] == 2 || namesSuperJournal { try checkNoJournal(["-journal"]) }
  }

  /// A Boolean value that indicates whether the rollback journal ends as one does that names a
  /// super-journal (https://sqlite.org/fileformat2.html, section 3).
  private var namesSuperJournal: Bool {
    let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    guard PathKind(at: path + "-journal") == .regularFile,
      let handle = FileHandle(forReadingAtPath: path + "-journal")
    else { return false }
    defer { try? handle.close() }
    guard let end = try? handle.seekToEnd(), end >= mark.count else { return false }
    let place = Int(end) - mark.count
    return (try? PositionedRead.bytes(of: handle.fileDescriptor, at: place, count: mark.count)) == mark
  }

  /// A Boolean value that indicates whether there is anything at the path.
  package var isTaken: Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

  /// The error of this file for a reason.
  package func error(_ reason: StoreError.Reason) -> StoreError {
    StoreError(reason, at: path)
  }

  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Checks that there is a regular file that can be read.
  ///
  /// - Throws: ``StoreError``.
  package func checkKind() throws(StoreError) {
    guard try isThere() else { throw error(.missing) }
    guard FileManager.default.isReadableFile(atPath: path) else { throw error(.permissionDenied) }
  }

  /// Returns whether there is a file.
  ///
  /// - Throws: ``StoreError`` if there is something else, or that cannot be told.
  private func isThere() throws(StoreError) -> Bool {
    switch PathKind(at: path) {
    case .nothing: return false
    case .regularFile: return true
    case .folder: throw error(.isFolder)
    case .other: throw error(.notARegularFile)
    case .brokenLink: throw error(.brokenLink)
    case .refused(let code): throw StoreError(code: code, at: path)
    }
  }

  /// Checks that this is a store that this version reads, as far as the header tells.
  ///
  /// - Returns: The header.
  private func checkHeader() throws(StoreError) -> [UInt8] {
    guard FileManager.default.isReadableFile(atPath: path) else { throw error(.permissionDenied) }
    let (header, size) = try readHeader()
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw error(.notADatabase)
    }
    guard header.bigEndian32(at: 68) == UInt32(bitPattern: StoreSchema.applicationIdentifier) else {
      throw error(.foreign)
    }
    let found = Int(header.bigEndian32(at: 60))
    guard found <= StoreSchema.version else {
      throw error(.newerSchema(found: found, known: StoreSchema.version))
    }
    let pageSize = Self.pageSize(header)
    guard Self.isInFormat(header, pageSize: pageSize) else { throw error(.damaged) }
    // With a journal beside it the file may rightly be shorter than it says: the missing pages are
    // in the journal.
    let journal = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    let expected = Int(header.bigEndian32(at: 28)) * pageSize
    guard size >= expected || (journal ?? 0) > 0 else { throw error(.damaged) }
    guard !Journal.isDamaged(at: path + "-wal", pageSize: pageSize) else {
      throw error(.damagedJournal)
    }
    return header
  }

  /// The bytes of a page, as the header says.
  private static func pageSize(_ header: [UInt8]) -> Int {
    let size = Int(header.bigEndian32(at: 16) >> 16)
    return size == 1 ? 65_536 : size
  }

  /// Returns whether the header's constants are what every file in the format has: SQLite takes one
  /// with a later version for one that may not be written, and with another constant for no
  /// database, and brings what is in the journal into it all the same.
  ///
  /// Source: "Database File Format", section 1.3, on sqlite.org.
  private static func isInFormat(_ header: [UInt8], pageSize: Int) -> Bool {
    let payloadFractions: [UInt8] = [64, 32, 32]
    return Journal.isPageSize(pageSize) && pageSize - Int(header[20]) >= 480 && (1...2).contains(header[18])
      && (1...2).contains(header[19]) && header[21..<24].elementsEqual(payloadFractions)
  }

  private func readHeader() throws(StoreError) -> (header: [UInt8], size: Int) {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let header = try file.read(upToCount: 100) ?? Data()
      return ([UInt8](header), Int(try file.seekToEnd()))
    } catch {
      throw self.error(OpenFiles.canOpenMore ? .inputOutput(code: 0) : .tooManyFiles)
    }
  }

  /// Checks that a store can be made where there is none, as far as names and what lies beside it
  /// tell.
  ///
  /// - Throws: ``StoreError/Reason/nameOfJournal`` or ``StoreError/Reason/strangeJournal``.
  package func checkPlace() throws(StoreError) {
    guard !hasNameOfJournal else { throw error(.nameOfJournal) }
    try checkNoJournal(["-wal", "-journal"])
  }

  /// A Boolean value that indicates whether SQLite would give this name to a journal of a store
  /// beside it.
  package var hasNameOfJournal: Bool { Self.journals.contains(where: path.hasSuffix) }

  /// Makes sure that no other store has the name of a journal of this one: SQLite would write over
  /// it, and remove it.
  ///
  /// - Throws: ``StoreError/Reason/strangeJournal``, with the other store's path.
  private func checkNoStoreBeside(isOpen: (String) -> Bool) throws(StoreError) {
    for journal in Self.journals {
      let other = path + journal
      // The bytes of a store that is open must not be read: see `OpenFiles`.
      guard PathKind(at: other) == .regularFile, isOpen(other) || Self.isDatabase(other) else { continue }
      throw StoreError(.strangeJournal, at: other)
    }
  }

  /// Returns whether there is a store of ours at a path, as far as its header tells.
  static func isStore(_ path: String) -> Bool {
    guard PathKind(at: path) == .regularFile else { return false }
    if OpenFiles.isOpen(path) { return true }
    guard let header = ReadOnlyFile(path: path)?.bytes(at: 0, count: 100) else { return false }
    return header.starts(with: "SQLite format 3\0".utf8)
      && header.bigEndian32(at: 68) == UInt32(bitPattern: StoreSchema.applicationIdentifier)
  }

  /// Returns whether a file begins as SQLite's write-ahead logs do
  /// (https://sqlite.org/fileformat2.html, section 4.1).
  static func isJournal(_ path: String) -> Bool {
    guard PathKind(at: path) == .regularFile else { return false }
    return ReadOnlyFile(path: path)?.bytes(at: 0, count: 4).map { $0.bigEndian32(at: 0) & ~1 == 0x377F_0682 }
      ?? false
  }

  /// Returns whether a file is an SQLite database, by its first bytes.
  private static func isDatabase(_ path: String) -> Bool {
    ReadOnlyFile(path: path)?.bytes(at: 0, count: 16)?.elementsEqual("SQLite format 3\0".utf8) ?? false
  }

  /// Makes the store; of two processes that make it at once one wins and both use the same file.
  private func create() throws(StoreError) {
    try checkPlace()
    do { try ParentFolder(of: path).create() } catch { throw self.error(.cannotCreate) }
    try StoreAccess(file: self).checkFolder()
    let file = AtomicFile(at: path, access: .ownerOnly, replacing: false)
    defer { file.discard(with: Self.journals) }
    do {
      try file.create()
      try fill(file.draft)
      // SQLite takes the name to the disk with the first commit, and others may open the store from
      // now on.
      try file.commit(durably: false)
    } catch {
      guard !isTaken else { return }  // another process was quicker
      throw self.error(Self.reason(of: error))
    }
  }

  /// The reason why a store could not be made.
  private static func reason(of error: any Error) -> StoreError.Reason {
    switch error {
    case AtomicFile.Problem.refused(code: EACCES), AtomicFile.Problem.refused(code: EROFS): .readOnlyFolder
    case AtomicFile.Problem.refused(code: ENAMETOOLONG): .nameTooLong
    case AtomicFile.Problem.refused(code: ENOSPC), AtomicFile.Problem.refused(code: EDQUOT): .diskFull
    case AtomicFile.Problem.refused(code: EMFILE), AtomicFile.Problem.refused(code: ENFILE): .tooManyFiles
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL: .diskFull
    case let error as DatabaseError where error.resultCode == .SQLITE_NOMEM: .outOfMemory
    default: OpenFiles.canOpenMore ? .cannotCreate : .tooManyFiles
    }
  }

  /// Makes sure that nothing lies beside the path that SQLite would take for the journal of a store
  /// there.
  ///
  /// - Throws: ``StoreError/Reason/strangeJournal``, with the journal's path.
  package func checkNoJournal(_ suffixes: [String]) throws(StoreError) {
    for suffix in suffixes {
      let size = try? FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int
      guard let size, size > 0 else { continue }
      // A store that another process made just now has a journal of its own.
      if suffix == "-wal", isTaken { return }
      throw StoreError(.strangeJournal, at: path + suffix)
    }
  }

  /// Writes the empty tables.
  ///
  /// Nobody else knows the file yet, so it needs no journal, and is synchronised once.
  private func fill(_ draft: String) throws {
    let queue = try DatabaseQueue(path: draft, configuration: Connection.configuration())
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try db.inTransaction {
        try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationIdentifier)")
        try Connection.migrate(db)
        if let key { try EncryptionTable.write(EncryptionTable.makeCipher(for: key, at: path), to: db) }
        return .commit
      }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try queue.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: draft))
    try file.synchronize()
    try file.close()
  }
}

extension StoreError {
  /// Creates the error that an error number of the system means for the store.
  init(code: Int32, at path: String) {
    let reason: Reason =
      switch code {
      case EACCES, EPERM: .permissionDenied
      case ENAMETOOLONG: .nameTooLong
      default: .inputOutput(code: 0)
      }
    self.init(reason, at: path)
  }
}
