import Foundation
import TestSupport
import Testing

@Suite("Evaluation: details, and a page of them")
struct EvaluateTests {
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("one.jsonl", SampleLog.days(18))
    try scratch.write("two.jsonl", SampleLog.days(8, user: "mia") + SampleLog.days(6, user: "leo"))
    return scratch
  }

  @Test("JSON has curves and breakdowns; with several files the last object has all users")
  func json() async throws {
    let outcome = try await Program.run(["evaluate", "--json", "one.jsonl", "two.jsonl"], in: Self.scratch())
    #expect(outcome.code == 0 && outcome.lines.count == 3)
    let objects = try outcome.objects()
    for object in objects.prefix(2) {
      for key in ["differences", "cold_start", "hours", "reliability", "per_user"] {
        #expect((object[key] as? [Any])?.isEmpty == false, "\(key)")
      }
    }
    #expect(objects[2]["pooled"] as? [String] == ["one.jsonl", "two.jsonl"])
    let first = (objects[2]["cold_start"] as? [[String: Any]])?.first
    #expect(
      first?["users"] as? Int == 3 && first?["seen_from"] as? Int == 1 && first?["seen_to"] as? Int == 1)
  }

  @Test("without a file the store is measured, and a sentence about the result comes first")
  func store() async throws {
    let scratch = try Self.scratch()
    #expect(try await Program.run(["evaluate"], in: scratch).code == 1, "no store exists")
    #expect(try await Program.run(["import", "one.jsonl"], in: scratch).code == 0)
    let (ofStore, ofLog) = (
      try await Program.run(["evaluate"], in: scratch),
      try await Program.run(["evaluate", "one.jsonl"], in: scratch)
    )
    #expect(ofStore.code == 0, "\(ofStore.errors)")
    func rates(_ run: ProcessRun) -> [[Substring]] {
      run.lines.map { Array($0.split(separator: "\t").prefix(6)) }
    }
    #expect(rates(ofStore) == rates(ofLog) && ofStore.lines.count == 9)
    let first =
      /The first suggestion was right \d+ times? in 100; the best simple rule \([a-zA-Z ]+\) \d+\.\nthe store:/
    #expect(ofStore.errors.starts(with: first), "\(ofStore.errors)")
    let last = /the first suggestion was right \d+ times? in 100; the best simple rule \([a-zA-Z ]+\) \d+\n$/
    #expect(ofLog.errors.contains(last), "\(ofLog.errors)")
    #expect(try await Program.run(["evaluate", "--quiet"], in: scratch).errors.isEmpty)
    let moments = try await Program.run(["evaluate", "--moments", "6h", "--score-from", "0.3"], in: scratch)
    #expect(moments.code == 0 && moments.errors.hasPrefix("the store: "), "\(moments.errors)")
    let both = try await Program.run(["evaluate", "one.jsonl", "--store", "x"], in: scratch)
    #expect(both.code == 64 && both.errors.contains("logs or --store, not both"))
  }

  @Test(
    "--details adds tables below the usual one, which does not change")
  func details() async throws {
    let scratch = try Self.scratch()
    let short = try await Program.run(["evaluate", "one.jsonl", "two.jsonl"], in: scratch)
    #expect(short.lines.count == 2 * 9)
    let outcome = try await Program.run(["evaluate", "--details", "one.jsonl", "two.jsonl"], in: scratch)
    #expect(outcome.code == 0)
    let tables = outcome.text.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }.filter {
      !$0.isEmpty
    }
    let headers = tables.map { $0[0].split(separator: "\t").first ?? "" }
    let each: [Substring] = ["ranker", "rule", "seen", "hour", "said", "ranker", "MRR from"]
    #expect(headers == each + each + ["seen"])
    for table in tables {
      let widths = Set(table.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count })
      #expect(widths.count == 1, "\(table[0])")
    }
    let counts = tables[2].dropFirst().compactMap {
      $0.split(separator: "\t").dropFirst(2).first.flatMap { Int($0) }
    }
    #expect(counts.reduce(0, +) == 89, "all queries but the first")
  }

  @Test("the page has the same bytes each time and names the model; the table is still printed")
  func page() async throws {
    let scratch = try Self.scratch()
    let arguments = ["evaluate", "one.jsonl", "two.jsonl", "--report"]
    let outcome = try await Program.run(arguments + ["page.html"], in: scratch)
    #expect(outcome.code == 0 && outcome.lines.count == 2 * 9)
    #expect(outcome.errors.hasSuffix("wrote page.html\n"))
    let page = try scratch.read("page.html")
    let again = try await Program.run(arguments + ["again.html", "-q"], in: scratch)
    #expect(try scratch.read("again.html") == page && again.errors.isEmpty)
    let html = String(decoding: page, as: UTF8.self)
    #expect(html.hasPrefix("<!DOCTYPE html>\n") && html.contains("Model: the one that is shipped."))
    #expect(html.contains(">one.jsonl</a>") && html.contains(">two.jsonl</a>"))
    #expect(html.contains("Predicted best and worst") && html.contains("data-label=\"ranked first\""))
  }

  @Test("a page is marked in-sample if the model was fitted on the donations")
  func inSample() async throws {
    let scratch = try Self.scratch()
    try scratch.write("seen.jsonl", SampleLog.days(22))
    let training = ["train", "seen.jsonl", "--until", "0.6", "--epochs", "1", "--quiet"]
    try #require(try await Program.run(training + ["--out", "m.safetensors"], in: scratch).code == 0)
    for (log, isMarked) in [("seen.jsonl", true), ("two.jsonl", false)] {
      let arguments = [
        "evaluate", log, "--model", "m.safetensors", "--score-from", "0.5", "--report", "page.html",
        "--details",
      ]
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 0)
      let html = String(decoding: try scratch.read("page.html"), as: UTF8.self)
      #expect(html.contains("In-sample: ") == isMarked && html.contains("Model: m.safetensors."))
      #expect(outcome.text.contains("\tnew\thunch (in-sample)\t") == isMarked)
    }
  }

  @Test("the cold start includes training donations, and is marked separately in table, page and JSON")
  func inSampleColdStart() async throws {
    let scratch = try Self.scratch()
    try scratch.write("seen.jsonl", SampleLog.days(22))
    let training = ["train", "seen.jsonl", "--until", "0.6", "--epochs", "1", "--quiet"]
    try #require(try await Program.run(training + ["--out", "m.safetensors"], in: scratch).code == 0)
    let arguments = ["evaluate", "two.jsonl", "seen.jsonl", "--model", "m.safetensors"]
    let tables = try await Program.run(arguments + ["--details", "--report", "page.html"], in: scratch)
    #expect(tables.code == 0, "\(tables.errors)")
    let engines = tables.lines.map { $0.split(separator: "\t").map(String.init) }
      .filter { ["seen", "hour"].contains($0.first) }.map { $0[4] }
    #expect(engines == ["hunch", "hunch", "hunch (in-sample)", "hunch", "hunch (in-sample)"])
    #expect(!tables.lines.contains { $0.hasPrefix("hunch (in-sample)\t") }, "the scored donations are unseen")
    let html = String(decoding: try scratch.read("page.html"), as: UTF8.self)
    #expect(html.components(separatedBy: "In-sample: the cold start").count == 2)
    #expect(html.contains("In-sample: the model was fitted on some of the donations"))
    let objects = try await Program.run(arguments + ["--json"], in: scratch).objects()
    #expect(objects.map { $0["cold_start_in_sample"] as? Bool } == [nil, true, nil])
    #expect(objects.map { $0["in_sample"] as? Bool } == [nil, nil, true])
  }

  @Test("the same log twice is rejected under any names, and so is standard input twice")
  func twice() async throws {
    let scratch = try Self.scratch()
    try scratch.write("copy.jsonl", "\n" + SampleLog.days(18))
    let copy = try await Program.run(["evaluate", "one.jsonl", "copy.jsonl"], in: scratch)
    #expect(copy.code == 64 && copy.errors.contains("one.jsonl and copy.jsonl have the same donations"))
    let input = try await Program.run(["evaluate", "-", "-"], in: scratch, input: SampleLog.days(18))
    #expect(input.code == 64 && input.errors.contains("standard input cannot be read again"))
  }

  @Test(
    "a page replaces only an older page, never a log, model or device, and creates no folder")
  func overwriting() async throws {
    let scratch = try Self.scratch()
    try scratch.write("page.html", "old")
    #expect(try await Program.run(["evaluate", "one.jsonl", "--report", "page.html"], in: scratch).code == 0)
    #expect(try scratch.read("page.html").count > 10_000)
    for (target, code) in [
      ("./one.jsonl", 64), ("-", 64), ("/dev/null", 73), ("no/page.html", 73), (".", 73),
    ] {
      let outcome = try await Program.run(["evaluate", "one.jsonl", "--report", target], in: scratch)
      #expect(outcome.code == Int32(code) && outcome.output.isEmpty, "\(target): \(outcome.errors)")
    }
    #expect(try scratch.read("one.jsonl") == Data(SampleLog.days(18).utf8))
    try scratch.write("model", "kept")
    let outcome = try await Program.run(
      ["evaluate", "one.jsonl", "--model", "model", "--report", "./model"], in: scratch)
    #expect(outcome.code == 64 && outcome.errors.contains("the model"), "\(outcome.errors)")
    #expect(try scratch.read("model") == Data("kept".utf8))
  }

  @Test("a log with nothing to score leaves no page")
  func nothing() async throws {
    let scratch = try Self.scratch()
    try scratch.write("short.jsonl", SampleLog.line("me", "2026-03-01T08:00:00Z", "a.b", "x"))
    let outcome = try await Program.run(["evaluate", "short.jsonl", "--report", "page.html"], in: scratch)
    #expect(outcome.code == 1 && outcome.errors.contains("no donation is left to score"))
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "page.html").path))
  }
}
