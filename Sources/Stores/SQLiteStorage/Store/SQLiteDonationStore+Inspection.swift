internal import Activities
internal import Files
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Returns whether there is anything where a store would lie: nothing is made, opened or read.
  ///
  /// - Throws: ``StoreError`` if that cannot be told: ``StoreError/Reason/permissionDenied`` for a
  ///   folder that may not be entered, ``StoreError/Reason/brokenLink`` for a link that leads
  ///   nowhere, ``StoreError/Reason/nameTooLong``, or ``StoreError/Reason/inputOutput(code:)`` for
  ///   whatever else the system answers.
  /// - Complexity: O(1): one call of the system.
  public static func exists(path: String) throws(StoreError) -> Bool {
    switch PathKind(at: StoreFile.withoutSlashes(path)) {
    case .nothing: false
    case .folder, .regularFile, .other: true
    case .brokenLink: throw StoreError(.brokenLink, at: path)
    case .refused(let code): throw StoreError(code: code, at: path)
    }
  }

  /// Checks that a store could be made at a path where there is none, as far as its name and what
  /// lies beside it tell; makes nothing.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Reason/nameOfJournal`` for a name that journals have,
  ///   or ``StoreError/Reason/strangeJournal`` for a journal that was left there by another store,
  ///   or by one that was removed.
  package static func checkPlace(path: String) throws(StoreError) {
    try StoreFile(path: path).checkPlace()
  }

  /// Returns the facts about the store and its contents.
  ///
  /// - Complexity: O(users · log of the store).
  public func information() async throws -> StoreInformation {
    let (path, cipher) = (path, cipher)
    let synchronous = try await connectionThatWrites { db in
      try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0
    }
    return try await read { db in
      let file = try FileManager.default.attributesOfItem(atPath: path)
      let journal = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
      return StoreInformation(
        path: path, fileSize: (file[.size] as? NSNumber)?.intValue ?? 0,
        journalSize: (journal?[.size] as? NSNumber)?.intValue ?? 0,
        mode: (file[.posixPermissions] as? NSNumber)?.intValue ?? 0,
        schemaVersion: try Connection.version(of: db),
        sqliteVersion: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "",
        journalMode: try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "",
        synchronous: synchronous,
        erasureIsDue: try Bool.fetchOne(db, sql: "SELECT unerased FROM state") ?? false,
        checkpoints: try Int.fetchOne(db, sql: "SELECT count(*) FROM checkpoint") ?? 0,
        users: try Self.informationByUser(in: db, cipher), isEncrypted: !cipher.isPlain)
    }
  }

  private static func informationByUser(in db: Database, _ cipher: RowCipher) throws -> [StoreInformation
    .User]
  {
    try Row.fetchAll(
      db,
      sql: """
        SELECT name, donations, feedback, (SELECT min(time) FROM donation WHERE user = number),
          (SELECT max(time) FROM donation WHERE user = number)
        FROM user
        """
    ).map {
      StoreInformation.User(
        user: try cipher.userIdentifier(in: $0[0]), donations: try $0.count(1), feedback: try $0.count(2),
        first: try $0[3], last: try $0[4])
    }.sorted { $0.user < $1.user }
  }

  private func connectionThatWrites<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await pool.writeWithoutTransaction(body)
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }

  /// The codes that SQLite returns where the file is not at fault: a log that is closed, locks that
  /// do not work, an interruption.
  private static let codesBesideTheFile = [
    ResultCode.SQLITE_MISUSE, .SQLITE_PROTOCOL, .SQLITE_INTERRUPT,
  ].map(\.rawValue)

  /// Looks at every byte of the store: SQLite's own check, the counters, and whether every line can
  /// be read and says what its columns say; whether the search index says what donations and items
  /// say; and whether checkpoints cover the donations before them.
  ///
  /// - Returns: What is wrong, none of it if the list is empty. It names rows, not what is in them.
  /// - Complexity: O(store).
  public func integrityProblems() async throws -> [StoreProblem] {
    let cipher = cipher
    do {
      let problems = try await read { db in try IntegrityCheck(db: db, cipher: cipher).run() }
      if problems.contains(where: \.isStructural) { return problems }
      let isIntact = try await connectionThatWrites { db in try SearchCheck.isIndexOfWordsIntact(db) }
      return isIntact ? problems : problems + [.searchText]
    } catch let error as StoreError where error.reason == .damaged {
      return [.structure("SQLite cannot follow the pages of the file")]
    } catch let error as StoreError {
      // This check is what the error would send to.
      guard case .database(let code) = error.reason, !Self.codesBesideTheFile.contains(Int32(code & 0xFF))
      else {
        throw error
      }
      return [.structure("SQLite cannot read the file (code \(code))")]
    }
  }
}

/// Something that is wrong in a store.
public enum StoreProblem: Equatable, Sendable {
  /// A problem of pages or indexes that SQLite's integrity check reports.
  case structure(String)
  /// A row of a table refers to a user that is not there.
  case unknownUser(table: String, row: Int64)
  /// A counter of a user or of the store differs from a count.
  case counter(String)
  /// A line cannot be read, or its columns say something else.
  case unreadable(table: String, row: Int64)
  /// An entry of the search index differs from the donations or the item that it was made from.
  case searchEntry(row: Int64)
  /// A donation, by its row, makes an activity findable that has no entry in the search index.
  case notSearchable(donation: Int64)
  /// The index of words differs from the words of its entries.
  case searchText
  /// The bytes of a checkpoint are not those that were saved, or it does not cover the donations
  /// before it.
  case checkpoint(row: Int64)

  fileprivate var isStructural: Bool {
    if case .structure = self { true } else { false }
  }
}
