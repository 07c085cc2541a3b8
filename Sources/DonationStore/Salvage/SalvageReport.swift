public import Activities

/// What was saved from a damaged store, and what is lost, as far as can be known.
///
/// It has numbers, times and names of users, and nothing of what they did.
public struct SalvageReport: Equatable, Sendable {
  /// What a store keeps that cannot be made anew.
  public enum Table: String, CaseIterable, Comparable, Sendable {
    case donation, feedback, phrase, hint, item
    /// Rules at the door.
    case rule
    /// How long donations are kept, and the counts of the door.
    case settings

    /// Orders tables by name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What is lost of a table.
  public struct Loss: Equatable, Sendable {
    /// Of which table.
    public let table: Table
    /// Whose; `nil` if that is not known.
    public let user: UserIdentifier?
    /// How many rows.
    public let count: Int
    /// The time of the first one in milliseconds since 1970; `nil` if no time is known.
    public let first: Int64?
    /// The time of the last one.
    public let last: Int64?
  }

  /// A row that is there, and that does not say what was stored in it.
  public struct UnreadableRow: Hashable, Sendable {
    /// Of which table.
    public let table: Table
    /// Its number.
    public let row: Int64
  }

  /// What can be said of the journal.
  public enum JournalState: String, Sendable {
    /// There is none, or it is empty.
    case absent
    /// What it says was committed is there in whole.
    case whole
    /// Frames of it are damaged, and others behind them are not.
    case damaged
  }

  /// Whether the bytes of what was forgotten had been overwritten.
  public enum Erasure: String, Sendable {
    case finished, unfinished, unknown
  }

  /// How many rows were saved.
  public internal(set) var saved: [Table: Int] = [:]
  /// What is lost.
  public internal(set) var losses: [Loss] = []
  /// Whether the losses are all there are: the indexes and counters that name what was there could be read.
  public internal(set) var isLossKnown = true
  /// Rows that are there and cannot be read; they are among the losses.
  public internal(set) var unreadable: [UnreadableRow] = []
  /// How many saved rows had a damaged column, which was made anew from the line.
  public internal(set) var mended = 0
  /// How many pages the store has.
  public internal(set) var pages = 0
  /// How many of them should be part of a table or an index and are not.
  public internal(set) var unreadablePages = 0
  /// How many were left unread, because what was forgotten might stand there.
  public internal(set) var doubtfulPages = 0
  /// The journal beside the store.
  public internal(set) var journal = JournalState.absent
  /// Whether the bytes of what was forgotten had been overwritten.
  public internal(set) var erasure = Erasure.finished

  /// Whether nothing is known to be lost, and nothing could be lost without being known.
  public var isComplete: Bool { losses.isEmpty && isLossKnown }
  /// Counts what the new store has, in the place of what was found: what could not be written is lost as well.
  mutating func note(written: [Table: Int]) {
    for table in Table.allCases {
      let missing = saved[table, default: 0] - written[table, default: 0]
      if missing > 0 { losses.append(Loss(table: table, user: nil, count: missing, first: nil, last: nil)) }
    }
    saved = written.filter { $0.value > 0 }
  }

  /// How many rows were saved in all.
  public var savedRows: Int { saved.values.reduce(0, +) }
}
