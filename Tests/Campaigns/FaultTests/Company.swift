import Activities
import Foundation
import SQLiteStorage
import TestSupport

/// Several processes that use one store at once; some are killed at moments that the seed decides.
///
/// Each works on records that the others do not touch, so that its effects can be checked
/// separately.
struct Company: Sendable {
  private let folder: FaultFolder
  private let seed: UInt64

  /// One of the processes.
  private struct Member: Sendable {
    let arguments: [String]
    var input = ""
    /// The milliseconds after which it is killed; `nil` lets it live.
    var killedAfter: Int?
  }

  init(bases: BaseFolders, seed: UInt64) throws {
    folder = try FaultFolder(copying: bases.folder(.full))
    self.seed = seed
    try folder.write("in/log.jsonl", Self.parts.joined())
  }

  /// The imported log, in parts that are each stored in one transaction; a deletion without matches
  /// separates them.
  private static let parts: [String] = (0..<12).map { part in
    FaultLog.days(part..<part + 1, user: "importer", word: "part\(part)x")
      + FaultLog.deletion(program: "org.example.nothing", user: "importer")
  }

  private func members() -> [Member] {
    var numbers = SeededNumbers(seed: seed)
    var members = [
      Member(arguments: ["import", "{in}/log.jsonl", "-q"]),
      Member(arguments: ["donate"], input: FaultLog.days(0..<1, user: "donor", word: "alpha")),
      Member(arguments: ["donate"], input: FaultLog.days(1..<2, user: "donor", word: "beta")),
      Member(arguments: ["suggest", "--at", "2024-01-20T08:10:00Z"]),
      Member(arguments: ["forget", "--program", "org.example.secret"]),
      Member(arguments: ["forget", "--all", "--user", "you"]),
      Member(arguments: [
        "feedback", "never", "--type", "org.example.maps.home", "--at", "2024-03-01T10:00:00Z",
      ]),
    ]
    for index in members.indices where Int.random(in: 0..<10, using: &numbers) < 6 {
      members[index].killedAfter = Int.random(in: 0..<250, using: &numbers)
    }
    return members
  }

  /// Runs all processes to their ends; returns the verdict and the number of kills.
  func run() async throws -> (verdict: Trial.Verdict, kills: Int) {
    let before = try await StoreState.read(try FaultFolder(copying: folder)).state
    let outcomes = try await FaultTests.inParallel(members(), width: 7) { [folder] member in
      try await FaultedProgram.run(member.arguments, in: folder, input: member.input) { process in
        if let delay = member.killedAfter { FaultedProgram.kill(process, after: .milliseconds(delay)) }
      }
    }
    let kills = outcomes.count { $0.signal == SIGKILL }
    var verdict = Trial.Verdict(fired: kills > 0)
    verdict.findings = outcomes.flatMap(manners)
    do {
      let (state, problems) = try await StoreState.read(folder)
      verdict.findings += problems.map { Finding(.damaged, "\($0)") }
      verdict.findings += findings(in: state, since: before, done: outcomes.map { $0.code == 0 })
      verdict.acknowledged = before.donations
      let next = try await FaultedProgram.run(["donate"], in: folder, input: FaultLog.days(70..<71))
      if next.code != 0 { verdict.findings.append(Finding(.cannotCarryOn, next.errors)) }
    } catch {
      verdict.findings.append(Finding(.cannotBeOpened, "\(error)"))
    }
    return (verdict, kills)
  }

  /// Checks that a process succeeds, is killed, or asks to try again because of the others.
  private func manners(_ outcome: FaultedProgram.Outcome) -> [Finding] {
    guard let code = outcome.code else {
      return outcome.signal == SIGKILL ? [] : [Finding(.trap, "signal \(outcome.signal ?? 0)")]
    }
    return code == 0 || code == 75 ? [] : [Finding(.unclear, "\(code): \(outcome.errors)")]
  }

  private func findings(in state: StoreState, since before: StoreState, done: [Bool]) -> [Finding] {
    var findings: [Finding] = []
    func count(_ state: StoreState, _ text: String) -> Int {
      state.records.filter { $0.key.contains(text) && !$0.key.contains("\"type\":") }.values.reduce(0, +)
    }
    // An import is stored up to some part, and each part completely.
    let parts = Self.parts.indices.map { count(state, "part\($0)x") }
    let whole = parts.prefix { $0 == 4 }.count
    if parts.dropFirst(whole).contains(where: { $0 != 0 }) {
      findings.append(Finding(.half, "import \(parts)"))
    }
    if done[0], whole < parts.count { findings.append(Finding(.lost, "import \(parts)")) }
    for (index, word) in [(1, "alpha"), (2, "beta")] {
      let found = count(state, word)
      if found != 0, found != 4 { findings.append(Finding(.half, "\(word) \(found)")) }
      if done[index], found != 4 { findings.append(Finding(.lost, "\(word) \(found)")) }
    }
    for (index, word) in [(4, "secretword"), (5, "of you")] {
      let found = count(state, word)
      if found != 0, found != count(before, word) { findings.append(Finding(.half, "forgetting \(word)")) }
      if done[index], found != 0 { findings.append(Finding(.cameBack, word)) }
      if found == 0, folder.storeHolds(word) { findings.append(Finding(.bytesLeft, word)) }
    }
    for word in ["oldword", "kept"]
    where count(state, "\(word) mail.open of me") != count(before, "\(word) mail.open of me") {
      findings.append(Finding(.lost, word))
    }
    return findings
  }
}
