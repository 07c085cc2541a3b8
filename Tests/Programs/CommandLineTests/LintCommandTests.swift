import Foundation
import TestSupport
import Testing

@Suite("Problems that keep donations from being suggested")
struct LintCommandTests {
  /// Orders with a scroll offset that never repeats, and the given required keys.
  private func orders(_ count: Int, required: String? = nil) -> String {
    (0..<count).map { index in
      let keys = required.map { ",\"requiredUserInfoKeys\":\($0)" } ?? ""
      let day = (index < 9 ? "0" : "") + "\(index + 1)"
      let item = index % 2 == 0 ? "soup" : "salad"
      return
        "{\"v\":1,\"time\":\"2026-03-\(day)T12:10:00+01:00\",\"activityType\":\"org.example.lunch.order\",\"title\":\"Order \(item)\",\"persistentIdentifier\":\"\(item)\",\"userInfo\":{\"item\":\"\(item)\",\"scrollOffset\":\(index * 17 + 3)}\(keys)}"
    }.joined(separator: "\n") + "\n"
  }

  @Test("the noise key is named with a fix, and no value is shown")
  func noise() async throws {
    let outcome = try await Program.run(["lint", "-"], in: Scratch(), input: orders(20))
    #expect(outcome.code == 0)
    #expect(
      outcome.lines.map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(6).joined(separator: " ")
      } == [
        "problem noise-key org.example.lunch.order scrollOffset 20 20",
        "problem required-keys org.example.lunch.order  20 20",
      ])
    #expect(outcome.text.contains("consider requiredUserInfoKeys [item]"))
    #expect(
      outcome.errors.hasPrefix(
        "20 donations of 1 type: 2 problems, 0 of advice; enough data for 1 of 1 type"))
    #expect(!outcome.text.contains("soup"))
  }

  @Test(
    "good declarations give nothing to fix, with code 1; --withheld ignores declarations")
  func declared() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", orders(20, required: "[\"item\"]"))
    let well = try await Program.run(["lint", "log.jsonl", "-q"], in: scratch)
    #expect(well.code == 1 && well.output.isEmpty && well.errors == "hunch: nothing to fix\n")
    let withheld = try await Program.run(["lint", "log.jsonl", "--withheld"], in: scratch)
    #expect(withheld.code == 0 && withheld.lines.count == 2)
    #expect(withheld.errors.contains("of 1 proposed keys 100 % are declared, of 1 declared 100 % proposed"))
  }

  @Test("--strict exits with 65 if there is a problem, else with 0")
  func strict() async throws {
    let bad = try await Program.run(["lint", "-", "--strict", "-q"], in: Scratch(), input: orders(20))
    #expect(bad.code == 65 && bad.errors == "hunch: 2 problems\n" && !bad.output.isEmpty)
    let good = try await Program.run(
      ["lint", "-", "--strict", "-q"], in: Scratch(), input: orders(20, required: "[\"item\"]"))
    #expect(good.code == 0 && good.errors.isEmpty)
  }

  @Test("--keys prints a table, and JSON has all measurements")
  func keys() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", orders(20))
    let table = try await Program.run(["lint", "log.jsonl", "--keys"], in: scratch)
    #expect(
      table.lines == [
        "type\tkey\tdonations\tshare\tdistinct\tbits\trepeats\tverdict\trequired\tproposed",
        "org.example.lunch.order\titem\t20\t1.00\t2\t1.00\t0.95\ttells\tyes\tyes",
        "org.example.lunch.order\tscrollOffset\t20\t1.00\t20\t4.32\t0.00\tnoise\tyes\tno",
      ])
    let json = try await Program.run(["lint", "log.jsonl", "--json"], in: scratch)
    #expect(try await Program.run(["lint", "log.jsonl", "--json"], in: scratch).output == json.output)
    let object = try json.object()
    let type = try #require((object["types"] as? [[String: Any]])?.first)
    #expect(type["proposedKeys"] as? [String] == ["item"])
    #expect((object["findings"] as? [[String: Any]])?.count == 2)
    #expect((object["agreement"] as? [String: Any])?["precision"] as? Double == 1)
  }

  @Test("the store can be checked too, by user and by type")
  func store() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: orders(20))
    #expect(try await Program.run(["lint", "--problems"], in: scratch).lines.count == 2)
    let other = try await Program.run(["lint", "--type", "a.b"], in: scratch)
    #expect(other.code == 1 && other.errors == "hunch: no donations to check\n")
    #expect(try await Program.run(["lint", "--user", "mia"], in: scratch).code == 1)
  }

  @Test("imported donations are checked only with --imports")
  func imports() async throws {
    let scratch = try Scratch()
    let imported = orders(20).replacing("{\"v\":1,", with: "{\"v\":1,\"source\":\"import:lunches\",")
    try scratch.write("imported.jsonl", imported)
    for more in [[], ["--strict"]] {
      let alone = try await Program.run(["lint", "imported.jsonl"] + more, in: scratch)
      #expect(alone.code == 1 && alone.output.isEmpty)
      #expect(
        alone.errors
          == "hunch: 20 donations, all imported, so no program can improve them; check them with --imports\n"
      )
    }
    let asked = try await Program.run(["lint", "imported.jsonl", "--imports"], in: scratch)
    #expect(asked.code == 0 && asked.lines.count == 2)
    try scratch.write("own.jsonl", orders(12, required: "[\"item\"]"))
    let both = try await Program.run(["lint", "imported.jsonl", "own.jsonl"], in: scratch)
    #expect(both.code == 1 && both.output.isEmpty)
    #expect(both.errors.hasPrefix("12 donations of 1 type: 0 problems"))
    #expect(both.errors.contains("; 20 imported donations not checked (--imports)\n"))
    let json = try await Program.run(["lint", "imported.jsonl", "own.jsonl", "--json"], in: scratch)
    let object = try json.object()
    #expect(object["donations"] as? Int == 12 && object["importedDonations"] as? Int == 20)
  }

  @Test(
    "bad lines are reported and do not stop the rest; only bad lines are bad data; an empty log has no donations"
  )
  func badLines() async throws {
    let some = try await Program.run(["lint", "-"], in: Scratch(), input: "x\n" + orders(20))
    #expect(some.code == 0 && some.errors.contains("-:1: "))
    let all = try await Program.run(["lint", "-"], in: Scratch(), input: "x\ny\n")
    #expect(all.code == 65 && all.errors.contains("none of the lines could be read"))
    #expect(try await Program.run(["lint", "-"], in: Scratch()).code == 1)
  }

  private static let logs = ProcessInfo.processInfo.environment["HUNCH_LOGS"].map { URL(filePath: $0) }

  @Test(
    "the figures in Benchmarks/results/lint.md match the public logs",
    .enabled(if: Self.logs != nil, "HUNCH_LOGS names no folder"),
    arguments: ["desktop", "phone-cells", "phone-solo", "places-nyc", "shell"])
  func figures(log: String) async throws {
    let page = Repository.file("Benchmarks/results/lint.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| \(log) |")
    }
    let row = try #require(rows.first).split(separator: "|").map {
      $0.trimmingCharacters(in: .whitespaces).replacing(",", with: "").replacing("`", with: "")
    }
    let path = try #require(Self.logs).appending(path: "\(log).jsonl").path
    let outcome = try await Program.run(["lint", path, "--keys", "-q"], in: Scratch())
    let fields = try #require(outcome.lines.last).split(separator: "\t").map(String.init)
    #expect(outcome.lines.count == 2)
    #expect(Array(row[2...7]) == [fields[2], fields[1], fields[4], fields[5], fields[6], fields[7]])
    #expect(fields[9] == "yes" && row[8] == fields[1])
  }
}
