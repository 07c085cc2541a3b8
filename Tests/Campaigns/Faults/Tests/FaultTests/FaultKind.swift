/// What can go wrong with a call, by the name that the shim knows it by.
enum FaultKind: String, CaseIterable, Sendable {
  case interrupted = "interrupted"
  case partial = "partial"
  case readError = "read-error"
  case readErrors = "read-errors"
  case writeError = "write-error"
  case writeErrors = "write-errors"
  case fullOnce = "full-once"
  case full = "full"
  case quota = "quota"
  case syncError = "sync-error"
  case syncErrors = "sync-errors"
  case truncateError = "truncate-error"
  case openError = "open-error"
  case nameError = "name-error"
  case mapError = "map-error"
  case lockError = "lock-error"
  case memory = "memory"
  case memoryFrom = "memory-from"
  case kill = "kill"
  case tornKill = "torn-kill"
  case powerCut = "power-cut"

  /// Of which calls the n-th is struck.
  var counter: Counter {
    switch self {
    case .interrupted, .partial: .transfer
    case .readError, .readErrors: .read
    case .writeError, .writeErrors, .tornKill: .write
    case .fullOnce, .full, .quota: .growth
    case .syncError, .syncErrors: .sync
    case .truncateError: .truncate
    case .openError: .open
    case .nameError: .name
    case .mapError: .map
    case .lockError: .lock
    case .memory, .memoryFrom: .memory
    case .kill, .powerCut: .change
    }
  }

  /// What the program makes of it.
  enum Expectation {
    /// It carries on as if nothing had been: any read and write may do a part of its work.
    case unnoticed
    /// It says what is wrong, or does without.
    case told
    /// The same, or it ends as any Swift program does that gets no memory: by a trap.
    case toldOrTrap
    /// It dies there.
    case death
  }

  var expectation: Expectation {
    switch self {
    case .partial: .unnoticed
    // GRDB traps where SQLite cannot even roll back, and where it lacks memory for what GRDB holds
    // to be sure.
    case .memory, .memoryFrom: .toldOrTrap
    case .kill, .tornKill, .powerCut: .death
    default: .told
    }
  }

  /// What it is called in the table.
  var words: String {
    switch self {
    case .interrupted: "interrupted call"
    case .partial: "part of a read or write"
    case .readError: "read fails once"
    case .readErrors: "reads fail from then on"
    case .writeError: "write fails once"
    case .writeErrors: "writes fail from then on"
    case .fullOnce: "disk full once"
    case .full: "disk full from then on"
    case .quota: "disk full after n bytes"
    case .syncError: "synchronising fails once"
    case .syncErrors: "synchronising fails from then on"
    case .truncateError: "truncating fails"
    case .openError: "opening fails"
    case .nameError: "rename, link, unlink fail"
    case .mapError: "mapping fails"
    case .lockError: "locking fails"
    case .memory: "SQLite lacks memory once"
    case .memoryFrom: "SQLite lacks memory from then on"
    case .kill: "kill -9"
    case .tornKill: "kill -9 within a write"
    case .powerCut: "power cut"
    }
  }
}

/// The calls that the shim counts, in the order of its report.
enum Counter: Int, CaseIterable {
  case open, read, write, sync, truncate, name, map, lock, memory, change, growth, transfer
}

/// One fault: at which call of its kind it happens, and the seed of what is random about it.
struct Fault: Sendable, CustomStringConvertible {
  let kind: FaultKind
  let at: Int
  var seed: UInt64 = 1

  /// As the shim reads it.
  var description: String { "\(kind.rawValue) \(at) \(seed)" }
}
