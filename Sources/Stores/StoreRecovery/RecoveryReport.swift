public import Activities

/// A report of what was saved from a damaged store and what is lost, as far as can be known.
///
/// It has numbers, times and names of users, and nothing of what they did.
public struct RecoveryReport: Equatable, Sendable {
  /// A table whose rows cannot be made anew from others.
  public enum Table: String, CaseIterable, Comparable, Sendable {
    case donation, feedback, phrase, hint, item
    /// Places to which users have given names.
    case place
    /// Privacy rules.
    case rule
    /// The retention of donations, and the counts of what rules filtered.
    case settings

    /// Orders tables by name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A loss: rows of a table and a user that were there.
  public struct Loss: Equatable, Sendable {
    /// The table.
    public let table: Table
    /// The user whose rows they were; `nil` if that is not known.
    public let user: UserIdentifier?
    /// The number of rows.
    public let count: Int
    /// The time of the first one in milliseconds since 1970; `nil` if no time is known.
    public let first: Int64?
    /// The time of the last one.
    public let last: Int64?
  }

  /// A row that is there, and that does not say what was stored in it.
  public struct UnreadableRow: Hashable, Sendable {
    /// The table.
    public let table: Table
    /// Its number.
    public let row: Int64
  }

  /// The state of the journal.
  public enum JournalState: String, Sendable {
    /// There is none, or it is empty.
    case absent
    /// All that it says was committed is there.
    case whole
    /// Frames of it are damaged, and others behind them are not.
    case damaged
  }

  /// The state of the erasure of what was forgotten: whether its bytes had been overwritten.
  public enum Erasure: String, Sendable {
    case finished, unfinished, unknown
  }

  /// The number of rows that were saved.
  public internal(set) var saved: [Table: Int] = [:]
  /// The losses that are known.
  public internal(set) var losses: [Loss] = []
  /// A Boolean value that indicates whether the losses are all there are: the indexes and counters
  /// that name what was there could be read.
  public internal(set) var isLossKnown = true
  /// Rows that are there and cannot be read; they are among the losses.
  public internal(set) var unreadable: [UnreadableRow] = []
  /// The number of saved rows that had a damaged column, which was made anew from the line.
  public internal(set) var mended = 0
  /// The number of pages that the store has.
  public internal(set) var pages = 0
  /// The number of pages that should be part of a table or an index and are not.
  public internal(set) var unreadablePages = 0
  /// The number of pages that were left unread, because what was forgotten might stand there.
  public internal(set) var doubtfulPages = 0
  /// The journal beside the store.
  public internal(set) var journal = JournalState.absent
  /// The state of the erasure: whether the bytes of what was forgotten had been overwritten.
  public internal(set) var erasure = Erasure.finished

  /// A Boolean value that indicates whether nothing is known to be lost, and nothing could be lost
  /// without being known.
  public var isComplete: Bool { losses.isEmpty && isLossKnown }

  /// Counts what the new store has, in the place of what was found: what could not be written is
  /// lost as well.
  mutating func note(written: [Table: Int]) {
    for table in Table.allCases {
      let missing = saved[table, default: 0] - written[table, default: 0]
      if missing > 0 { losses.append(Loss(table: table, user: nil, count: missing, first: nil, last: nil)) }
    }
    saved = written.filter { $0.value > 0 }
  }

  /// The number of rows that were saved in all.
  public var savedRows: Int { saved.values.reduce(0, +) }
}
