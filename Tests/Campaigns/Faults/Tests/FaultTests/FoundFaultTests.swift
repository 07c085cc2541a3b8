import Foundation
import Testing

/// What the sweep has found once; each test names the fault that showed it.
@Suite("Faults that were found", .enabled("there is no C compiler") { await FaultShim.shared() != nil })
struct FoundFaultTests {
  /// Foundation's atomic writing went on with the beginning of the bytes where the system had taken
  /// a part of them, and the program reported success: a model, a card, a report or a log with a
  /// wrong second half.
  @Test(
    "a write that takes a part of the bytes is continued with the rest")
  func partialWrites() async throws {
    let rehearsal = try await rehearsal(of: "simulate")
    for at in 1...rehearsal.count(.partial) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .partial, at: at)).run()
      #expect(verdict.fired)
      #expect(verdict.findings.map(\.description) == [], "partial \(at)")
    }
  }

  /// SQLite takes a page that cannot be read for a damaged one, and the message said to move the
  /// store away.
  @Test("a read that fails does not have the store given up before the disk was checked")
  func unreadablePages() async throws {
    let rehearsal = try await rehearsal(of: "donate")
    var calls = 0
    for at in stride(from: 1, through: rehearsal.count(.readError), by: 3) {
      let folder = try FaultFolder(copying: rehearsal.base)
      let outcome = try await Rehearsal.run(
        rehearsal.workload, in: folder, fault: Fault(kind: .readError, at: at))
      guard outcome.errors.contains("damaged") else { continue }
      calls += 1
      #expect(outcome.errors.contains("check the disk"))
    }
    #expect(calls > 0)
  }

  /// It was "SQLite refused (code 7); run the integrity check".
  @Test("lack of memory is called so, and passes")
  func memory() async throws {
    let rehearsal = try await rehearsal(of: "donate")
    let count = rehearsal.count(.memory)
    var told = 0
    for at in stride(from: count / 2, to: count, by: max(1, count / 16)) {
      let folder = try FaultFolder(copying: rehearsal.base)
      let outcome = try await Rehearsal.run(
        rehearsal.workload, in: folder, fault: Fault(kind: .memory, at: at))
      // Some of what GRDB asks of SQLite may not fail: there it traps, and the store is as after
      // kill -9.
      guard outcome.code != 0, !outcome.errors.contains("GRDB/") else { continue }
      told += 1
      #expect(
        outcome.code == 75 && outcome.errors.contains("not enough memory"), "memory \(at): \(outcome.errors)")
    }
    #expect(told > 0)
  }

  /// The file of the new key had the beginning of the key twice, the store was encrypted, and the
  /// program reported success: nobody could read the store any more.
  @Test("a key file is whole where the system takes a part of its bytes")
  func partialKey() async throws {
    let rehearsal = try await rehearsal(of: "encrypt")
    for at in 20...45 {  // the key file is among them; the sweep has the others
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .partial, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "partial \(at)")
    }
  }

  /// It was "unexpected NSError; this is a bug", with code 70.
  @Test("a persona that cannot be read on is said to be so")
  func unreadableFile() async throws {
    let rehearsal = try await rehearsal(of: "simulate")
    for at in 1...rehearsal.count(.readErrors) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .readErrors, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "read-errors \(at)")
    }
  }

  /// SQLite closed the new store, whose journal could not be moved into it, without a word, and the
  /// journal was removed.
  @Test("a saved store is whole though the disk is full while it is closed")
  func fullAtClosing() async throws {
    let rehearsal = try await rehearsal(of: "doctor --repair")
    let calls = rehearsal.count(.fullOnce)
    for at in stride(from: max(1, calls - 40), through: calls, by: 4) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .fullOnce, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "full-once \(at)")
    }
  }

  /// A signal that came while the journal was read had it passed over: its transactions were left
  /// out, and the program reported success.
  ///
  /// So it did where a page of the store could not be read once, and another was taken for one that
  /// nothing needs.
  @Test(
    "a journal that is interrupted or cannot be read is not left out",
    arguments: [FaultKind.interrupted, .readError])
  func unreadJournal(kind: FaultKind) async throws {
    let rehearsal = try await rehearsal(of: "doctor --repair")
    let calls = rehearsal.count(kind)
    #expect(calls > 100)
    for at in stride(from: max(1, min(calls, 120) - 40), through: min(calls, 120), by: 1) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: kind, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "\(kind.rawValue) \(at)")
    }
  }

  /// GRDB begins a journal with a transaction that it does not synchronise: undone while a part of
  /// the next one was there, it was taken for damage, and the store was refused.
  @Test("a power cut while the journal is begun leaves no damage")
  func powerCutAtBeginning() async throws {
    let rehearsal = try await rehearsal(of: "suggest, with checkpoints")
    for at in stride(from: 20, to: 40, by: 3) {
      let fault = Fault(kind: .powerCut, at: at, seed: 853_538_503)
      let verdict = try await Trial(rehearsal: rehearsal, fault: fault).run()
      #expect(verdict.findings.map(\.description) == [], "power-cut \(at)")
    }
  }

  private func rehearsal(of name: String) async throws -> Rehearsal {
    let workload = try #require(Workload.all.first { $0.name == name })
    return try await Rehearsal(workload, bases: BaseFolders())
  }
}
