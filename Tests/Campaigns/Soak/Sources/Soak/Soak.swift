import Foundation

// Soak: Does it hold when it runs for long?
//
// Start here: a `SoakRun` lets people donate, ask, answer and forget on one store, in rounds; after
// each round a `Sample` says how much memory, how many files and how much time that took, and a
// `Verdict` says in the end whether any of it grew. `make soak` runs it for an hour, a test for
// some seconds; Benchmarks/results/soak.md has the figures.

/// Runs a soak, prints what it did, and exits with 1 if anything grew or broke.
@main
struct Soak {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == OtherProcess.command {
        return try await OtherProcess.work(arguments: Array(arguments.dropFirst()))
      }
      let verdict =
        if arguments.first == "judge", arguments.count == 2 {
          try Verdict(ofMeasurementsIn: arguments[1])
        } else {
          try await SoakRun(SoakPlan(arguments)).run()
        }
      print(verdict.description)
      if !verdict.isFlat { exit(1) }
    } catch {
      FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
      exit(2)
    }
  }
}
