internal import ArgumentParser
internal import Benchmarking
internal import Kernels

/// `hunch benchmark`.
struct BenchmarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measure how quick it is on this machine.",
    discussion: """
      Ranking beside the bare matrix products of the same shapes, measured in turn in the same run; and taking a \
      suggestion back to the action that performs it. Figures are of one core.

        hunch benchmark
        hunch benchmark ranking --candidates 100 --candidates 5000 --json
      """)

  /// What can be measured.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case ranking, continuation, all
  }

  @Argument(help: "What is measured: ranking, continuation, or all.")
  var subject = Subject.all

  @Option(help: ArgumentHelp("How many times each case is measured.", valueName: "count"))
  var repetitions = 300

  @Option(
    help: ArgumentHelp(
      "A number of candidates; may be repeated. Default: 64, 1000, 10000.", valueName: "count"))
  var candidates: [Int] = []

  @Option(help: ArgumentHelp("For the made-up numbers.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let plan = try BenchmarkPlan(
      repetitions: repetitions, candidates: candidates.isEmpty ? [64, 1_000, 10_000] : candidates, seed: seed)
    var reports: [BenchmarkReport] = []
    if subject != .continuation { reports.append(try Benchmarks.ranking(plan, clock: WallClock.nanoseconds)) }
    if subject != .ranking {
      reports.append(try await Benchmarks.continuation(plan, clock: WallClock.nanoseconds))
    }
    guard !output.json else { return try Console.print(JSONText.line(reports.flatMap(\.results))) }
    if let machine = reports.first?.machine {
      output.note("\(machine.configuration), \(machine.vectorInstructions)")
    }
    #if DEBUG
      output.note("this is a debug build: its figures say little")
    #endif
    for report in reports { try Console.print(report.table) }
  }
}
