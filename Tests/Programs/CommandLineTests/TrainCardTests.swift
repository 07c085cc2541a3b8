import Foundation
import TestSupport
import Testing

@Suite("The card of a model, and the plan")
struct TrainCardTests {
  private static let training = [
    "train", "log.jsonl", "--until", "0.6", "--epochs", "1", "--out", "model.safetensors", "--quiet",
  ]

  private static func card(_ options: [String], provenance: String = "") async throws -> (String, Scratch) {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    try scratch.write("where.md", provenance)
    let outcome = try await Program.run(training + options, in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return (String(decoding: try scratch.read("card.md"), as: UTF8.self), scratch)
  }

  @Test("the card has the given origin of each log, and names missing ones")
  func provenance() async throws {
    let page = """
      A preface that stays out.
      # Logs
      ## other.jsonl
      Not of this model.
      ## spare.jsonl, log.jsonl
      From the moon, under CC0.
      # For those who ship it
      Ask the moon.
      """
    let (told, scratch) = try await Self.card(["--provenance", "where.md"], provenance: page)
    #expect(told.contains("\n## Where the logs come from\n\n**log.jsonl**: From the moon, under CC0.\n"))
    #expect(told.contains("\n## For those who ship it\n\nAsk the moon.\n"))
    #expect(!told.contains("Not of this model") && !told.contains("preface") && !told.contains("No origin"))
    let (untold, _) = try await Self.card([])
    #expect(untold.contains("No origin is recorded for log.jsonl"))
    for (file, code) in [("none.md", 66), (".", 66), ("log.jsonl", 65)] as [(String, Int32)] {
      let outcome = try await Program.run(Self.training + ["--provenance", file], in: scratch)
      #expect(outcome.code == code && outcome.errors.contains("\(file): "), "\(outcome.errors)")
    }
  }

  @Test("headings of the page that match no log are reported, except with --quiet")
  func unmatched() async throws {
    let (_, scratch) = try await Self.card([])
    try scratch.write("where.md", "# Logs\n## spare.jsonl, log.jsonl\nMine.\n## lag.jsonl\nA slip.\n")
    for (isQuiet, arguments) in [(true, Self.training), (false, Array(Self.training.dropLast()))] {
      let outcome = try await Program.run(arguments + ["--provenance", "where.md"], in: scratch)
      #expect(outcome.code == 0)
      let isNamed = outcome.errors.contains("no log has that name: lag.jsonl, spare.jsonl\n")
      #expect(isNamed == !isQuiet, "\(outcome.errors)")
    }
  }

  @Test("a log with nothing left to measure on is reported without figures; users are counted")
  func nothingLeft() async throws {
    let scratch = try Scratch()
    let users = ["ada", "kai", "mia"].map { SampleLog.days(8, user: $0) }
    try scratch.write("short.jsonl", users.joined())
    try scratch.write("long.jsonl", SampleLog.days(28))
    let training = ["train", "--until", "0.89", "--epochs", "1", "--out", "m"]
    let outcome = try await Program.run(training + ["short.jsonl"], in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("short.jsonl: nothing was left to measure on\n"))
    let alone = String(decoding: try scratch.read("card.md"), as: UTF8.self)
    #expect(alone.contains("\n### short.jsonl\n\nHere nothing was left to measure on.\n"))
    #expect(!alone.contains("Lowest MRR") && !alone.contains("Smallest lead") && !alone.contains("0 queries"))
    #expect(alone.contains("\n- It was fitted on 3 people. "))
    try #require(try await Program.run(training + ["short.jsonl", "long.jsonl"], in: scratch).code == 0)
    let both = String(decoding: try scratch.read("card.md"), as: UTF8.self)
    #expect(both.contains(" on long.jsonl; the right activity") && both.contains("Here nothing was left"))
    #expect(both.contains("\n- It was fitted on 4 people. "))
  }

  @Test("names of logs are plain text in the card, even with Markdown characters")
  func names() async throws {
    let scratch = try Scratch()
    let name = "a|b<i>*c*_d_`e`.jsonl"
    try scratch.write(name, SampleLog.days(22))
    let training = ["train", name, "--until", "0.6", "--epochs", "1", "--out", "m", "--quiet"]
    try #require(try await Program.run(training, in: scratch).code == 0)
    let card = String(decoding: try scratch.read("card.md"), as: UTF8.self)
    let escaped = #"a\|b\<i>\*c\*\_d\_\`e\`.jsonl"#
    #expect(card.contains("| \(escaped) | 1 |") && card.contains("\n### \(escaped)\n"))
    #expect(
      card.contains("No origin is recorded for \(escaped)")
        && card.contains(" on \(escaped); the right activity"))
    #expect(!card.contains(name))
  }

  @Test("the card has every setting, figures with intervals, the curve for new users, and conclusions")
  func sections() async throws {
    let (card, scratch) = try await Self.card([])
    let plan = try await Program.run(
      ["train", "--show-plan", "--until", "0.6", "--epochs", "1"], in: scratch)
    #expect(plan.code == 0 && plan.errors.hasPrefix("objective: "))
    let settings = plan.lines.dropFirst().map { $0.components(separatedBy: "\t") }
    #expect(settings.count > 20 && settings.contains { $0[0] == "adaptation.variance" })
    let following = ["adaptation.", "correction.", "sharpness.", "pool."]
    for setting in settings where !following.contains(where: setting[0].hasPrefix) {
      #expect(card.contains("\n| `\(setting[0])` | \(setting[1]) | \(setting[2]) |\n"), "\(setting)")
    }
    #expect(card.contains("| ranker | hit@1 | hit@3 | hit@5 | hit@8 | MRR | 95 % |"))
    #expect(card.contains("not seen in fitting. Ahead of "))
    #expect(card.contains("\n| 1 | 1 | 1 | ") && card.contains("\n- Lowest MRR: "))
    #expect(
      card.contains("\n- Smallest lead over the best simple rule: ")
        && card.contains("\n- A new user: after "))
    let (seen, _) = try await Self.card(["--until", "0.9"])
    #expect(
      seen.contains("**in-sample**: the model was fitted") && seen.contains("- Figures marked in-sample"))
  }

  @Test("ignored evidence is named in the card and in the model")
  func without() async throws {
    let (card, scratch) = try await Self.card(["--without", "time", "--without", "habit"])
    #expect(card.contains("- time (**not learned from**): ") && card.contains("- rhythm: "))
    #expect(card.contains(#"| `without` | ["habit", "time"] |"#))
    let model = try scratch.read("model.safetensors")
    #expect(model.firstRange(of: Data(#"\"without\":\"[\\\"habit\\\""#.utf8)) != nil)
    let wrong = try await Program.run(Self.training + ["--without", "luck"], in: scratch)
    #expect(wrong.code == 64 && wrong.errors.contains("kinship"))
  }
}
