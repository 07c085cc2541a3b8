public import Activities

/// The facts about a store, for administration.
public struct StoreInformation: Equatable, Sendable {
  /// The absolute path of the file.
  public let path: String
  /// The size of the file in bytes.
  public let fileSize: Int
  /// The size of the journal in bytes; 0 if there is none.
  public let journalSize: Int
  /// The permissions of the file, like 0o600.
  public let mode: Int
  /// The version of the tables.
  public let schemaVersion: Int
  /// The version of the SQLite library in use.
  public let sqliteVersion: String
  /// The journal mode; `wal`.
  public let journalMode: String
  /// The level of `PRAGMA synchronous`; 2 is FULL.
  public let synchronous: Int
  /// A Boolean value that indicates whether forgotten bytes are still to be overwritten.
  public let erasureIsDue: Bool
  /// The number of stored checkpoints of the learned state, for all users.
  public let checkpoints: Int
  /// All users who ever had donations or gave feedback, in order.
  public let users: [User]
  /// A Boolean value that indicates whether the content of rows is encrypted with a key.
  public let isEncrypted: Bool

  /// The facts about one user.
  public struct User: Equatable, Sendable {
    /// The user.
    public let user: UserIdentifier
    /// The number of donations.
    public let donations: Int
    /// The number of records of feedback.
    public let feedback: Int
    /// The time of the first donation, in milliseconds since 1970.
    public let first: Int64?
    /// The time of the last donation, in milliseconds since 1970.
    public let last: Int64?
  }
}
