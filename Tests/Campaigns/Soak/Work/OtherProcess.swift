import Foundation
import Hunch

/// A separate process on the same store, for one round: it works for a user of its own, and queries
/// the other users.
enum OtherProcess {
  /// The first argument that selects this mode.
  static let command = "other"
  private static let name = "visitor"

  /// Starts the program, and waits for its end.
  ///
  /// Always on the main thread: Foundation creates a run loop with three descriptors for each
  /// thread that ever starts a process.
  ///
  /// - Parameters:
  ///   - store: The path of the store.
  /// - plan: The settings that both processes share.
  /// - round: The number of the round.
  /// - digest: The digest of the log that the previous process left; empty for the first one.
  /// - folder: The folder for its output.
  /// - Returns: The digest of the log that it left.
  /// - Throws: ``SoakError/broken(_:)`` with its output if it failed.
  @MainActor
  static func run(store: String, _ plan: SoakPlan, round: Int, digest: String, folder: URL) async throws
    -> String
  {
    let said = folder.appending(path: "visitor.txt")
    try Data().write(to: said)
    let output = try FileHandle(forWritingTo: said)
    defer { try? output.close() }
    let process = Process()
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [
      command, store, "\(plan.roundSeconds)", "\(plan.rest)", "\(plan.days)", "\(plan.seed &+ UInt64(round))",
      digest,
    ]
    (process.standardOutput, process.standardError) = (output, output)
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    let words = String(decoding: try Data(contentsOf: said), as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0, words.count == 64 else {
      throw SoakError.broken("the other process ended with \(process.terminationStatus): \(words)")
    }
    return words
  }

  /// The work of the process.
  static func work(arguments: [String]) async throws {
    guard arguments.count == 6, let seconds = Double(arguments[1]), let rest = Double(arguments[2]),
      let days = Double(arguments[3]), let seed = UInt64(arguments[4])
    else { throw SoakError.usage(command) }
    let log = try SQLiteDonationStore(path: arguments[0])
    let engine = try SuggestionEngine.open(log: log)
    let (stopwatch, tally) = (Stopwatch(leak: 0), Tally())
    let visitor = try Person(name, days: days, seed: seed, stopwatch: stopwatch, tally: tally)
    let found = try await LogDigest(of: log.allDonations(of: visitor.user).map(\.donation)).description
    guard arguments[5].isEmpty || arguments[5] == found else {
      throw SoakError.broken("the log is not as the previous process left it")
    }
    try await visitor.adopt(log)
    if arguments[5].isEmpty { try await visitor.fill(engine) }
    let shift = Shift(
      engine: engine, log: log, end: .now + .seconds(seconds), rest: .seconds(rest / 1_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await shift.write(visitor) }
      group.addTask { try await visitOthers(shift) }
      try await group.waitForAll()
    }
    let wrong = try await visitor.compare(with: log)
    guard wrong.isEmpty else { throw SoakError.broken(wrong.joined(separator: "; ")) }
    let left = try await LogDigest(of: log.allDonations(of: visitor.user).map(\.donation)).description
    try log.close()
    print(left)
  }

  /// Asks what everybody else will do next, while their own process donates and forgets.
  private static func visitOthers(_ shift: Shift) async throws {
    while ContinuousClock.now < shift.end {
      for (user, _) in try await shift.log.users() where user.name != name {
        guard let last = try await shift.log.lastArrival(of: user) else { continue }
        let context = Context(at: last.donation.context.instant.advanced(bySeconds: 3_600))
        _ = try await shift.engine.suggestions(SuggestionRequest(for: user, in: context))
        try await Task.sleep(for: shift.rest * 10)
      }
      try await Task.sleep(for: shift.rest * 10)
    }
  }
}
