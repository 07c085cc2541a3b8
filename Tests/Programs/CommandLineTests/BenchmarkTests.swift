import Foundation
import TestSupport
import Testing

@Suite("hunch benchmark")
struct BenchmarkTests {
  @Test("standard output has one JSON object with the figures, the machine and the command")
  func json() async throws {
    let scratch = try Scratch()
    let outcome = try await Program.run(
      ["benchmark", "continuation", "--quick", "--repetitions", "2", "--json", "--commit", "abc"], in: scratch
    )
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.count == 1)
    let object = try outcome.object()
    let conditions = try #require(object["conditions"] as? [String: Any])
    #expect((conditions["command"] as? String)?.hasPrefix("hunch benchmark continuation") == true)
    #expect(conditions["commit"] as? String == "abc")
    #expect(conditions["vector_instructions"] is String)
    let reports = try #require(object["reports"] as? [[String: Any]])
    #expect(reports.map { $0["subject"] as? String } == ["continuation"])
    let results = try #require(reports[0]["results"] as? [[String: Any]])
    for result in results {
      let timing = try #require(result["timing"] as? [String: Any])
      #expect(timing["median"] is Double && timing["calls_per_sample"] is Int)
      #expect((result["rate"] as? [String: Any])?["per_second"] is Double)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
  }

  @Test("the store's cases import a log without changing it, and a page shows them")
  func store() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(3))
    let arguments = ["benchmark", "store", "--quick", "--repetitions", "1", "--log", "log.jsonl"]
    let outcome = try await Program.run(arguments + ["--report", "speed.html"], in: scratch)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("import 15 lines"))
    #expect(outcome.errors.contains("wrote speed.html"))
    #expect(try scratch.read("log.jsonl") == Data(SampleLog.days(3).utf8))
    let page = String(decoding: try scratch.read("speed.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("import 15 lines"))
    let refused = try await Program.run(arguments + ["--report", "./log.jsonl"], in: scratch)
    #expect(refused.code == 64 && refused.errors.contains("names the log"))
    #expect(try scratch.read("log.jsonl") == Data(SampleLog.days(3).utf8))
  }

  @Test(
    "a pipe also gets the estimated time, the progress and a summary of the figures"
  )
  func progress() async throws {
    let outcome = try await Program.run(
      ["benchmark", "continuation", "--quick", "--repetitions", "2"], in: Scratch())
    #expect(outcome.code == 0, "\(outcome.errors)")
    let notes = outcome.errors.split(separator: "\n").map(String.init)
    let first = try #require(notes.firstIndex { $0.hasPrefix("this takes about ") })
    let step = try #require(notes.firstIndex { $0 == "continuation: publishing and continuing" })
    let last = try #require(notes.firstIndex { $0.hasPrefix("publishing an activity takes ") })
    #expect(first < step && step < last && last == notes.count - 1, "\(notes)")
    let quiet = try await Program.run(
      ["benchmark", "continuation", "--quick", "--repetitions", "1", "--quiet"], in: Scratch())
    #expect(quiet.code == 0 && quiet.errors.isEmpty)
  }
}
