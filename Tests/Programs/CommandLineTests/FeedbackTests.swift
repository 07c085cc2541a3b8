import Foundation
import TestSupport
import Testing

@Suite("Feedback, silence, and why")
struct FeedbackCommandTests {
  private static let morning = "2026-03-20T08:35:00+01:00"

  private struct Why: Decodable {
    let rank: Int?
    let stoppedBy: String?
  }

  private static func scratch() async throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    _ = try await Program.run(["import", "log.jsonl"], in: scratch)
    return scratch
  }

  private static func answer(_ arguments: [String] = [], in scratch: Scratch) async throws -> [String: Any] {
    let outcome = try await Program.run(["suggest", "--json", "--at", morning] + arguments, in: scratch)
    return try outcome.object()
  }

  private static func identities(_ answer: [String: Any]) -> [String] {
    (answer["suggestions"] as? [[String: Any]])?.compactMap { $0["identity"] as? String } ?? []
  }

  @Test("an answer is shown and dismissed by rank, and the dismissal is undone by name")
  func showing() async throws {
    let scratch = try await Self.scratch()
    let before = try await Self.answer(in: scratch)
    try scratch.write(
      "answer.json", String(decoding: JSONSerialization.data(withJSONObject: before), as: UTF8.self))
    let at = ["--at", "2026-03-20T08:34:00+01:00"]
    #expect(
      try await Program.run(["feedback", "shown", "--from", "answer.json"] + at, in: scratch).code == 0)
    let dismissal = try await Program.run(
      ["feedback", "dismissed", "--from", "answer.json", "--chosen", "1", "--json"] + at, in: scratch)
    #expect(dismissal.text == "{\"added\":1}\n")
    let after = try await Self.answer(in: scratch)
    #expect(Self.identities(after).first != nil && Self.probability(after) < Self.probability(before))
    let name = try #require(before["suggestion"] as? String)
    let undone = try await Program.run(["feedback", "undone", "--suggestion", name] + at, in: scratch)
    #expect(undone.code == 0)
    #expect(try await NSDictionary(dictionary: Self.answer(in: scratch)) == NSDictionary(dictionary: before))
  }

  private static func probability(_ answer: [String: Any]) -> Double {
    (answer["suggestions"] as? [[String: Any]])?.first?["probability"] as? Double ?? .nan
  }

  @Test("never is listed until it is undone")
  func never() async throws {
    let scratch = try await Self.scratch()
    let first = try await #require(Self.identities(Self.answer(in: scratch)).first)
    #expect(try await Program.run(["feedback"], in: scratch).code == 1)
    #expect(try await Program.run(["feedback", "never", first, "--at", Self.morning], in: scratch).code == 0)
    #expect(try await Self.identities(Self.answer(in: scratch)).contains(first) == false)
    let list = try await Program.run(["feedback"], in: scratch)
    #expect(list.code == 0 && list.lines.count == 1)
    #expect(list.lines.first?.split(separator: "\t").dropFirst().first == "never")
    #expect(list.lines.first?.hasSuffix(first) == true)
    let why = try await Program.run(["why", first, "--at", Self.morning, "--json"], in: scratch)
    #expect(try why.code == 0 && why.json(as: Why.self).stoppedBy == "permitted")
    _ = try await Program.run(["feedback", "undone", first, "--at", Self.morning], in: scratch)
    #expect(try await Self.identities(Self.answer(in: scratch)).first == first)
    #expect(try await Program.run(["feedback"], in: scratch).code == 1)
  }

  @Test("a whole program can be forbidden and allowed again")
  func program() async throws {
    let scratch = try await Self.scratch()
    let before = try await Self.answer(in: scratch)
    let suggestions = try #require(before["suggestions"] as? [[String: Any]])
    let type = try #require(suggestions.first?["activityType"] as? String)
    let program = type.split(separator: ".").dropLast().joined(separator: ".")
    #expect(
      try await Program.run(["feedback", "never", "--program", program, "--at", Self.morning], in: scratch)
        .code
        == 0)
    let left = try await #require(Self.answer(in: scratch)["suggestions"] as? [[String: Any]])
    #expect(!left.isEmpty)
    #expect(left.allSatisfy { ($0["activityType"] as? String)?.hasPrefix(program + ".") == false })
    _ = try await Program.run(
      ["feedback", "undone", "--program", program, "--at", Self.morning], in: scratch)
    #expect(try await Self.identities(Self.answer(in: scratch)) == Self.identities(before))
  }

  @Test(
    "invalid feedback is rejected before anything is stored",
    arguments: [
      (["feedback", "loved", "0"], 64, "verdict"), (["feedback", "never"], 64, "Missing target"),
      (["feedback", "never", "xyz"], 64, "no activity by that name"),
      (["feedback", "never", "--type", "t", "--program", "p"], 64, "Give only one of"),
      (["feedback", "never", "--type", "t", "--scope", "type"], 64, "--scope"),
      (["feedback", "--type", "t"], 64, "Missing verdict"),
      (["feedback", "shown", "--from", "log.jsonl"], 65, "not an answer"),
      (["feedback", "never", String(repeating: "0", count: 32)], 65, "no activity"),
      (["suggest", "--surface", "wall"], 64, "search, list, interrupt"),
      (["suggest", "--quiet-hours", "22-7"], 64, "22:00-07:00"),
      (["suggest", "--interruptions=-1"], 64, "negative"),
      (["why", "zz"], 64, "no activity by that name"),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], code: Int32, words: String) async throws {
    let scratch = try await Self.scratch()
    let outcome = try await Program.run(arguments, in: scratch)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try await Program.run(["feedback"], in: scratch).code == 1)
  }

  @Test("feedback on an activity that only a program named is recorded, and why names those that overtook it")
  func hinted() async throws {
    let scratch = try await Self.scratch()
    let hint =
      #"{"activityType":"org.example.air.board","title":"Board the plane","relevance":[{"date":{"from":"2026-03-20T08:30:00+01:00","to":"2026-03-20T09:00:00+01:00"}}]}"#
    try scratch.write("hints.jsonl", hint + "\n")
    let set = try await Program.run(["hint", "set", "hints.jsonl"], in: scratch)
    #expect(set.code == 0, "\(set.errors)")
    let answer = try await Self.answer(in: scratch)
    let suggestions = try #require(answer["suggestions"] as? [[String: Any]])
    let place = try #require(suggestions.firstIndex { $0["title"] as? String == "Board the plane" })
    let behind = try #require(suggestions.dropFirst(place + 1).first?["identity"] as? String)
    let why = try await Program.run(["why", behind, "--json", "--at", Self.morning], in: scratch)
    #expect(try why.json(as: Why.self).rank == place + 2)
    try scratch.write(
      "answer.json", String(decoding: JSONSerialization.data(withJSONObject: answer), as: UTF8.self))
    #expect(
      try await Program.run(
        ["feedback", "shown", "--from", "answer.json", "--at", Self.morning], in: scratch
      ).code
        == 0)
    let never = try await Program.run(
      ["feedback", "never", "board the PLANE", "--at", Self.morning], in: scratch)
    #expect(never.code == 0, "\(never.errors)")
    let after = try await #require(Self.answer(in: scratch)["suggestions"] as? [[String: Any]])
    #expect(!after.isEmpty && after.allSatisfy { $0["title"] as? String != "Board the plane" })
  }

  @Test("undoing needs feedback to undo, and feedback from the future is rejected")
  func nothingStands() async throws {
    let scratch = try await Self.scratch()
    for arguments in [["--program", "org.example.player"], ["--type", "t"], ["--suggestion", "nonsense"]] {
      let outcome = try await Program.run(["feedback", "undone"] + arguments, in: scratch)
      #expect(outcome.code == 1 && outcome.errors.contains("nothing to undo"))
    }
    let future = try await Program.run(
      ["feedback", "never", "--type", "t", "--at", "2199-01-01T00:00:00Z"], in: scratch)
    #expect(future.code == 64 && future.errors.contains("future"))
    let empty = try await Program.run(["feedback", "never", "--program", ""], in: scratch)
    #expect(empty.code == 64 && empty.errors.contains("--program is empty"))
    let catalogue = try await Program.run(["suggest", "--catalogue", "--surface", "interrupt"], in: scratch)
    #expect(catalogue.code == 64)
  }

  @Test("a list has only likely activities; at night nothing interrupts, and the reason is reported")
  func surfaces() async throws {
    let scratch = try await Self.scratch()
    let list = try await Self.answer(["--surface", "list"], in: scratch)
    let said = (list["suggestions"] as? [[String: Any]])?.compactMap { $0["probability"] as? Double } ?? []
    #expect(!said.isEmpty && said.allSatisfy { $0 >= 0.05 })
    let night = try await Program.run(
      ["suggest", "--surface", "interrupt", "--at", Self.morning, "--quiet-hours", "08:00-09:00"], in: scratch
    )
    #expect(night.code == 1 && night.output.isEmpty)
    #expect(night.errors.contains("quiet hours are 08:00 to 09:00"))
  }

  @Test("why prints lines for scripts, and exits with 1 for an activity that was never done")
  func why() async throws {
    let scratch = try await Self.scratch()
    let last = try await #require(Self.identities(Self.answer(in: scratch)).last)
    let outcome = try await Program.run(["why", last, "--at", Self.morning], in: scratch)
    #expect(outcome.code == 0)
    let kinds = Set(outcome.lines.map { String($0.prefix { $0 != "\t" }) })
    #expect(kinds == ["activity", "", "gate", "alternative"])
    #expect(outcome.lines.contains { $0.hasPrefix("gate\tknown\tpassed\t") })
    let phrase = try #require(outcome.lines.first?.split(separator: "\t")[3])
    let byPhrase = try await Program.run(["why", phrase.uppercased(), "--at", Self.morning], in: scratch)
    #expect(byPhrase.output == outcome.output)
    #expect(try await Program.run(["why", String(repeating: "0", count: 32)], in: scratch).code == 1)
    #expect(try await Program.run(["why", last, "--at", "2020-01-01T00:00:00Z"], in: scratch).code == 1)
  }
}
