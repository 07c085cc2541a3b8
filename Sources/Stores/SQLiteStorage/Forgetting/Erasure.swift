internal import Foundation
internal import GRDB

/// Overwrites the bytes of forgotten donations, on the connection that writes.
///
/// `secure_delete` alone is not enough: when SQLite moves rows from a full page to a new one, a
/// copy may remain in the unused middle of the old page. And the full-text indexes only mark
/// deletions; they keep the words until they merge their segments, so they are rebuilt from the
/// remaining entries. Then the journal is moved into the file and emptied, and all unused space in
/// the file is overwritten in place (``UnusedBytes``). That needs no disk space and little memory,
/// however large the store is; VACUUM needed the size of the store in both.
struct Erasure {
  /// The pending work, as recorded in the row of `state`; forgetting records ``Note/words`` in its
  /// transaction.
  enum Note: Int {
    case nothing = 0
    case words = 1
    /// The full-text indexes have been rebuilt since the last forgetting.
    case unusedBytes = 2
  }

  private let db: Database
  private let path: String

  /// - Parameter path: The path of the store.
  init(on db: Database, at path: String) { (self.db, self.path) = (db, path) }

  /// Overwrites the forgotten bytes, if any work is pending.
  ///
  /// - Throws: `DatabaseError`; with `SQLITE_BUSY` if a process reads pages that the journal
  ///   replaces, or keeps writing.
  func run() throws {
    for _ in 0..<Self.mostAttempts {
      switch try note() {
      case .nothing: return
      case .words: try remakeWords()
      case .unusedBytes: break
      }
      try shrinkFile()
      try Self.emptyJournal(db)
      do {
        if try overwriteUnusedBytes() { return }
      } catch is UnusedBytes.Unclear {
        // A file with a layout that this program does not produce is left to SQLite, whatever
        // memory that needs.
        try db.execute(sql: "VACUUM")
        try Self.emptyJournal(db)
        try db.execute(
          sql: "UPDATE state SET unerased = ? WHERE unerased = ?",
          arguments: [Note.nothing.rawValue, Note.unusedBytes.rawValue])
      }
    }
    throw DatabaseError(resultCode: .SQLITE_BUSY)
  }

  /// An attempt fails only if another process commits or forgets at that very moment.
  private static let mostAttempts = 50

  private func note() throws -> Note {
    guard let number = try Int.fetchOne(db, sql: "SELECT unerased FROM state") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return Note(rawValue: number) ?? .words
  }

  /// Rebuilds the full-text indexes.
  func remakeWords() throws {
    try db.inTransaction(.immediate) {
      try SearchInsertion.rebuildWordIndexes(db)
      try db.execute(sql: "UPDATE state SET unerased = ?", arguments: [Note.unusedBytes.rawValue])
      return .commit
    }
  }

  /// The maximum number of bytes to copy in memory: 16 MiB.
  private static let mostCopied = 16 << 20

  /// Returns space to the disk, if much of the file is free and copying the rest needs little
  /// memory.
  ///
  /// Otherwise later rows fill the free pages.
  private func shrinkFile() throws {
    func number(_ pragma: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0 }
    let (pages, free) = (try number("page_count"), try number("freelist_count"))
    guard free > 0, free >= pages / 4, try (pages - free) * number("page_size") <= Self.mostCopied else {
      return
    }
    // On a full disk the journal returns its space first.
    try Self.emptyJournal(db)
    do {
      try db.execute(sql: "VACUUM")
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_NOMEM
    {
      // The file is unchanged.
    }
  }

  /// Overwrites the unused bytes, and records that no work is pending.
  ///
  /// - Returns: `false`, with nothing recorded, if another process wrote since the journal was
  ///   emptied, or forgot since the words were rebuilt.
  func overwriteUnusedBytes() throws -> Bool {
    var isDone = false
    // The pages in this connection's cache have the old bytes, and would be written with them.
    defer { try? db.execute(sql: "PRAGMA shrink_memory") }
    try db.inTransaction(.immediate) {
      guard try journalIsEmpty(), try note() == .unusedBytes else { return .rollback }
      try UnusedBytes(of: db).overwrite()
      try db.execute(sql: "PRAGMA shrink_memory")
      try db.execute(sql: "UPDATE state SET unerased = ?", arguments: [Note.nothing.rawValue])
      isDone = true
      return .commit
    }
    return isDone
  }

  private func journalIsEmpty() throws -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0 == 0
  }

  /// Moves the journal into the file and empties it.
  ///
  /// SQLite waits for readers, but not for a checkpoint of another process, which any commit there
  /// may start (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html). So this function waits for
  /// it: a checkpoint is not a reason to delay an erasure.
  static func emptyJournal(_ db: Database) throws {
    var attempts = 3
    while true {
      do {
        try db.checkpoint(.truncate)
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempts > 0 {
        attempts -= 1
        guard try outlastCheckpoint(db) else { throw error }
      }
    }
  }

  /// Waits a few seconds at most for another process's checkpoint to end.
  ///
  /// - Returns: Whether nobody reads pages that the journal replaces, so that another attempt to
  ///   empty it makes sense.
  private static func outlastCheckpoint(_ db: Database) throws -> Bool {
    for _ in 0..<300 {
      do {
        // A passive checkpoint waits for nobody, so busy means that another checkpoint is running.
        let found = try db.checkpoint(.passive)
        return found.walFrameCount == found.checkpointedFrameCount
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    return false
  }
}
