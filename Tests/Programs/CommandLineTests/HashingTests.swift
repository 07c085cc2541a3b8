import Foundation
import TestSupport
import Testing

@Suite("hunch rules add --hash and --field")
struct HashingTests {
  private static func pay(_ contact: String, minute: Int) -> String {
    """
    {"time":"2026-03-02T08:0\(minute):00Z","activityType":"org.example.bank.pay","title":"Pay \(contact)",\
    "userInfo":{"contact":"\(contact)"},"location":{"latitude":52.5163,"longitude":13.3777,"name":"Kontor"},\
    "context":{"wifi":"home"}}

    """
  }

  private static let log = (0..<9).map { pay($0 % 3 == 0 ? "Zebra" : "Yak", minute: $0) }.joined()

  @Test("equal values have equal hashes, and appear nowhere in the store, the export or the answers")
  func hashing() async throws {
    let scratch = try Scratch()
    let added = try await Program.run(
      ["rules", "add", "--hash", "--info", "contact", "--field", "location"], in: scratch)
    #expect(added.code == 0)
    #expect(added.errors.contains("programs get the hash back and cannot continue them"))
    let titles = try await Program.run(["rules", "add", "--redact", "--field", "title"], in: scratch)
    #expect(titles.code == 0)
    let imported = try await Program.run(["import", "-"], in: scratch, input: Self.log)
    #expect(imported.errors.contains("9 redacted"))
    let suggested = try await Program.run(["suggest", "--json", "--at", "2026-03-02T09:00:00Z"], in: scratch)
    #expect(suggested.text.contains(#""contact":"hashed:"#))
    #expect(suggested.text.ranges(of: #""rank""#).count == 2)
    let export = try await Program.run(["export"], in: scratch)
    #expect(
      try export.objects().contains { ($0["location"] as? [String: Any])?["latitude"] as? Double == 52.52 })
    let store = try scratch.read("store/donations.sqlite")
    for marker in ["Zebra", "Yak", "Kontor", "52.5163"] {
      #expect(!suggested.text.contains(marker) && !export.text.contains(marker))
      #expect(store.range(of: Data(marker.utf8)) == nil, "\(marker)")
    }
    let list = try await Program.run(["rules", "list", "--json"], in: scratch)
    struct Rule: Decodable {
      let effect: String
      let fields: [String]?
    }
    let rule = try list.json(as: [Rule].self).first
    #expect(rule?.effect == "hash" && rule?.fields == ["location"])
  }

  @Test(
    "exporting, forgetting and importing a history hashes it, and erases its bytes")
  func history() async throws {
    let scratch = try Scratch()
    let shown = """
      {"type":"feedback","time":"2026-03-02T08:30:00Z","verdict":"dismissed","shown":\
      [{"activityType":"org.example.bank.pay","userInfo":{"contact":"Zebra"}}]}

      """
    _ = try await Program.run(["import", "-"], in: scratch, input: Self.log + shown)
    _ = try await Program.run(["rules", "add", "--hash", "--info", "contact"], in: scratch)
    _ = try await Program.run(["rules", "add", "--redact", "--field", "title"], in: scratch)
    let export = try await Program.run(["export"], in: scratch).text
    #expect(export.contains("Zebra"), "existing donations do not change")
    #expect(try await Program.run(["forget", "--all", "--yes"], in: scratch).code == 0)
    #expect(
      try await Program.run(["import", "--restore-forgotten", "-"], in: scratch, input: export).errors
        .contains("9 redacted"))
    let rewritten = try await Program.run(["export"], in: scratch).text
    #expect(rewritten.split(separator: "\n").count == 10)
    #expect(!rewritten.contains("Zebra"))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: scratch.folder.appending(path: "store").path)
    #expect(try files.allSatisfy { try scratch.read("store/\($0)").range(of: Data("Zebra".utf8)) == nil })
    let again = try await Program.run(["import", "-"], in: scratch, input: rewritten)
    #expect(again.errors.contains("nothing was added"), "hashes are not hashed again")
  }

  @Test("the secret is forgotten with the last rule that needs it")
  func secret() async throws {
    let scratch = try Scratch()
    for name in ["a", "b"] {
      _ = try await Program.run(["rules", "add", "--hash", "--info", name], in: scratch)
    }
    let refused = try await Program.run(["rules", "remove", "1", "--forget-secret"], in: scratch)
    #expect(refused.code == 64 && refused.errors.contains("a rule still needs the secret"))
    #expect(try await Program.run(["rules", "list"], in: scratch).lines.count == 3, "nothing was changed")
    #expect(try await Program.run(["rules", "remove", "1"], in: scratch).code == 0)
    let last = try await Program.run(["rules", "remove", "2", "--forget-secret"], in: scratch)
    #expect(last.errors.contains("removed rule 2 and forgot the secret"))
  }

  @Test("the secret can be forgotten after the last rule, with a report")
  func secretAlone() async throws {
    let scratch = try Scratch()
    let forget = ["rules", "remove", "--forget-secret"]
    let without = try await Program.run(forget, in: scratch)
    #expect(without.code == 1 && without.errors.contains("no secret to forget"))
    _ = try await Program.run(["rules", "add", "--hash", "--info", "a"], in: scratch)
    let needed = try await Program.run(forget, in: scratch)
    #expect(needed.code == 64 && needed.errors.contains("a rule still needs the secret"))
    #expect(try await Program.run(["rules", "remove", "1"], in: scratch).code == 0)
    let done = try await Program.run(forget, in: scratch)
    #expect(done.code == 0 && done.errors.contains("forgot the secret"))
    #expect(try await Program.run(forget, in: scratch).code == 1)
    _ = try await Program.run(["rules", "add", "--hash", "--info", "a"], in: scratch)
    _ = try await Program.run(["rules", "remove", "2"], in: scratch)
    let json = try await Program.run(forget + ["--json"], in: scratch)
    #expect(json.code == 0 && json.text == "{\"secretForgotten\":true}\n")
  }

  @Test(
    "invalid rules are rejected with a solution",
    arguments: [
      (["--hash"], "Nothing to hash"), (["--hash", "--field", "title"], "title cannot be hashed"),
      (["--drop", "--hash", "--info", "a"], "Give one of --drop, --redact, --hash, --hide and --show"),
      (["--drop", "--program", "a", "--field", "title"], "--field needs"),
      (["--redact", "--field", "mood"], "location.name"), (["--hash", "--info", ""], "--info is empty"),
      (["--redact"], "Nothing to redact"), (["--hash", "--info", "a", "--forget"], "import them again"),
    ])
  func refused(_ arguments: [String], _ words: String) async throws {
    let outcome = try await Program.run(["rules", "add"] + arguments, in: Scratch())
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }
}
