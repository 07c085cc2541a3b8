internal import Activities
internal import ArgumentParser
internal import Foundation
internal import LogFormat
internal import Simulation

/// `hunch simulate`.
struct SimulateCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Generate the donation log of a described person.",
    discussion: """
      A persona is a JSON file that says where somebody is, what they do, when and how regularly; datasets/README.md \
      describes it. The same persona, seed and days give the same bytes.

        hunch simulate datasets/personas/ada.json > ada.jsonl
        hunch simulate datasets/personas/*.json --days 30 --seed 7 --out people.jsonl
      """)
  static let sample = ["life.json"]

  @Argument(
    help: ArgumentHelp("Persona files, or - for standard input.", valueName: "persona"),
    completion: .file())
  var personas: [String]

  @Option(help: ArgumentHelp("The seed of everything random.", valueName: "number"), completion: .nothing)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("How many days. Default: the persona's own number.", valueName: "count"),
    completion: .nothing)
  var days: Int?

  @Option(
    help: ArgumentHelp("The first day, like 2026-03-02. Default: the persona's own.", valueName: "date"),
    completion: .nothing,
    transform: Arguments.date)
  var from: CalendarDate?

  @Option(
    help: ArgumentHelp("A file to write to. Default: standard output.", valueName: "file"),
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
          throw Failure("\(path): a donation of it makes no line of a log: \(error)", .badData)
        }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    guard let out else { return try Console.write(lines: Data(bytes)) }
    try OutputFile(path: out).write(Data(bytes))
  }
}
