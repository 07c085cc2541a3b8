internal import Foundation
internal import GRDB

/// The file of a store, looked at before SQLite may touch it.
///
/// SQLite makes a journal beside whatever it opens and "recovers" what it takes for its own, so a foreign or damaged file
/// is refused on what its header says; that costs one read of 100 bytes.
struct StoreFile {
  let path: String
  /// With what a new store is encrypted.
  private let key: StoreKey?

  /// The file at a path; relative paths are made absolute and links are followed.
  ///
  /// An absolute path also keeps SQLite from reading a name that begins with `file:` as a URI.
  init(path: String, key: StoreKey? = nil) {
    self.key = key
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Makes the file if there is none; else checks that it is a store that this process may use.
  ///
  /// - Throws: ``StoreError``. The file is as it was then.
  func prepare() throws(StoreError) {
    switch try kind() {
    case nil: try create()
    case .typeDirectory: throw error(.isFolder)
    case FileAttributeType.typeRegular: break
    default: throw error(.notARegularFile)
    }
    try checkHeader()
    try StoreAccess(file: self).check()
  }

  /// Whether there is anything at the path.
  var isTaken: Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

  func error(_ reason: StoreError.Reason) -> StoreError {
    StoreError(reason, at: path)
  }

  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Checks that there is a regular file that can be read.
  ///
  /// - Throws: ``StoreError``.
  func checkKind() throws(StoreError) {
    switch try kind() {
    case nil: throw error(.missing)
    case .typeDirectory: throw error(.isFolder)
    case FileAttributeType.typeRegular: break
    default: throw error(.notARegularFile)
    }
    guard FileManager.default.isReadableFile(atPath: path) else { throw error(.permissionDenied) }
  }

  private func kind() throws(StoreError) -> FileAttributeType? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    } catch {
      throw self.error(.permissionDenied)
    }
  }

  private func checkHeader() throws(StoreError) {
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
    // Versions of the format: SQLite takes a file with a later one for one that may not be written.
    guard (1...2).contains(header[18]), (1...2).contains(header[19]) else { throw error(.damaged) }
    // With a journal beside it the file may rightly be shorter than it says: the missing pages are in the journal.
    let journal = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    let pageSize = Int(header.bigEndian32(at: 16) >> 16)
    let expected = Int(header.bigEndian32(at: 28)) * (pageSize == 1 ? 65_536 : pageSize)
    guard size >= expected || (journal ?? 0) > 0 else { throw error(.damaged) }
    guard !Journal.isDamaged(at: path + "-wal", pageSize: pageSize == 1 ? 65_536 : pageSize) else {
      throw error(.damagedJournal)
    }
  }

  private func readHeader() throws(StoreError) -> (header: [UInt8], size: Int) {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let header = try file.read(upToCount: 100) ?? Data()
      return ([UInt8](header), Int(try file.seekToEnd()))
    } catch {
      throw self.error(.inputOutput(code: 0))
    }
  }

  /// Makes the store under another name and then links it to its own: there is either no store or a complete one,
  /// whenever the process is killed, and of two processes that make it at once one wins and both use the same file.
  private func create() throws(StoreError) {
    let files = FileManager.default
    let draft = path + ".new-" + UUID().uuidString
    defer { try? files.removeItem(atPath: draft) }
    do {
      if !files.fileExists(atPath: folder) {
        try files.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw self.error(.cannotCreate)
    }
    try StoreAccess(file: self).checkFolder()
    guard files.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw error(files.isWritableFile(atPath: folder) ? .cannotCreate : .readOnlyFolder)
    }
    do {
      try fill(draft)
      try files.linkItem(atPath: draft, toPath: path)
    } catch {
      guard !files.fileExists(atPath: path) else { return }  // another process was quicker
      throw self.error(.cannotCreate)
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
        if let key { try EncryptionTable.write(EncryptionTable.makeSeal(for: key, at: path), to: db) }
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
