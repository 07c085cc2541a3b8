import Activities
import Foundation
import GRDB

@testable import SQLiteStorage

/// A run of a workload without a fault: the starting point of every trial, and the allowed results.
struct Rehearsal: Sendable {
  let workload: Workload
  /// The folder that each trial copies.
  let base: FaultFolder
  /// The possible states of the store, in order; the last is the state after a complete run.
  let states: [StoreState]
  /// The output and exit of an undisturbed run.
  let clean: FaultedProgram.Outcome
  /// The bytes of its outputs; `nil` for a file that did not exist before.
  let before: [String: Data?]
  let after: [String: Data?]

  /// A problem with the rehearsal itself.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ workload: Workload, bases: BaseFolders) async throws {
    self.workload = workload
    base = try FaultFolder(copying: bases.folder(workload.base))
    for (name, text) in workload.files { try base.write(name, text) }
    if !workload.parts.isEmpty { try base.write("in/log.jsonl", workload.parts.joined()) }
    let folder = try FaultFolder(copying: base)
    clean = try await Self.run(workload, in: folder)
    guard clean.code == 0 else {
      throw Failure(description: "\(workload) fails without a fault: \(clean.errors)")
    }
    let names = workload.outputs.map(\.name)
    before = Dictionary(uniqueKeysWithValues: names.map { [base] in ($0, base.bytes("out/" + $0)) })
    after = Dictionary(uniqueKeysWithValues: names.map { ($0, folder.bytes("out/" + $0)) })
    let first = try await StoreState.read(try FaultFolder(copying: base)).state
    let last = try await StoreState.read(folder).state
    var between = workload.between(first, last)
    for count in workload.parts.indices.dropLast() {
      let shorter = try FaultFolder(copying: base)
      try shorter.write("in/log.jsonl", workload.parts[...count].joined())
      _ = try await Self.run(workload, in: shorter)
      between.append(try await StoreState.read(shorter).state)
    }
    states = [first] + between + [last]
  }

  /// Runs a workload's command.
  static func run(
    _ workload: Workload, in folder: FaultFolder, fault: Fault? = nil, memory: Int? = nil
  ) async throws -> FaultedProgram.Outcome {
    try await FaultedProgram.run(
      workload.arguments, in: folder, input: workload.input, into: workload.printsInto, key: workload.key,
      fault: fault, memory: memory)
  }

  /// Returns the number of possible faults of a kind.
  func count(_ kind: FaultKind) -> Int {
    let calls = clean.report.count(kind.counter)
    switch kind {
    case .quota: return calls * 2  // bytes are counted in steps of 2 kB
    case .powerCut: return calls > 0 ? calls + 1 : 0  // one more: after the end
    default: return calls
    }
  }
}

/// The starting folders of workloads, each created once.
struct BaseFolders: Sendable {
  private let folders: [Workload.Base: FaultFolder]

  func folder(_ base: Workload.Base) -> FaultFolder? { folders[base] }

  init() async throws {
    let full = try FaultFolder()
    try await Self.fill(full)
    let (retaining, unerased, old, long) = (
      try FaultFolder(copying: full), try FaultFolder(copying: full), try FaultFolder(copying: full),
      try FaultFolder()
    )
    try await Self.do(["retention", "--keep-count", "42"], in: retaining)
    try await Self.forgetRows(in: unerased)
    try Self.goBack(old)
    try await Self.do(["import", "-"], FaultLog.days(0..<80), in: long)
    let encrypted = try FaultFolder(copying: full)
    try await Self.do(["encrypt", "--new-key-file", "{in}/key"], in: encrypted)
    folders = [
      .none: try FaultFolder(), .full: full, .retaining: retaining, .unerased: unerased, .old: old,
      .long: long, .encrypted: encrypted,
    ]
  }

  private static func `do`(_ arguments: [String], _ input: String = "", in folder: FaultFolder) async throws {
    let outcome = try await FaultedProgram.run(arguments, in: folder, input: input)
    guard outcome.code == 0 else { throw Rehearsal.Failure(description: outcome.errors) }
  }

  private static func fill(_ folder: FaultFolder) async throws {
    let log =
      FaultLog.days(0..<1, word: "oldword") + FaultLog.days(1..<11) + FaultLog.days(3..<5, user: "you")
      + FaultLog.donation(
        "me", day: 12, hour: 9, type: "org.example.secret.meet", title: "secretword at the lake")
      + FaultLog.donation(
        "me", day: 13, hour: 9, type: "org.example.secret.meet", title: "secretword at the lake")
      + FaultLog.feedback("org.example.news.read", title: "kept news.read of me", minute: 3)
    try await `do`(["import", "-"], log, in: folder)
    try await `do`(
      ["feedback", "pinned", "kept mail.open of me", "--at", "2024-02-01T10:00:00Z"], in: folder)
    try await `do`(["phrase", "set", "kept news.read of me", "Was gibt es"], in: folder)
    let hint = #"{"activityType":"org.example.air.boarding-pass","title":"Show the boarding pass"}"# + "\n"
    try await `do`(["hint", "set", "-", "--program", "org.example.air"], hint, in: folder)
    try await `do`(["rules", "add", "--drop", "--program", "org.example.bank"], in: folder)
  }

  /// Leaves a store like a process that was killed between forgetting and overwriting.
  private static func forgetRows(in folder: FaultFolder) async throws {
    let log = try SQLiteDonationStore(path: folder.store)
    var criteria = Deletion.Criteria()
    criteria.program = "org.example.secret"
    let deletion = try Deletion(at: Instant(rfc3339: "2025-01-01T00:00:00Z"), matching: criteria)
    let cipher = log.cipher
    _ = try await log.write { db in try SQLiteDonationStore.forgetRows([deletion], in: db, cipher) }
    try log.close()
  }

  /// Turns the store into one of the first version by dropping everything that later versions
  /// added.
  private static func goBack(_ folder: FaultFolder) throws {
    let queue = try DatabaseQueue(path: folder.store)
    try queue.writeWithoutTransaction { db in
      for migration in StoreSchema.migrations.dropFirst().reversed() {
        for match in migration.matches(of: /CREATE (?:UNIQUE )?(TRIGGER|VIEW|INDEX) (\w+)/) {
          try db.execute(sql: "DROP \(match.1) IF EXISTS \(match.2)")
        }
        for match in migration.matches(of: /CREATE (?:VIRTUAL )?TABLE (\w+)/) {
          try db.execute(sql: "DROP TABLE IF EXISTS \(match.1)")
        }
        for match in migration.matches(of: /ALTER TABLE (\w+) ADD COLUMN (\w+)/)
        where try db.tableExists(String(match.1)) {
          try db.execute(sql: "ALTER TABLE \(match.1) DROP COLUMN \(match.2)")
        }
      }
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    try queue.close()
  }
}
