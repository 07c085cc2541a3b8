internal import Answers
internal import ArgumentParser
internal import Benchmarking
internal import Foundation
internal import Kernels
internal import LogFormat
internal import ProgramSupport
internal import Reports

/// `hunch benchmark`.
struct BenchmarkCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measure speed on this machine.",
    discussion: """
      Ranking (kernels, scoring, whole queries, donations, memory, checkpoints), continuation (publishing, decoding, \
      routing, continuing, searching), and the store (durable donations, import, scan, forget, first answer, many people), \
      each compared with another way to do the same, in turn in the same run. All data is generated, in a temporary folder.

        hunch benchmark
        hunch benchmark ranking --json
        hunch benchmark store --log history.jsonl
        hunch benchmark --full --report speed.html

      Times are for one core: the median and the 99th percentile of up to 1,000 samples per case, fewer if that takes longer \
      than a second (--full: three). The limit is the time that the machine needs for the same arithmetic at the rate of a \
      bare matrix product, or to read as many bytes from memory, whichever is longer; a column names which. time/limit is \
      the time divided by that limit. At 1.00 a call is as fast as the bare operation; below 1 it is faster, because its data \
      stayed in a nearer cache, or its shape suits the processor better. time/other is the time divided by that of the other \
      way: below 1 it is faster. Growth is the exponent e in time ~ size^e. --json prints the same for programs. The command first \
      estimates how long it will take, and ends with a summary of the figures.
      """)
  static let sample = ["store", "--quick", "--repetitions", "1", "--log", "good.jsonl"]

  /// A subject that can be measured.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case ranking, continuation, store
  }

  @Argument(help: "Measure only this: ranking, continuation, or store. Default: all three.")
  var subject: Subject?

  @Flag(
    help:
      "Measure the largest sizes too: 500,000 donations, 100,000 activities, 10,000 users. Takes many minutes."
  )
  var full = false

  @Flag(help: "Only check that everything works, in seconds; the figures mean little.")
  var quick = false

  @Option(
    help: ArgumentHelp("Take at most COUNT samples per case.", valueName: "count"), completion: .nothing)
  var repetitions: Int?

  @Option(help: ArgumentHelp("Generate the data from this seed.", valueName: "number"), completion: .nothing)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Measure the import of this donation log; it is only read.", valueName: "file"),
    completion: .file())
  var log: String?

  @Option(
    help: ArgumentHelp("Also write everything as one HTML page, with charts.", valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp("Record this source revision in the results.", valueName: "name"),
    completion: .nothing)
  var commit: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if full, quick { throw ValidationError("--full and --quick are opposites; give one of them.") }
    if let repetitions, repetitions < 1 { throw ValidationError("--repetitions must be at least 1.") }
    if log != nil, let subject, subject != .store {
      throw ValidationError("--log is for the store; \(subject.rawValue) reads no log.")
    }
    if let log, let report, OutputFile(path: report).isFile(at: log) {
      throw ValidationError("--report names the log that is read; give the page another name.")
    }
  }

  func run() async throws {
    if let report { try OutputFile(path: report).check() }
    let document = BenchmarkDocument(conditions: conditions, reports: try await measure())
    if output.json { try Console.print(JSONText.line(document, keys: .convertToSnakeCase)) }
    for sentence in document.reports.compactMap(\.sentence) { output.note(sentence) }
    guard let report else { return }
    try OutputFile(path: report).write(Data(BenchmarkPage(document).html.utf8))
    output.note("wrote \(report)")
  }

  private func measure() async throws -> [BenchmarkReport] {
    #if DEBUG
      output.note("this is a debug build: its figures mean little")
    #endif
    output.note("\(conditions.processor): \(conditions.blas), \(conditions.vectorInstructions)")
    let plan = plan
    let subjects = self.subject.map { [$0] } ?? Subject.allCases
    let seconds = subjects.reduce(0) { $0 + plan.expectedSeconds(of: $1.rawValue) }
    output.note("this takes about \(Formatting.duration(seconds)), longer on a busy machine")
    var reports: [BenchmarkReport] = []
    for subject in subjects {
      let progress = { (name: String) in output.note("\(subject.rawValue): \(name)") }
      let clock = WallClock.nanoseconds
      let report =
        switch subject {
        case .ranking: try await Benchmarks.ranking(plan, clock: clock, progress: progress)
        case .continuation: try await Benchmarks.continuation(plan, clock: clock, progress: progress)
        case .store:
          try await Benchmarks.store(plan, log: try lines(), clock: clock, progress: progress)
        }
      if !output.json { try Console.print(report.text + "\n") }
      reports.append(report)
    }
    return reports
  }

  private var plan: BenchmarkPlan {
    var plan = quick ? BenchmarkPlan.quick : full ? .full : .short
    if let repetitions { plan.repetitions = repetitions }
    plan.seed = seed
    return plan
  }

  /// The bytes of the log.
  private func lines() throws -> [UInt8]? {
    guard let log else { return nil }
    guard FileManager.default.fileExists(atPath: log) else { throw FileFailure(file: log, reason: .notFound) }
    try FileFailure.check(log)
    guard let bytes = FileManager.default.contents(atPath: log) else {
      throw FileFailure(file: log, reason: .unreadable)
    }
    return Array(bytes)
  }

  private var conditions: BenchmarkConditions {
    #if DEBUG
      let isDebugBuild = true
    #else
      let isDebugBuild = false
    #endif
    let arguments = CommandLine.arguments.dropFirst().joined(separator: " ")
    return BenchmarkConditions(
      command: "hunch \(arguments)", processor: Processor.name, blas: BLAS.build, commit: commit,
      isDebugBuild: isDebugBuild)
  }
}
