import Foundation
import TestSupport
import Testing

@Suite("Suggestions, their reasons, and their measures")
struct SuggestTests {
  private static let morning = ["--at", "2026-03-20T08:35:00+01:00"]

  @Test("suggestions straight from a log are the same bytes each time")
  func deterministic() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    let arguments = ["suggest", "--log", "log.jsonl", "--why"] + Self.morning
    let first = try await Program.run(arguments, in: scratch)
    #expect(first.code == 0)
    #expect(first.lines.first?.hasPrefix("1\t0.") == true)
    #expect(first.lines.filter { $0.hasPrefix("\t") }.allSatisfy { $0.hasPrefix("\twhy\t") })
    #expect(
      first.lines.allSatisfy { (2...5).contains($0.split(separator: "\t").count) }, "one to three facts")
    let details = try await Program.run(
      ["suggest", "--log", "log.jsonl", "--details"] + Self.morning, in: scratch)
    #expect(details.lines.contains { $0.hasPrefix("\tsum\t") })
    #expect(details.lines.filter { first.lines.contains($0) } == first.lines)
    #expect(try await Program.run(arguments, in: scratch).output == first.output)
    #expect(
      try await Program.run(arguments + ["--json"], in: scratch).output
        == Program.run(arguments + ["--json"], in: scratch).output)
  }

  @Test("the store and the log it was filled from give the same answer")
  func storeEqualsLog() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    _ = try await Program.run(["import", "log.jsonl"], in: scratch)
    let stored = try await Program.run(["suggest", "--json", "--why"] + Self.morning, in: scratch)
    let direct = try await Program.run(
      ["suggest", "--log", "log.jsonl", "--json", "--why"] + Self.morning, in: scratch)
    #expect(stored.code == 0)
    #expect(stored.output == direct.output)
  }

  @Test("in JSON, contributions add up to the score, and probabilities including something new to 1")
  func contributionsAddUp() async throws {
    let scratch = try Scratch()
    let log = SampleLog.days(18)
    let outcome = try await Program.run(
      ["suggest", "--log", "-", "--json", "--why", "-n", "100"] + Self.morning, in: scratch, input: log)
    let object = try outcome.object()
    let suggestions = try #require(object["suggestions"] as? [[String: Any]])
    #expect(suggestions.count == 6)
    #expect(object["candidates"] as? Int == 6)
    #expect(object["donations"] as? Int == 90)
    for suggestion in suggestions {
      let explanation = try #require(suggestion["explanation"] as? [String: Any])
      let parts = try #require(explanation["contributions"] as? [[String: Any]])
      let sum = parts.reduce(0) { $0 + ($1["amount"] as? Double ?? .nan) }
      #expect(abs(sum - (explanation["score"] as? Double ?? .nan)) < 1e-3)
    }
    let said = suggestions.reduce(0) { $0 + ($1["probability"] as? Double ?? .nan) }
    #expect(abs(said + (object["noneOfThese"] as? Double ?? .nan) - 1) < 1e-5)
    #expect(suggestions.compactMap { $0["rank"] as? Int } == Array(1...6))
  }

  @Test("unlikely suggestions are left out; if none is left, the reason is printed and the code is 1")
  func minimum() async throws {
    let outcome = try await Program.run(
      ["suggest", "--log", "-", "--min-probability", "1"] + Self.morning, in: Scratch(),
      input: SampleLog.days(5))
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("hunch: nothing is suggested; the most likely activity: "))
    #expect(outcome.errors.hasSuffix(" % likely; at least 100 % needed\n"))
    let before = try await Program.run(
      ["suggest", "--log", "-", "--at", "2020-01-01T00:00:00Z"], in: Scratch(), input: SampleLog.days(5))
    #expect(before.code == 1)
    #expect(before.errors == "hunch: no donations before that moment\n")
  }

  @Test("a user must be named only for a log of several users")
  func users() async throws {
    let log = SampleLog.days(5, user: "mia") + SampleLog.days(5, user: "leo")
    let both = try await Program.run(["suggest", "--log", "-"] + Self.morning, in: Scratch(), input: log)
    #expect(both.code == 64)
    #expect(both.errors.contains("the log has 2 users; name one with --user"))
    let mia = try await Program.run(
      ["suggest", "--log", "-", "--user", "mia"] + Self.morning, in: Scratch(), input: log)
    let alone = try await Program.run(
      ["suggest", "--log", "-"] + Self.morning, in: Scratch(), input: SampleLog.days(5, user: "mia"))
    #expect(mia.code == 0)
    #expect(mia.output == alone.output)
  }

  @Test("a place may be south and west")
  func southWest() async throws {
    let place = ["--near", "-33.45,-70.66"]
    let outcome = try await Program.run(
      ["suggest", "--log", "-"] + place + Self.morning, in: Scratch(), input: SampleLog.days(5))
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test("a user without donations gets a note on other users")
  func unknownUser() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1, user: "mia"))
    let outcome = try await Program.run(["suggest", "--user", "ada"], in: scratch)
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "hunch: no donations of that user yet; 1 other has some, listed by `hunch users`\n"
    )
  }

  @Test(
    "before the first donation the reason is reported, in JSON too, and no store is created")
  func beforeTheFirst() async throws {
    let scratch = try Scratch()
    for arguments in [["suggest", "--json"], ["suggest", "--json", "--user", "mia"]] {
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.hasPrefix(
          "hunch: no donations yet: no store at /"))
      let object = try outcome.object()
      #expect(object["donations"] as? Int == 0 && object["candidates"] as? Int == 0)
      #expect((object["suggestions"] as? [Any])?.isEmpty == true)
      #expect(object["noneOfThese"] as? Double == 1, "everything that comes is new")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "store").path))
    let words = try await Program.run(["suggest"], in: scratch)
    #expect(words.code == 1 && words.output.isEmpty && words.errors.contains("no donations yet"))
  }

  @Test("an evaluation has the shape that scripts rely on")
  func evaluation() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    let outcome = try await Program.run(
      ["evaluate", "log.jsonl", "--json", "--score-from", "0.5"], in: scratch)
    #expect(outcome.code == 0)
    let object = try outcome.object()
    #expect(object["log"] as? String == "log.jsonl")
    #expect(object["users"] as? Int == 1)
    #expect(object["scored"] as? Int == 45)
    let rankers = try #require(object["rankers"] as? [[String: Any]])
    #expect(
      rankers.compactMap { $0["name"] as? String } == [
        "hunch", "most-frequent", "most-recent", "frecency", "hour-of-day", "markov-1", "markov-2",
        "naive-bayes",
      ])
    for ranker in rankers {
      let rates = try #require(ranker["hit_rate"] as? [String: Double])
      #expect(Set(rates.keys) == ["1", "3", "5", "8"])
      #expect(ranker["mrr"] is Double && ranker["mrr_per_user"] is Double)
      #expect(ranker["microseconds_per_query"] is Double)
    }
    #expect(rankers[0]["log_loss"] is Double && rankers[0]["calibration_error"] is Double)
    let table = try await Program.run(["evaluate", "-", "log.jsonl"], in: scratch, input: SampleLog.days(6))
    #expect(table.code == 0)
    #expect(table.lines.filter { $0.hasPrefix("ranker\thit@1") }.count == 2)
  }
}
