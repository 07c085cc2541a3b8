internal import Foundation
internal import GRDB

/// Overwriting the bytes of what was forgotten, on the connection that writes.
///
/// `secure_delete` alone does not do it: when SQLite moves rows from a full page to a new one, a
/// copy may stay in the unused middle of the old page. And the full-text indexes only note what was
/// deleted; they keep the words until they merge their segments, so they are built anew from the
/// entries that are left. Then the journal is brought into the file and emptied, and in the file
/// all that is unused is overwritten where it stands (``UnusedBytes``). That takes neither memory
/// nor room on the disk, however large the store is; VACUUM took its size in both.
struct Erasure {
  /// What is left to do, as the row `state` notes it; forgetting notes ``Note/words``, in its
  /// transaction.
  enum Note: Int {
    case nothing = 0
    case words = 1
    /// The full-text indexes are built anew from what was left after the last forgetting.
    case unusedBytes = 2
  }

  private let db: Database
  private let path: String

  /// - Parameter path: Where the store is.
  init(on db: Database, at path: String) { (self.db, self.path) = (db, path) }

  /// Overwrites what was forgotten, if anything is left to do.
  ///
  /// - Throws: `DatabaseError`; with `SQLITE_BUSY` if somebody reads what the journal replaces, or
  ///   writes all the time.
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
        // A file that this program would not make like that is left to SQLite, whatever memory it
        // takes.
        try db.execute(sql: "VACUUM")
        try Self.emptyJournal(db)
        try db.execute(
          sql: "UPDATE state SET unerased = ? WHERE unerased = ?",
          arguments: [Note.nothing.rawValue, Note.unusedBytes.rawValue])
      }
    }
    throw DatabaseError(resultCode: .SQLITE_BUSY)
  }

  /// Each one fails only if another process commits in the moment in which it may, or forgets.
  private static let mostAttempts = 50

  private func note() throws -> Note {
    guard let number = try Int.fetchOne(db, sql: "SELECT unerased FROM state") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return Note(rawValue: number) ?? .words
  }

  /// Builds the full-text indexes anew.
  func remakeWords() throws {
    try db.inTransaction(.immediate) {
      try SearchInsertion.rebuildWordIndexes(db)
      try db.execute(sql: "UPDATE state SET unerased = ?", arguments: [Note.unusedBytes.rawValue])
      return .commit
    }
  }

  /// The number of bytes that may be copied in memory: 16 MiB.
  private static let mostCopied = 16 << 20

  /// Gives room back to the disk, if much of the file is free and copying the rest takes little
  /// memory.
  ///
  /// Otherwise what comes later fills the free pages.
  private func shrinkFile() throws {
    func number(_ pragma: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0 }
    let (pages, free) = (try number("page_count"), try number("freelist_count"))
    guard free > 0, free >= pages / 4, try (pages - free) * number("page_size") <= Self.mostCopied else {
      return
    }
    // On a full disk the journal gives its room back first.
    try Self.emptyJournal(db)
    do {
      try db.execute(sql: "VACUUM")
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_NOMEM
    {
      // The file is as it was.
    }
  }

  /// Overwrites what is unused, and notes that nothing is left to do.
  ///
  /// - Returns: `false`, and nothing was noted, if another process wrote since the journal was
  ///   emptied, or forgot since the words were made anew.
  func overwriteUnusedBytes() throws -> Bool {
    var isDone = false
    // What this connection remembers of pages holds the bytes, and would be written with them.
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

  /// Brings the journal into the file, and empties it.
  ///
  /// SQLite waits for whoever reads, but not for a checkpoint of another process, which any commit
  /// there may begin (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html). So this waits for it:
  /// it is no reason to put an erasure off.
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

  /// Waits for a checkpoint of another process to end, some seconds at most.
  ///
  /// - Returns: Whether nobody reads what the journal replaces: then emptying it is worth another
  ///   attempt.
  private static func outlastCheckpoint(_ db: Database) throws -> Bool {
    for _ in 0..<300 {
      do {
        // A passive checkpoint waits for nobody: that it is busy means one thing only.
        let found = try db.checkpoint(.passive)
        return found.walFrameCount == found.checkpointedFrameCount
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    return false
  }
}
