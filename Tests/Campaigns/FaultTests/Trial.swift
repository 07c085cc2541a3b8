import Foundation
import SQLiteStorage

/// A workload with a fault, and the promises that must hold afterwards.
struct Trial: Sendable {
  let rehearsal: Rehearsal
  let fault: Fault
  /// The limit of the process's memory in bytes, instead of the fault.
  var memory: Int?

  /// The result.
  struct Verdict: Sendable {
    /// Whether the fault happened; it does not if the program made fewer calls than in the
    /// rehearsal.
    var fired = false
    var findings: [Finding] = []
    /// The number of donations acknowledged before or during the trial, which must exist.
    var acknowledged = 0
  }

  private var workload: Workload { rehearsal.workload }

  func run() async throws -> Verdict {
    let folder = try FaultFolder(copying: rehearsal.base)
    let outcome = try await Rehearsal.run(workload, in: folder, fault: fault, memory: memory)
    var verdict = Verdict(fired: memory == nil ? outcome.report.fired : outcome.code != rehearsal.clean.code)
    let isAcknowledged = outcome.code == rehearsal.clean.code || outcome.report.isAtEnd
    let manners = Manners(fault: fault, workload: workload, clean: rehearsal.clean)
    verdict.findings +=
      memory == nil ? manners.findings(in: outcome) : manners.findings(inLittleMemory: outcome)
    verdict.findings += Leavings(rehearsal: rehearsal, folder: folder).findings(
      couldTidyUp: outcome.code != nil && memory == nil && fault.kind != .nameError,
      isAcknowledged: isAcknowledged)
    var found: StoreState?
    do {
      let (state, problems) = try await StoreState.read(folder)
      found = state
      verdict.findings += problems.map { Finding(.damaged, "\($0)") }
      verdict.findings += Ledger(states: rehearsal.states).findings(in: state, isAcknowledged: isAcknowledged)
      verdict.acknowledged = (isAcknowledged ? rehearsal.states.last : rehearsal.states.first)?.donations ?? 0
      if state == rehearsal.states.last { verdict.findings += bytesLeft(in: folder) }
    } catch {
      verdict.findings.append(Finding(.cannotBeOpened, "\(error)"))
    }
    verdict.findings += await savedStores(in: folder, isToldIncomplete: outcome.code == 65)
    verdict.findings += try await carryOn(in: folder, found: found)
    return verdict
  }

  /// Checks that no file has forgotten text after an opening that completed the erasure.
  private func bytesLeft(in folder: FaultFolder) -> [Finding] {
    workload.forgets.filter(folder.storeHolds).map { _ in Finding(.bytesLeft, "after the next opening") }
  }

  /// Checks that a store written next to the other one has the same content, or does not exist.
  private func savedStores(in folder: FaultFolder, isToldIncomplete: Bool) async -> [Finding] {
    var findings: [Finding] = []
    for case .store(let name) in workload.outputs where folder.bytes("out/" + name) != nil {
      do {
        let log = try SQLiteDonationStore(path: folder.root.path + "/out/" + name)
        if !isToldIncomplete, try await StoreState(log) != rehearsal.states.last {
          findings.append(Finding(.halfFile, "\(name), another state"))
        }
        findings += try await log.integrityProblems().map { Finding(.damaged, "\(name): \($0)") }
        try log.close()
      } catch {
        findings.append(Finding(.halfFile, "\(name), \(error)"))
      }
    }
    return findings
  }

  /// Checks that repeating the command completes the interrupted work.
  ///
  /// A command that does more each time is replaced by another.
  private func carryOn(in folder: FaultFolder, found: StoreState?) async throws -> [Finding] {
    let isDone =
      found == rehearsal.states.last && workload.outputs.allSatisfy { folder.bytes("out/" + $0.name) != nil }
    guard workload.isRepeatable, !(workload.isRefusedWhenDone && isDone) else {
      let donation = FaultLog.days(70..<71)
      let next = try await FaultedProgram.run(
        ["donate"], in: folder, input: donation, key: found?.key)
      return next.code == 0 ? [] : [Finding(.cannotCarryOn, next.errors)]
    }
    let again = try await Rehearsal.run(workload, in: folder)
    guard again.code == rehearsal.clean.code else { return [Finding(.cannotCarryOn, again.errors)] }
    guard try await StoreState.read(folder, checksIntegrity: false).state == rehearsal.states.last else {
      return [Finding(.cannotCarryOn, "another state")]
    }
    return Leavings(rehearsal: rehearsal, folder: folder).outputs(isAcknowledged: true)
      .map { Finding(.cannotCarryOn, $0.words) }
  }
}

/// A broken promise.
struct Finding: Sendable, CustomStringConvertible {
  /// The promises.
  enum Promise: String, CaseIterable, Sendable {
    case lost = "acknowledged and lost"
    case half = "half batches"
    case cameBack = "forgotten donations that came back"
    case bytesLeft = "bytes of forgotten donations"
    case damaged = "damaged stores"
    case cannotBeOpened = "stores that cannot be opened"
    case cannotCarryOn = "next command fails"
    case wrongAnswer = "wrong answers"
    case halfFile = "half or lost files"
    case litter = "drafts left behind"
    case trap = "traps"
    case unclear = "unclear messages"
    case noticed = "visible where it should go unnoticed"
  }

  let promise: Promise
  let words: String

  init(_ promise: Promise, _ words: String) {
    self.promise = promise
    self.words = words
  }

  var description: String { "\(promise.rawValue): \(words)" }
}
