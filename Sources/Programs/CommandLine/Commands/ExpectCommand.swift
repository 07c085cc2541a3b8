internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import Foundation
internal import Hunch
internal import Simulation
internal import Suggestions

/// `hunch expect`.
struct ExpectCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "expect",
    abstract: "Run expectation files: given these days, expect these suggestions.",
    discussion: """
      A file describes a person, or names a persona or a log, and states what must be suggested at which moments. The command \
      simulates or reads the days, asks the engine, and reports for each expectation whether it holds, or else what was \
      suggested instead and why. The article ExpectationFiles describes the format.

        hunch expect datasets/expect/pizzeria.json
        hunch expect tests/*.json --seeds 20 --junit results.xml

      On a terminal it prints a list, else tab-separated lines: pass or fail, file, name, time, expected, number of seeds for \
      which it held, number of seeds, first suggestion, its probability, why.

      Exits with 0 if all expectations hold, with 1 if some do not, and with 65 if a file is invalid.
      """)
  static let sample = ["life.json"]

  @Argument(
    help: ArgumentHelp("Check these expectation files; - is standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Simulate people from this seed on.", valueName: "number"),
    completion: .nothing)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Simulate people with COUNT consecutive seeds.", valueName: "count"),
    completion: .nothing)
  var seeds = 1

  @Option(
    help: ArgumentHelp("Write the results to this file in JUnit's format.", valueName: "file"),
    completion: .file())
  var junit: String?

  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...10_000).contains(seeds) else { throw ValidationError("--seeds must be from 1 to 10000.") }
    guard seed <= UInt64.max - 10_000 else { throw ValidationError("--seed is too large.") }
    try DistinctLogs.checkStandardInput(of: files)
  }

  func run() async throws {
    try checkOutput(against: files + (model.model.map { [$0] } ?? []))
    let check = ExpectationCheck(model: try model.open().suggestionModel())
    // Every file is read first, so that an error in the last one is reported before the first one
    // is simulated.
    let read = try files.map { path in
      let file = WholeFile(path: path)
      return (
        path: path,
        file: try ExpectationFile<Persona>(json: try file.read(), file: path) { name in
          let sibling = file.sibling(name)
          try checkOutput(against: [sibling])
          return (try WholeFile(path: sibling).read(), sibling)
        }
      )
    }
    for (path, file) in read {
      guard case .log(let name, _) = file.source else { continue }
      try checkOutput(against: [WholeFile(path: path).sibling(name)])
    }
    var reports: [ExpectationReport] = []
    for (path, file) in read {
      let report: ExpectationReport
      do {
        report = ExpectationReport(file: path, results: try await results(of: file, at: path, check))
      } catch let error as ExpectationCheckError {
        throw Failure("\(path): \(error)", .badData)
      }
      reports.append(report)
      if output.json {
        try Console.print(JSONText.line(report))
      } else {
        try Console.print(ExpectationText(report).text)
      }
    }
    if let junit { try OutputFile(path: junit).write(Data(ExpectationReport.junit(reports).utf8)) }
    let failed = reports.reduce(0) { $0 + $1.failed }
    let all = reports.reduce(0) { $0 + $1.results.count }
    guard failed == 0 else {
      throw Failure("\(failed) of \(Formatting.count(all, "expectation")) did not hold", .nothingFound)
    }
    output.note("\(Formatting.count(all, "expectation")) held")
  }

  /// Checks that the results can be written, and do not overwrite an input.
  private func checkOutput(against read: [String]) throws {
    if let junit { try OutputFile(path: junit).check(against: read) }
  }

  private func results(
    of file: ExpectationFile<Persona>, at path: String, _ check: ExpectationCheck
  ) async throws -> [ExpectationResult] {
    var outcomes: [[(seed: UInt64?, outcome: ExpectationOutcome)]] = file.expectations.map { _ in [] }
    switch file.source {
    case .log(let name, let user):
      let log = WholeFile(path: path).sibling(name)
      let (history, owner) = try await Self.load(log, user: user, quiet: output.quiet)
      let found = try await check.outcomes(of: file.expectations, in: history, by: owner)
      for (index, outcome) in found.enumerated() { outcomes[index].append((nil, outcome)) }
    case .persona(let persona):
      let bar = ProgressBar(path, quiet: output.quiet)
      defer { bar.finish() }
      for number in seed..<seed + UInt64(seeds) {
        bar.show("seed \(number)")
        let found: [ExpectationOutcome]
        do {
          found = try await check.outcomes(
            of: file.expectations, with: Simulation(of: persona, seed: number))
        } catch let error as SimulationError {
          throw Failure("\(path): \(error)", .badData)
        }
        for (index, outcome) in found.enumerated() { outcomes[index].append((number, outcome)) }
      }
    }
    return zip(file.expectations, outcomes).compactMap { ExpectationResult(of: $0, $1) }
  }

  /// Reads the log that a file names; an empty log, or one of several users, is an error in the
  /// file.
  private static func load(
    _ log: String, user: UserIdentifier?, quiet: Bool
  ) async throws -> (any DonationStore, UserIdentifier) {
    do {
      return try await SourceOptions.load(log, user: user, quiet: quiet)
    } catch let failure as Failure where failure.code == .nothingFound || failure.code == .usage {
      throw Failure(failure.message, .badData)
    }
  }
}
