internal import Files
internal import Foundation
internal import GRDB

/// The file of a store, checked before SQLite may touch it.
///
/// SQLite creates a journal next to any file that it opens, and "recovers" one that it takes for
/// its own. So a foreign or damaged file is refused because of its header, which costs one read of
/// 100 bytes.
package struct StoreFile: Sendable {
  /// The suffixes of the files that SQLite keeps next to a store.
  package static let journals = ["-wal", "-shm", "-journal"]

  /// The absolute path, without links.
  package let path: String
  /// The key that encrypts a new store.
  private let key: StoreKey?

  /// Returns a path without trailing slashes: to the system they denote a folder, and a store is a
  /// file.
  static func withoutSlashes(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  /// Creates the file at a path; relative paths are made absolute and links are followed.
  ///
  /// An absolute path also keeps SQLite from reading a name that begins with `file:` as a URI.
  package init(path: String, key: StoreKey? = nil) {
    self.key = key
    let url = URL(fileURLWithPath: Self.withoutSlashes(path)).resolvingSymlinksInPath()
    // Foundation does not resolve the folder of a missing file either.
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    self.path = folder.appendingPathComponent(url.lastPathComponent).path
  }

  /// Creates the file, or checks that an existing one is a store that this process may use.
  ///
  /// - Parameter isOpen: Returns whether this process has a store open at another path.
  /// - Throws: ``StoreError``; then the file is unchanged.
  func prepare(isOpen: (String) -> Bool) throws(StoreError) {
    try checkNoStoreBeside(isOpen: isOpen)
    if !(try isThere()) { try create() }
    let header = try checkHeader()
    try StoreAccess(file: self).check()
    // A store has a write-ahead log, so a rollback journal is not its own, and SQLite would write
    // it over the store's pages. A store in another journal mode may have one, unless it names a
    // super-journal. SQLite would delete that file, whichever of the user's files it is.
    if header[18] == 2 || namesSuperJournal { try checkNoJournal(["-journal"]) }
  }

  /// A Boolean value that indicates whether the rollback journal ends with the name of a
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

  /// A Boolean value that indicates whether any file exists at the path.
  package var isTaken: Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

  /// Returns the error of this file for a reason.
  package func error(_ reason: StoreError.Reason) -> StoreError {
    StoreError(reason, at: path)
  }

  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Checks that a readable regular file exists.
  ///
  /// - Throws: ``StoreError``.
  package func checkKind() throws(StoreError) {
    guard try isThere() else { throw error(.missing) }
    guard FileManager.default.isReadableFile(atPath: path) else { throw error(.permissionDenied) }
  }

  /// Returns whether the file exists.
  ///
  /// - Throws: ``StoreError`` if it is not a regular file, or if this cannot be determined.
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

  /// Checks that this is a store that this version can read, as far as the header shows.
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
    // If a journal exists, the file may be shorter than its header says: the missing pages are in
    // the journal.
    let journal = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    let expected = Int(header.bigEndian32(at: 28)) * pageSize
    guard size >= expected || (journal ?? 0) > 0 else { throw error(.damaged) }
    guard !Journal.isDamaged(at: path + "-wal", pageSize: pageSize) else {
      throw error(.damagedJournal)
    }
    return header
  }

  /// Returns the size of a page from the header.
  private static func pageSize(_ header: [UInt8]) -> Int {
    let size = Int(header.bigEndian32(at: 16) >> 16)
    return size == 1 ? 65_536 : size
  }

  /// Returns whether the header has the constants of the file format.
  ///
  /// SQLite opens a file of a later version read-only, and takes one with another wrong constant
  /// for no database, but applies its journal in either case.
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

  /// Checks that a new store could be created, as far as its name and the files next to it show.
  ///
  /// - Throws: ``StoreError/Reason/nameOfJournal`` or ``StoreError/Reason/strangeJournal``.
  package func checkPlace() throws(StoreError) {
    guard !hasNameOfJournal else { throw error(.nameOfJournal) }
    try checkNoJournal(["-wal", "-journal"])
  }

  /// A Boolean value that indicates whether SQLite would give this name to a journal of another
  /// store.
  package var hasNameOfJournal: Bool { Self.journals.contains(where: path.hasSuffix) }

  /// Checks that no other store has the name of a journal of this one: SQLite would overwrite it,
  /// and remove it.
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

  /// Returns whether a file is one of our stores, as far as its header shows.
  static func isStore(_ path: String) -> Bool {
    guard PathKind(at: path) == .regularFile else { return false }
    if OpenFiles.isOpen(path) { return true }
    guard let header = ReadOnlyFile(path: path)?.bytes(at: 0, count: 100) else { return false }
    return header.starts(with: "SQLite format 3\0".utf8)
      && header.bigEndian32(at: 68) == UInt32(bitPattern: StoreSchema.applicationIdentifier)
  }

  /// Returns whether a file begins like SQLite's write-ahead logs
  /// (https://sqlite.org/fileformat2.html, section 4.1).
  static func isJournal(_ path: String) -> Bool {
    guard PathKind(at: path) == .regularFile else { return false }
    return ReadOnlyFile(path: path)?.bytes(at: 0, count: 4).map { $0.bigEndian32(at: 0) & ~1 == 0x377F_0682 }
      ?? false
  }

  /// Returns whether a file is an SQLite database, from its first bytes.
  private static func isDatabase(_ path: String) -> Bool {
    ReadOnlyFile(path: path)?.bytes(at: 0, count: 16)?.elementsEqual("SQLite format 3\0".utf8) ?? false
  }

  /// Creates the store; if two processes race, one wins and both use the same file.
  private func create() throws(StoreError) {
    try checkPlace()
    do { try ParentFolder(of: path).create() } catch { throw self.error(.cannotCreate) }
    try StoreAccess(file: self).checkFolder()
    let file = AtomicFile(at: path, access: .ownerOnly, replacing: false)
    defer { file.discard(with: Self.journals) }
    do {
      try file.create()
      try fill(file.draft)
      // SQLite writes the name to the disk with the first commit, and others may open the store
      // from now on.
      try file.commit(durably: false)
    } catch {
      guard !isTaken else { return }  // another process was quicker
      throw self.error(Self.reason(of: error))
    }
  }

  /// Returns the reason why a store could not be created.
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

  /// Checks that no file next to the path would become the journal of a store there.
  ///
  /// - Throws: ``StoreError/Reason/strangeJournal``, with the journal's path.
  package func checkNoJournal(_ suffixes: [String]) throws(StoreError) {
    for suffix in suffixes {
      let size = try? FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int
      guard let size, size > 0 else { continue }
      // A store that another process created just now has a journal of its own.
      if suffix == "-wal", isTaken { return }
      throw StoreError(.strangeJournal, at: path + suffix)
    }
  }

  /// Writes the empty tables.
  ///
  /// No other process knows the file yet, so it needs no journal, and is synchronised once.
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
  /// Creates the store's error for an error number of the system.
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
