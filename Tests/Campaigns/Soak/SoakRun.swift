import Foundation
import Hunch

/// A soak from its first round to its verdict.
final class SoakRun {
  private let plan: SoakPlan
  private let folder: URL
  private let stopwatch: Stopwatch
  private let tally = Tally()
  private let people: [Person]
  private let machine: Machine
  private let model: SuggestionModel
  private let start = ContinuousClock.now
  /// The file for measurements: in memory they would themselves be growth.
  private let measurements: String
  /// The number of measured rounds.
  private var rounds = 0
  /// The digest of the donations that the other process left.
  private var digest = ""

  /// - Throws: The file system's error.
  init(_ plan: SoakPlan) throws {
    self.plan = plan
    let parent = plan.folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    folder = parent.appending(path: "hunch-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    measurements = plan.file ?? folder.appending(path: "soak.csv").path
    stopwatch = Stopwatch(leak: plan.leak)
    let (stopwatch, tally) = (stopwatch, tally)
    people = try (0..<plan.people).map { number in
      try Person(
        "person\(number)", days: plan.days, seed: plan.seed &+ UInt64(number) &* 7_919, stopwatch: stopwatch,
        tally: tally)
    }
    machine = try Machine(folder: folder)
    model = try ModelFile.open().suggestionModel()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var store: String { folder.appending(path: "store/donations.sqlite").path }

  /// Works until the plan is done or a promise breaks.
  func run() async throws -> Verdict {
    try begin()
    var next = 0
    while goesOn {
      let remains = Remains()
      next = try await workOpen(from: next, leaving: remains)
      if !(try await remains.areGone()) { tally.report("an engine or a log outlives its last use") }
    }
    return try Verdict(ofMeasurementsIn: measurements, problems: tally.problems)
  }

  /// Opens the store, works on it for some rounds, and closes it again; then none of it may remain.
  ///
  /// - Returns: The number of the next round.
  private func workOpen(from first: Int, leaving remains: Remains) async throws -> Int {
    let log = try SQLiteDonationStore(path: store)
    let engine = SuggestionEngine(log: log, model: model, capacity: max(1, plan.people - 1))
    (remains.engine, remains.log) = (engine, log)
    if first == 0 { try await prepare(engine, log) }
    var round = first
    while goesOn, round < first + plan.roundsBetweenOpenings {
      try await work(round, on: engine, log)
      try await measure(log)
      round += 1
      if round % plan.roundsBetweenChecks == 0 || !goesOn { try await check(engine, log) }
    }
    try log.close()
    if FileManager.default.fileExists(atPath: store + "-wal") {
      tally.report("a closed store leaves its journal behind")
    }
    return round
  }

  /// Whether there is time left and nothing broke.
  ///
  /// There are never fewer rounds than the verdict needs.
  private var goesOn: Bool {
    let passed = (ContinuousClock.now - start) / .seconds(1)
    return tally.problems.isEmpty
      && (rounds < Verdict.leastRounds || passed + plan.roundSeconds < plan.seconds)
  }

  private func prepare(_ engine: SuggestionEngine, _ log: SQLiteDonationStore) async throws {
    let retention = try Retention(days: plan.days, count: nil)
    try await log.changePrivacyRules { $0.retention = retention }
    for person in people { try await person.fill(engine) }
    _ = stopwatch.take()
  }

  /// Runs one round: everybody works until its end, in this process and another one.
  private func work(_ round: Int, on engine: SuggestionEngine, _ log: SQLiteDonationStore) async throws {
    let shift = Shift(
      engine: engine, log: log, end: .now + .seconds(plan.roundSeconds), rest: .seconds(plan.rest / 1_000))
    let (stopwatch, machine, people, plan) = (stopwatch, machine, people, plan)
    let (store, digest, folder) = (store, digest, folder)
    do {
      self.digest = try await withThrowingTaskGroup(of: String?.self) { group in
        group.addTask {
          try await OtherProcess.run(store: store, plan, round: round, digest: digest, folder: folder)
        }
        group.addTask {
          try await machine.measure(stopwatch, until: shift.end, rest: .milliseconds(25))
          return nil
        }
        for (number, person) in people.enumerated() {
          let seed = plan.seed &+ UInt64(round * people.count + number)
          group.addTask {
            try await shift.write(person); return nil
          }
          group.addTask {
            try await shift.look(Onlooker(person, stopwatch: stopwatch, seed: seed))
            return nil
          }
        }
        var left = digest
        for try await result in group { left = result ?? left }
        return left
      }
    } catch {
      tally.report("round \(round + 1): \(error)")
    }
  }
}

extension SoakRun {
  private func begin() throws {
    try Data((Sample.header + "\n").utf8).write(to: URL(fileURLWithPath: measurements))
  }

  /// Measures while nobody works.
  private func measure(_ log: SQLiteDonationStore) async throws {
    var sample = Sample()
    sample.times = stopwatch.take().compactMapValues(Sample.Timing.init)
    sample.elapsed = (ContinuousClock.now - start) / .seconds(1)
    sample.process = .measured()
    let information = try await log.information()
    (sample.store, sample.journal) = (information.fileSize, information.journalSize)
    sample.donations = information.users.reduce(0) { $0 + $1.donations }
    sample.checkpoints = information.checkpoints
    (sample.delays, sample.problems) = (tally.delays, tally.problems.count)
    rounds += 1
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: measurements))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((sample.row + "\n").utf8))
  }

  /// Checks everything: no data is lost, forgotten data is gone, and answers are the same as a new
  /// engine's.
  private func check(_ engine: SuggestionEngine, _ log: SQLiteDonationStore) async throws {
    for problem in try await log.integrityProblems() { tally.report("the store is damaged: \(problem)") }
    for person in people {
      for problem in try await person.compare(with: log) { tally.report(problem) }
      guard try await answers(engine, for: person, on: log) else {
        tally.report("an answer differs from that of a fresh engine on the same log")
        continue
      }
    }
  }

  /// Returns whether an engine answers like a fresh one on an in-memory copy of the log without
  /// checkpoints.
  private func answers(
    _ engine: SuggestionEngine, for person: Person, on log: SQLiteDonationStore
  ) async throws -> Bool {
    let copy = InMemoryDonationStore()
    let anyMoment = try Instant(milliseconds: 0)  // the copy has no rules, and keeps everything
    _ = try await copy.ingest(try await log.allDonations(of: person.user).map(\.donation), at: anyMoment)
    _ = try await copy.ingest(try await log.feedback(of: person.user))
    _ = try await copy.ingest(try await log.phrases(of: person.user), at: anyMoment)
    let fresh = SuggestionEngine(log: copy, model: model)
    let request = SuggestionRequest(
      for: person.user, in: Context(at: try await person.now()), limit: 100, explains: true)
    return try await engine.suggestions(request) == fresh.suggestions(request)
  }
}

/// Objects that should be freed once they are unused.
private final class Remains {
  weak var engine: SuggestionEngine?
  weak var log: SQLiteDonationStore?

  /// Returns whether all are freed within some seconds: an engine that evicts a person may still be
  /// saving.
  func areGone() async throws -> Bool {
    for _ in 0..<100 where engine != nil || log != nil { try await Task.sleep(for: .milliseconds(50)) }
    return engine == nil && log == nil
  }
}
