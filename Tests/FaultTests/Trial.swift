import DonationStore
import Foundation

/// A workload with a fault, and what must hold afterwards.
struct Trial: Sendable {
  let rehearsal: Rehearsal
  let fault: Fault
  /// The limit of the process's memory in bytes, in place of the fault.
  var memory: Int?

  /// What it showed.
  struct Verdict: Sendable {
    /// Whether the fault happened; if the program made fewer calls than in the rehearsal, it did not.
    var fired = false
    var findings: [Finding] = []
    /// Donations that were acknowledged before or during the trial, and had to be there.
    var acknowledged = 0
  }

  private var workload: Workload { rehearsal.workload }

  func run() async throws -> Verdict {
    let folder = try FaultFolder(copying: rehearsal.base)
    let outcome = try await Rehearsal.run(workload, in: folder, fault: fault, memory: memory)
    var verdict = Verdict(fired: memory == nil ? outcome.report.fired : outcome.code != rehearsal.clean.code)
    let isAcknowledged = outcome.code == rehearsal.clean.code || outcome.report.isAtEnd
    verdict.findings += Manners(fault: fault, workload: workload, clean: rehearsal.clean).findings(
      in: outcome)
    verdict.findings += Leavings(rehearsal: rehearsal, folder: folder).findings(
      couldTidyUp: outcome.code != nil && memory == nil && fault.kind != .nameError,
      isAcknowledged: isAcknowledged)
    do {
      let (state, problems) = try await StoreState.read(folder)
      verdict.findings += problems.map { Finding(.damaged, "\($0)") }
      verdict.findings += Ledger(states: rehearsal.states).findings(in: state, isAcknowledged: isAcknowledged)
      verdict.acknowledged = (isAcknowledged ? rehearsal.states.last : rehearsal.states.first)?.donations ?? 0
      if state == rehearsal.states.last { verdict.findings += bytesLeft(in: folder) }
    } catch {
      verdict.findings.append(Finding(.cannotBeOpened, "\(error)"))
    }
    verdict.findings += try await carryOn(in: folder)
    return verdict
  }

  /// What was forgotten is in no file, after an opening that caught up on it.
  private func bytesLeft(in folder: FaultFolder) -> [Finding] {
    workload.forgets.filter(folder.storeHolds).map { _ in Finding(.bytesLeft, "after the next opening") }
  }

  /// The same command again does what the first one could not; a command that does more each time gives way to another.
  private func carryOn(in folder: FaultFolder) async throws -> [Finding] {
    guard workload.isRepeatable else {
      let donation = FaultLog.days(70..<71)
      let next = try await FaultedProgram.run(["donate"], in: folder, input: donation)
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

/// Something that must not be.
struct Finding: Sendable, CustomStringConvertible {
  /// What is broken.
  enum Promise: String, CaseIterable, Sendable {
    case lost = "acknowledged and lost"
    case half = "half batches"
    case cameBack = "forgotten and back"
    case bytesLeft = "bytes of what was forgotten"
    case damaged = "damaged stores"
    case cannotBeOpened = "stores that cannot be opened"
    case cannotCarryOn = "next command fails"
    case wrongAnswer = "wrong answers"
    case halfFile = "half or lost files"
    case litter = "drafts left behind"
    case trap = "traps"
    case unclear = "unclear messages"
    case noticed = "what should go unnoticed"
  }

  let promise: Promise
  let words: String

  init(_ promise: Promise, _ words: String) {
    self.promise = promise
    self.words = words
  }

  var description: String { "\(promise.rawValue): \(words)" }
}
