// DonationStore: Keep donations on disk, and forget them when told.
//
// Start here: a `SQLiteDonationLog` is a `DonationLog` in one file, `StoreSchema` says what is in the file, and a
// `LogImporter` fills a log from a file of JSON Lines.

public import Activities
internal import Foundation
internal import GRDB

/// A donation log in one SQLite file, which several processes may use at once.
///
/// Appended is what is on the disk: a call returns after the commit was synchronised, so that what was acknowledged
/// survives `kill -9` and a power cut. Each donation is kept as its line of the donation log; fields that this version
/// does not know survive, and exporting is printing. Methods throw ``StoreError``, or `CancellationError`.
public final class SQLiteDonationLog: DonationLog {
  /// The absolute path of the file.
  public let path: String
  let pool: DatabasePool
  private let hold: OpenFiles.Hold

  /// Opens the store at a path, and makes it, with its folder, if there is none.
  ///
  /// The file is made with mode 0600, a new folder with 0700. A file that is no store, a damaged one, one of a newer
  /// version or one that others may read is refused and left as it is. Older schemas are brought up to date.
  ///
  /// - Parameters:
  ///   - path: Where it is or shall be.
  ///   - busyTimeout: Seconds to wait while another process writes. A batch of an import takes some 50 ms.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(1), but O(size of the store) if a deletion was interrupted before its bytes were overwritten.
  public init(path: String, busyTimeout: Double = 10) throws(StoreError) {
    let file = StoreFile(path: path)
    hold = try OpenFiles.hold(file.path) { () throws(StoreError) in try file.prepare() }
    self.path = file.path
    do {
      pool = try Connection.open(path: file.path, busyTimeout: busyTimeout)
    } catch {
      throw StoreError(error, at: file.path)
    }
    try finishErasure()
  }

  deinit {
    try? close()
  }

  /// Closes the file; SQLite then removes the journal beside it.
  ///
  /// A log that is not closed is closed when the last reference to it goes. Using it afterwards throws.
  ///
  /// - Throws: ``StoreError``.
  public func close() throws(StoreError) {
    do {
      // First those that only read: if one of them were the last, the journal would stay.
      pool.invalidateReadOnlyConnections()
      try pool.close()
      hold.release()
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Runs a transaction that only reads, on a connection of its own.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do {
      return try await pool.read(body)
    } catch  where error is DatabaseError || error is RowDecodingError {
      throw StoreError(error, at: path)
    }
  }

  /// Runs a transaction that has the store for itself from its first statement on, all or nothing.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do {
      return try await pool.write(body)
    } catch  where error is DatabaseError || error is RowDecodingError {
      throw StoreError(error, at: path)
    }
  }
}

extension SQLiteDonationLog {
  /// The user of a row.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` for a name that nobody can have.
  static func user(named name: String, at path: String) throws(StoreError) -> UserIdentifier {
    guard let user = try? UserIdentifier(name) else { throw StoreError(.damaged, at: path) }
    return user
  }
}

extension StoreError {
  /// What SQLite's answer means for the store.
  init(_ error: any Error, at path: String) {
    if let error = error as? StoreError {
      self = error
      return
    }
    if error is RowDecodingError {
      self.init(.damaged, at: path)
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.database(code: Int(ResultCode.SQLITE_ERROR.rawValue)), at: path)
      return
    }
    let code = Int(error.extendedResultCode.rawValue)
    let reason: Reason =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_CORRUPT: .damaged
      case .SQLITE_NOTADB: .notADatabase
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .permissionDenied
      case .SQLITE_CANTOPEN: .cannotCreate
      case .SQLITE_IOERR: .inputOutput(code: code)
      default: .database(code: code)
      }
    self.init(reason, at: path)
  }
}
