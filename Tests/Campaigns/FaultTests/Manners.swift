import Foundation

/// The program's behaviour after a fault: its messages and its exit.
struct Manners {
  let fault: Fault
  let workload: Workload
  /// The result of the run without a fault.
  let clean: FaultedProgram.Outcome

  /// The exit codes for external faults: store unavailable, cannot create, cannot read or write,
  /// try again, no permission; and bad data, the doctor's code for its findings.
  private var codes: Set<Int32> {
    workload.name.hasPrefix("doctor") ? [65, 69, 73, 74, 75, 77] : [69, 73, 74, 75, 77]
  }

  /// The ways in which messages say what the user can do; each message needs one.
  private static let waysOut = [
    "the losses are listed above",
    "check", "make room", "try again", "restore", "run ", "open the store again", "name another",
    "free memory",
    "remove it", "close other", "again",
  ]

  /// Returns the findings of a run with limited memory.
  ///
  /// The loader may find no memory for a library (127), Swift traps without memory, and a process
  /// that waits for a thread that could not start is killed after a while. A wrong answer, or an
  /// exit code without a message, is not allowed.
  func findings(inLittleMemory outcome: FaultedProgram.Outcome) -> [Finding] {
    if outcome.code == clean.code { return answer(outcome) }
    return outcome.code == nil || outcome.code == 127 ? [] : told(outcome)
  }

  func findings(in outcome: FaultedProgram.Outcome) -> [Finding] {
    guard outcome.report.fired else { return regular(outcome) }
    switch fault.kind.expectation {
    case .unnoticed:
      return outcome.code == clean.code && says(outcome)
        ? [] : [Finding(.noticed, "\(outcome.code ?? -1): \(outcome.errors)")]
    case .death: return outcome.signal == 9 ? [] : [Finding(.trap, "signal \(outcome.signal ?? 0)")]
    case .toldOrTrap where [4, 5, 6].contains(outcome.signal): return []
    case .told, .toldOrTrap: return outcome.code == clean.code ? answer(outcome) : told(outcome)
    }
  }

  private func says(_ outcome: FaultedProgram.Outcome) -> Bool {
    !workload.printsTheSame || outcome.output == clean.output
  }

  private func regular(_ outcome: FaultedProgram.Outcome) -> [Finding] {
    outcome.code == clean.code && says(outcome)
      ? [] : [Finding(.wrongAnswer, "without a fault: \(outcome.code ?? -1) \(outcome.errors)")]
  }

  private func answer(_ outcome: FaultedProgram.Outcome) -> [Finding] {
    says(outcome) ? [] : [Finding(.wrongAnswer, String(decoding: outcome.output.prefix(200), as: UTF8.self))]
  }

  private func told(_ outcome: FaultedProgram.Outcome) -> [Finding] {
    guard let code = outcome.code else {
      return [Finding(.trap, "signal \(outcome.signal ?? 0): \(outcome.errors.prefix(300))")]
    }
    let message = Self.message(in: outcome.errors)
    // SQLite does not distinguish an unreadable page from a wrong one, so the message must not tell
    // the user to give up the store.
    let isHasty =
      message.contains("damaged") && !message.contains("check the disk") && !workload.name.hasPrefix("doctor")
    let isClear =
      !isHasty && codes.contains(code) && (message.hasPrefix("hunch: ") || message.hasPrefix("problem: "))
      && Self.waysOut.contains(where: message.contains) && !message.contains("bug")
    return isClear ? [] : [Finding(.unclear, "\(code): \(Self.withoutPaths(outcome.errors))")]
  }

  /// Returns the last message; the doctor's may have several lines.
  private static func message(in errors: String) -> String {
    let lines = errors.split(separator: "\n")
    let start = lines.lastIndex { $0.hasPrefix("hunch: ") || $0.hasPrefix("problem: ") } ?? lines.startIndex
    return lines[start...].joined(separator: "\n")
  }

  /// Returns a message without the names of temporary folders, so that equal ones are counted
  /// together.
  private static func withoutPaths(_ text: String) -> String {
    text.replacing(/\/[^ :]*\//, with: "…/").trimmingCharacters(in: .newlines)
  }
}
