import Foundation
import Testing

/// Faults that the sweep once found; each test names the fault.
@Suite("Faults that were found", .enabled("there is no C compiler") { await FaultShim.shared() != nil })
struct FoundFaultTests {
  /// Foundation's atomic writing: when the system had taken only part of the bytes, it continued
  /// with their beginning, and the program reported success.
  ///
  /// It left a model, a card, a report or a log with a wrong second half.
  @Test(
    "after a partial write, the program continues with the remaining bytes")
  func partialWrites() async throws {
    let rehearsal = try await rehearsal(of: "simulate")
    for at in 1...rehearsal.count(.partial) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .partial, at: at)).run()
      #expect(verdict.fired)
      #expect(verdict.findings.map(\.description) == [], "partial \(at)")
    }
  }

  /// SQLite takes an unreadable page for a damaged one, and the message told the user to move the
  /// store away.
  @Test("after a failed read, the message says to check the disk first")
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

  /// The message was "SQLite refused (code 7); run the integrity check".
  @Test("a lack of memory is reported as such, and leaves the store intact")
  func memory() async throws {
    let rehearsal = try await rehearsal(of: "donate")
    let count = rehearsal.count(.memory)
    var told = 0
    for at in stride(from: count / 2, to: count, by: max(1, count / 16)) {
      let folder = try FaultFolder(copying: rehearsal.base)
      let outcome = try await Rehearsal.run(
        rehearsal.workload, in: folder, fault: Fault(kind: .memory, at: at))
      // Some of GRDB's calls to SQLite must not fail: there it traps, and the store is as after
      // kill -9.
      guard outcome.code != 0, !outcome.errors.contains("GRDB/") else { continue }
      told += 1
      #expect(
        outcome.code == 75 && outcome.errors.contains("not enough memory"), "memory \(at): \(outcome.errors)")
    }
    #expect(told > 0)
  }

  /// The file of the new key had the beginning of the key twice, the store was encrypted, and the
  /// program reported success.
  ///
  /// Nobody could read the store any more.
  @Test("a key file is complete after partial writes")
  func partialKey() async throws {
    let rehearsal = try await rehearsal(of: "encrypt")
    for at in 20...45 {  // the key file is among them; the sweep has the others
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .partial, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "partial \(at)")
    }
  }

  /// The message was "unexpected NSError; this is a bug", with code 70.
  @Test("the program reports a persona that becomes unreadable")
  func unreadableFile() async throws {
    let rehearsal = try await rehearsal(of: "simulate")
    for at in 1...rehearsal.count(.readErrors) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .readErrors, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "read-errors \(at)")
    }
  }

  /// SQLite closed the new store without an error although it could not move the journal into it,
  /// and then the journal was removed.
  @Test("a saved store is complete even if the disk is full when it is closed")
  func fullAtClosing() async throws {
    let rehearsal = try await rehearsal(of: "doctor --repair")
    let calls = rehearsal.count(.fullOnce)
    for at in stride(from: max(1, calls - 40), through: calls, by: 4) {
      let verdict = try await Trial(rehearsal: rehearsal, fault: Fault(kind: .fullOnce, at: at)).run()
      #expect(verdict.findings.map(\.description) == [], "full-once \(at)")
    }
  }

  /// When a signal interrupted reading the journal, the program skipped it and its transactions,
  /// and reported success.
  ///
  /// It did the same when a page of the store could not be read once, and another was taken for an
  /// unneeded page.
  @Test(
    "the repair does not skip a journal that is unreadable or whose reading is interrupted",
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

  /// GRDB starts a journal with a transaction that it does not synchronise.
  ///
  /// If a power cut undid it but kept part of the next one, this looked like damage, and the store
  /// was refused.
  @Test("a power cut at the start of the journal leaves no damage")
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
