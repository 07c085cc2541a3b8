/// A kind of fault, with its name in the shim.
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

  /// The kind of calls that the shim counts for this fault.
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

  /// The expected reaction of the program.
  enum Expectation {
    /// It continues as if nothing had happened: any read or write may do part of its work.
    case unnoticed
    /// It reports the problem, or works around it.
    case told
    /// It does either, or ends with a trap, like any Swift program without memory.
    case toldOrTrap
    /// It dies.
    case death
  }

  var expectation: Expectation {
    switch self {
    case .partial: .unnoticed
    // GRDB traps where SQLite cannot even roll back, and where it lacks memory for a check that
    // GRDB requires to succeed.
    case .memory, .memoryFrom: .toldOrTrap
    case .kill, .tornKill, .powerCut: .death
    default: .told
    }
  }

  /// The name of the fault in the table.
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
    case .syncError: "sync fails once"
    case .syncErrors: "sync fails from then on"
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

/// The kinds of calls that the shim counts, in the order of its report.
enum Counter: Int, CaseIterable {
  case open, read, write, sync, truncate, name, map, lock, memory, change, growth, transfer
}

/// A fault: the number of the failing call of its kind, and the seed of its random choices.
struct Fault: Sendable, CustomStringConvertible {
  let kind: FaultKind
  let at: Int
  var seed: UInt64 = 1

  /// The form that the shim reads.
  var description: String { "\(kind.rawValue) \(at) \(seed)" }
}
