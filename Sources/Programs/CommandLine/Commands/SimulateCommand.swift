internal import Activities
internal import ArgumentParser
internal import Foundation
internal import LogFormat
internal import Simulation

/// `hunch simulate`.
struct SimulateCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Generate the donation log of a simulated person.",
    discussion: """
      A persona is a JSON file that describes where a person is, what they do, when and how regularly; see datasets/README.md. \
      The same persona, seed and days give the same bytes.

        hunch simulate datasets/personas/ada.json > ada.jsonl
        hunch simulate datasets/personas/*.json --days 30 --seed 7 --out people.jsonl
      """)
  static let sample = ["life.json"]

  @Argument(
    help: ArgumentHelp("Simulate these persona files; - is standard input.", valueName: "persona"),
    completion: .file())
  var personas: [String]

  @Option(
    help: ArgumentHelp("Draw random numbers from this seed.", valueName: "number"), completion: .nothing)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Simulate COUNT days. Default: the persona's own number.", valueName: "count"),
    completion: .nothing)
  var days: Int?

  @Option(
    help: ArgumentHelp("Start on this day, like 2026-03-02. Default: the persona's own.", valueName: "date"),
    completion: .nothing,
    transform: Arguments.date)
  var from: CalendarDate?

  @Option(
    help: ArgumentHelp("Write the log to this file. Default: standard output.", valueName: "file"),
    completion: .file())
  var out: String?

  func run() throws {
    if let out { try OutputFile(path: out).check(against: personas) }
    let encoder = RecordEncoder()
    var bytes: [UInt8] = []
    for path in personas {
      let persona = try Persona(json: try WholeFile(path: path).read(), file: path)
      for donation in try Simulation(of: persona, seed: seed).donations(from: from, days: days) {
        do throws(RecordError) {
          try encoder.encode(.donation(donation), appendingTo: &bytes)
        } catch {
          throw Failure("\(path): a simulated donation cannot be written to a log: \(error)", .badData)
        }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    guard let out else { return try Console.write(lines: Data(bytes)) }
    try OutputFile(path: out).write(Data(bytes))
  }
}
