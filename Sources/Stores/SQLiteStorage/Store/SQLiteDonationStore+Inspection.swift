internal import Activities
internal import Files
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Returns whether any file exists at the path of a store; does not create, open or read
  /// anything.
  ///
  /// - Throws: ``StoreError`` if this cannot be determined: ``StoreError/Reason/permissionDenied``
  ///   for a folder that cannot be entered, ``StoreError/Reason/brokenLink`` for a dangling link,
  ///   ``StoreError/Reason/nameTooLong``, or ``StoreError/Reason/inputOutput(code:)`` for any other
  ///   answer of the system.
  /// - Complexity: O(1): one system call.
  public static func exists(path: String) throws(StoreError) -> Bool {
    switch PathKind(at: StoreFile.withoutSlashes(path)) {
    case .nothing: false
    case .folder, .regularFile, .other: true
    case .brokenLink: throw StoreError(.brokenLink, at: path)
    case .refused(let code): throw StoreError(code: code, at: path)
    }
  }

  /// Checks that a new store could be created at a path, as far as its name and the files next to
  /// it show; does not create anything.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Reason/nameOfJournal`` for the name of a journal, or
  ///   ``StoreError/Reason/strangeJournal`` for a journal that belongs to another or removed store.
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

  /// The codes that SQLite returns when the file is not at fault: a closed log, locks that do not
  /// work, an interruption.
  private static let codesBesideTheFile = [
    ResultCode.SQLITE_MISUSE, .SQLITE_PROTOCOL, .SQLITE_INTERRUPT,
  ].map(\.rawValue)

  /// Checks every byte of the store.
  ///
  /// It runs SQLite's own check, and checks that counters are correct, that every line can be read
  /// and agrees with its columns, that the search index agrees with donations and items, and that
  /// checkpoints cover the donations before them.
  ///
  /// - Returns: The problems, empty if there are none. They name rows, not their content.
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
      // The error would recommend this very check.
      guard case .database(let code) = error.reason, !Self.codesBesideTheFile.contains(Int32(code & 0xFF))
      else {
        throw error
      }
      return [.structure("SQLite cannot read the file (code \(code))")]
    }
  }
}

/// A problem in a store.
public enum StoreProblem: Equatable, Sendable {
  /// A problem of pages or indexes that SQLite's integrity check reports.
  case structure(String)
  /// A row of a table refers to a missing user.
  case unknownUser(table: String, row: Int64)
  /// A counter of a user or of the store differs from a count.
  case counter(String)
  /// A line cannot be read, or its columns do not agree with it.
  case unreadable(table: String, row: Int64)
  /// An entry of the search index differs from its donations or its item.
  case searchEntry(row: Int64)
  /// A donation, by its row, makes an activity findable, but the search index has no entry for it.
  case notSearchable(donation: Int64)
  /// The index of words differs from the words of its entries.
  case searchText
  /// The bytes of a checkpoint changed, or it does not cover the donations before it.
  case checkpoint(row: Int64)

  fileprivate var isStructural: Bool {
    if case .structure = self { true } else { false }
  }
}
