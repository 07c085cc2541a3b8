public import Activities

/// A report of the saved and lost parts of a damaged store, as far as they can be known.
///
/// It has numbers, times and names of users, but nothing about their activities.
public struct RecoveryReport: Equatable, Sendable {
  /// A table whose rows cannot be rebuilt from others.
  public enum Table: String, CaseIterable, Comparable, Sendable {
    case donation, feedback, phrase, hint, item
    /// The places that users have named.
    case place
    /// Privacy rules.
    case rule
    /// The retention of donations, and the counts of filtered donations.
    case settings

    /// Orders tables by name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A loss: missing rows of a table and a user.
  public struct Loss: Equatable, Sendable {
    /// The table.
    public let table: Table
    /// The user of the rows; `nil` if unknown.
    public let user: UserIdentifier?
    /// The number of rows.
    public let count: Int
    /// The time of the first row in milliseconds since 1970; `nil` if unknown.
    public let first: Int64?
    /// The time of the last row.
    public let last: Int64?
  }

  /// An existing row that no longer has its stored content.
  public struct UnreadableRow: Hashable, Sendable {
    /// The table.
    public let table: Table
    /// The number of the row.
    public let row: Int64
  }

  /// The state of the journal.
  public enum JournalState: String, Sendable {
    /// The journal is missing or empty.
    case absent
    /// All committed transactions are readable.
    case whole
    /// Some frames are damaged, and later ones are not.
    case damaged
  }

  /// The state of the erasure: whether forgotten bytes had been overwritten.
  public enum Erasure: String, Sendable {
    case finished, unfinished, unknown
  }

  /// The number of saved rows.
  public internal(set) var saved: [Table: Int] = [:]
  /// The known losses.
  public internal(set) var losses: [Loss] = []
  /// A Boolean value that indicates whether all losses are known: the indexes and counters that
  /// show them could be read.
  public internal(set) var isLossKnown = true
  /// The rows that exist and cannot be read; they are included in the losses.
  public internal(set) var unreadable: [UnreadableRow] = []
  /// The number of saved rows with a damaged column, which was rebuilt from the line.
  public internal(set) var mended = 0
  /// The number of pages of the store.
  public internal(set) var pages = 0
  /// The number of pages that should be part of a table or an index and are not.
  public internal(set) var unreadablePages = 0
  /// The number of pages that were not read, because they might contain forgotten rows.
  public internal(set) var doubtfulPages = 0
  /// The state of the journal.
  public internal(set) var journal = JournalState.absent
  /// The state of the erasure: whether forgotten bytes had been overwritten.
  public internal(set) var erasure = Erasure.finished

  /// A Boolean value that indicates whether nothing is lost, as far as all losses are known.
  public var isComplete: Bool { losses.isEmpty && isLossKnown }

  /// Replaces the counts of found rows with those of the new store: a row that could not be written
  /// is lost as well.
  mutating func note(written: [Table: Int]) {
    for table in Table.allCases {
      let missing = saved[table, default: 0] - written[table, default: 0]
      if missing > 0 { losses.append(Loss(table: table, user: nil, count: missing, first: nil, last: nil)) }
    }
    saved = written.filter { $0.value > 0 }
  }

  /// The total number of saved rows.
  public var savedRows: Int { saved.values.reduce(0, +) }
}
