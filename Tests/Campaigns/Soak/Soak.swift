import Foundation

// Soak: does Hunch keep working when it runs for a long time?
//
// Start here: in rounds, a `SoakRun` lets people donate, ask, answer and forget on one store. After
// each round a `Sample` has the memory, files and time used. At the end a `Verdict` says whether
// any of it grew. `make soak` runs it for an hour, a test for some seconds;
// Benchmarks/results/soak.md has the figures.

/// Runs a soak, prints its results, and exits with 1 if anything grew or broke.
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
