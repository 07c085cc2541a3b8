import Foundation

/// How the program behaves when something goes wrong: what it says, and how it ends.
struct Manners {
  let fault: Fault
  let workload: Workload
  /// The run without a fault.
  let clean: FaultedProgram.Outcome

  /// The exit codes that say that the world is at fault: store unavailable, cannot create, cannot
  /// read or write, try again, no permission; and bad data, which is what the doctor calls what it
  /// finds.
  private var codes: Set<Int32> {
    workload.name.hasPrefix("doctor") ? [65, 69, 73, 74, 75, 77] : [69, 73, 74, 75, 77]
  }

  /// A message has to say what the user can do; these are the ways in which the program says it.
  private static let waysOut = [
    "the losses are listed above",
    "check", "make room", "try again", "restore", "run ", "open the store again", "name another",
    "free memory",
    "remove it", "close other", "again",
  ]

  /// What is to be found fault with in a run under a limit of memory.
  ///
  /// The loader may find no room for a library (127), Swift traps where it gets no memory, and who
  /// waits for a thread that could not be started is killed after a while. What must not be is
  /// another answer, or an exit code without a word.
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
    // SQLite does not tell a page that cannot be read from a wrong one, so the words must not call
    // for giving the store up.
    let isHasty =
      message.contains("damaged") && !message.contains("check the disk") && !workload.name.hasPrefix("doctor")
    let isClear =
      !isHasty && codes.contains(code) && (message.hasPrefix("hunch: ") || message.hasPrefix("problem: "))
      && Self.waysOut.contains(where: message.contains) && !message.contains("bug")
    return isClear ? [] : [Finding(.unclear, "\(code): \(Self.withoutPaths(outcome.errors))")]
  }

  /// What is said last; the doctor's may have several lines.
  private static func message(in errors: String) -> String {
    let lines = errors.split(separator: "\n")
    let start = lines.lastIndex { $0.hasPrefix("hunch: ") || $0.hasPrefix("problem: ") } ?? lines.startIndex
    return lines[start...].joined(separator: "\n")
  }

  /// A message without the names of temporary folders, so that equal ones are counted together.
  private static func withoutPaths(_ text: String) -> String {
    text.replacing(/\/[^ :]*\//, with: "…/").trimmingCharacters(in: .newlines)
  }
}
