import Foundation

/// Prints how quickly the logs in the folder `HUNCH_LOGS` (or the one that is named) are imported.
@main
struct StoreBenchmark {
  static func main() async throws {
    let named = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    let folder = ProcessInfo.processInfo.environment["HUNCH_LOGS"].map { URL(filePath: $0) }
    let logs = named.isEmpty ? folder.map { [$0.appending(path: "places-nyc.jsonl")] } ?? [] : named
    guard !logs.isEmpty else { return print("no log: set HUNCH_LOGS or name one") }
    for log in logs {
      let result = try await ImportBenchmark(log: log).run()
      print("\(log.lastPathComponent): \(result.rows) rows, medians of \(result.imported.count) rounds")
      for (name, costs) in [
        ("import", result.imported), ("bare SQLite", result.bare), ("reading", result.read),
      ] {
        let seconds = median(costs.map(\.seconds))
        let processor = Int(median(costs.map(\.processor)) * 1_000)
        print("  \(name): \(Int(Double(result.rows) / seconds)) rows/s, \(processor) ms of processors")
      }
      let ratios = zip(result.imported, result.bare).map { $1.seconds / $0.seconds }
      let work = zip(result.imported, result.bare).map { $1.processor / $0.processor }
      print(
        "  rate of the import / of bare SQLite: \(hundredths(median(ratios))), by work \(hundredths(median(work)))"
      )
    }
    if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let peak = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM") })
    {
      print("  \(peak)")
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
