import Foundation
import Testing

@Suite("The card of a model, and the plan")
struct TrainCardTests {
  private static let training = [
    "train", "log.jsonl", "--until", "0.6", "--epochs", "1", "--out", "model.safetensors", "--quiet",
  ]

  private static func card(_ options: [String], provenance: String = "") throws -> (String, Scratch) {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    try scratch.write("where.md", provenance)
    let outcome = try Program.run(training + options, in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return (String(decoding: try scratch.read("card.md"), as: UTF8.self), scratch)
  }

  @Test("says where a log comes from, as it was told, and what it was not told")
  func provenance() throws {
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
    let (told, scratch) = try Self.card(["--provenance", "where.md"], provenance: page)
    #expect(told.contains("\n## Where the logs come from\n\n**log.jsonl**: From the moon, under CC0.\n"))
    #expect(told.contains("\n## For those who ship it\n\nAsk the moon.\n"))
    #expect(!told.contains("Not of this model") && !told.contains("preface") && !told.contains("Not said"))
    let (untold, _) = try Self.card([])
    #expect(untold.contains("Not said for log.jsonl"))
    for (file, code) in [("none.md", 66), (".", 66), ("log.jsonl", 65)] as [(String, Int32)] {
      let outcome = try Program.run(Self.training + ["--provenance", file], in: scratch)
      #expect(outcome.code == code && outcome.errors.contains("\(file): "), "\(outcome.errors)")
    }
  }

  @Test("has every setting, figures with intervals, the curve for new users, and what follows from figures")
  func sections() throws {
    let (card, scratch) = try Self.card([])
    let plan = try Program.run(["train", "--show-plan", "--until", "0.6", "--epochs", "1"], in: scratch)
    #expect(plan.code == 0 && plan.errors.hasPrefix("objective: "))
    let settings = plan.lines.dropFirst().map { $0.components(separatedBy: "\t") }
    #expect(settings.count > 20 && settings.contains { $0[0] == "adaptation.variance" })
    let following = ["adaptation.", "correction.", "sharpness."]
    for setting in settings where !following.contains(where: setting[0].hasPrefix) {
      #expect(card.contains("\n| `\(setting[0])` | \(setting[1]) | \(setting[2]) |\n"), "\(setting)")
    }
    #expect(card.contains("| ranker | hit@1 | hit@3 | hit@5 | hit@8 | MRR | 95 % |"))
    #expect(card.contains("not seen in fitting. Ahead of "))
    #expect(card.contains("\n| 1 | 1 | 1 | ") && card.contains("\n- Lowest MRR: "))
    #expect(
      card.contains("\n- Least lead over the best simple rule: ") && card.contains("\n- A new user: after "))
    let (seen, _) = try Self.card(["--until", "0.9"])
    #expect(
      seen.contains("**in-sample**: the model was fitted") && seen.contains("- Figures marked in-sample"))
  }

  @Test("evidence that was not learned from is named, in the card and in the model")
  func without() throws {
    let (card, scratch) = try Self.card(["--without", "time", "--without", "habit"])
    #expect(card.contains("- time (**not learned from**): ") && card.contains("- rhythm: "))
    #expect(card.contains(#"| `without` | ["habit", "time"] |"#))
    let model = try scratch.read("model.safetensors")
    #expect(model.firstRange(of: Data(#"\"without\":\"[\\\"habit\\\""#.utf8)) != nil)
    let wrong = try Program.run(Self.training + ["--without", "luck"], in: scratch)
    #expect(wrong.code == 64 && wrong.errors.contains("kinship"))
  }
}
