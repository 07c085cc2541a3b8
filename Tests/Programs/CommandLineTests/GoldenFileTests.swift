import Foundation
import GRDB
import TestSupport
import Testing

/// Files in `Tests/Golden`, made by older commits, which must still be readable.
@Suite("Files from older versions")
struct GoldenFileTests {
  /// A store of an older schema, and the records besides donations that it could hold.
  struct Store: Sendable, CustomTestStringConvertible {
    let name: String
    var rules = 0
    var hints = 0
    var ownPhrases = 0
    var isEncrypted = false

    var testDescription: String { name }
  }

  static let stores = [
    Store(name: "schema-1.store"),
    Store(name: "schema-2.store"),
    Store(name: "schema-3.store"),
    Store(name: "schema-4.store", rules: 1),
    Store(name: "schema-5.store", rules: 1, hints: 1),
    Store(name: "schema-6.store", rules: 1, hints: 1, ownPhrases: 1),
    Store(name: "schema-8.store", rules: 1, hints: 1, ownPhrases: 1),
    Store(name: "schema-8-encrypted.store", rules: 1, hints: 1, ownPhrases: 1, isEncrypted: true),
    Store(name: "schema-9.store", rules: 1, hints: 1, ownPhrases: 1),
    Store(name: "schema-9-encrypted.store", rules: 1, hints: 1, ownPhrases: 1, isEncrypted: true),
    Store(name: "schema-10.store", rules: 1, hints: 1, ownPhrases: 1),
    Store(name: "schema-10-encrypted.store", rules: 1, hints: 1, ownPhrases: 1, isEncrypted: true),
    Store(name: "schema-11.store", rules: 1, hints: 1, ownPhrases: 1),
    Store(name: "schema-11-encrypted.store", rules: 1, hints: 1, ownPhrases: 1, isEncrypted: true),
  ]

  private static let newestSchema = 12
  private static let golden = Repository.file("Tests/Golden")
  private static let now = ["--user", "ada", "--at", "2026-03-05T08:00:00+01:00"]

  /// Returns a folder with a copy of a golden file as its store.
  private static func copy(_ name: String) throws -> Scratch {
    let scratch = try Scratch()
    let folder = scratch.folder.appending(path: "store")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try take(golden.appending(path: name), to: folder.appending(path: "donations.sqlite"))
    try take(golden.appending(path: "key"), to: scratch.folder.appending(path: "key"))
    return scratch
  }

  private static func take(_ file: URL, to target: URL) throws {
    try Data(contentsOf: file).write(to: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
  }

  /// The suggestions: identities with their probabilities, and "none of these".
  private static func answer(_ object: [String: Any]) throws -> [String: Double] {
    var answer = ["": try #require(object["noneOfThese"] as? Double)]
    for suggestion in try #require(object["suggestions"] as? [[String: Any]]) {
      answer[try #require(suggestion["identity"] as? String)] = suggestion["probability"] as? Double
    }
    #expect(answer.count > 5)
    return answer
  }

  @Test(
    "a store of every schema is migrated, is sound, and answers like a new one", arguments: stores)
  func store(_ store: Store) async throws {
    let scratch = try Self.copy(store.name)
    let key = store.isEncrypted ? ["--key-file", "key"] : []
    func run(_ arguments: String..., code: Int32 = 0) async throws -> ProcessRun {
      let run = try await Program.run(arguments + key, in: scratch)
      #expect(run.code == code, "\(arguments): \(run.errors)")
      return run
    }
    // As if the log were imported today, without the phrase if the schema could not hold it.
    let fresh = try Scratch()
    let history = try String(contentsOf: Self.golden.appending(path: "history.jsonl"), encoding: .utf8)
    let kept = history.split(separator: "\n").filter {
      store.ownPhrases > 0 || !$0.contains(#""type":"phrase""#)
    }
    try fresh.write("history.jsonl", kept.joined(separator: "\n") + "\n")
    #expect(try await Program.run(["import", "history.jsonl"], in: fresh).code == 0)

    let facts = try await run("doctor", "--json").object()["facts"] as? [[String: String]]
    #expect(facts?.first { $0["name"] == "store.schema" }?["value"] == "\(Self.newestSchema)")
    #expect(facts?.first { $0["name"] == "store.donations" }?["value"] == "33")
    #expect(try await run("export").output == Program.run(["export"], in: fresh).output)
    let suggest = ["suggest", "-n", "100", "--json"] + Self.now
    #expect(
      try await Self.answer(Program.run(suggest + key, in: scratch).object())
        == Self.answer(Program.run(suggest, in: fresh).object()))
    let found = try await Program.run(["search", "diary", "--json"] + Self.now + key, in: scratch).object()
    #expect((found["results"] as? [Any])?.count == 1)
    for words in [[], ["nbox"], ["odt"], ["ffer lett"]] {
      let search = ["search", "-n", "100"] + words + Self.now
      let lines = try await Program.run(search + key, in: scratch).lines
      #expect(try await lines == Program.run(search, in: fresh).lines && !lines.isEmpty, "\(words)")
    }
    let rules =
      try await JSONSerialization.jsonObject(
        with: run("rules", "--json", code: store.rules > 0 ? 0 : 1).output) as? [Any]
    #expect(rules?.count == store.rules)
    let hints = try await run(
      "hint", "list", "--user", "ada", "--at", "2026-03-04T12:30:00+01:00", "--json",
      code: store.hints > 0 ? 0 : 1
    ).object()
    #expect((hints["hints"] as? [Any])?.count == store.hints)
    let phrases = try await run("phrase", "list", "--user", "ada", "--json").object()["phrases"]
    let own = (phrases as? [[String: Any]])?.count { $0["phrase"] as? String == "how is the sky" }
    #expect(own == store.ownPhrases)
    _ = try await run(
      "donate", "--type", "org.example.diary.write", "--title", "Write the diary", "--user", "ada",
      "--at", "2026-03-05T08:01:00+01:00")
    #expect(try await run("export").lines.count == Program.run(["export"], in: fresh).lines.count + 1)
  }

  /// Migration 7 was edited within an hour of its first commit, before any version was released.
  ///
  /// `Tests/Golden/README.md` has the commits. Such a file is recognised, and nothing in it is
  /// lost.
  @Test(
    "a store of the edited schema is rejected unchanged, and the repair saves all of it",
    arguments: ["schema-7.store", "schema-7-encrypted.store"])
  func edited(name: String) async throws {
    let scratch = try Self.copy(name)
    let key = name.contains("encrypted") ? ["--key-file", "key"] : []
    let refused = try await Program.run(["suggest"] + Self.now + key, in: scratch)
    #expect(refused.code == 69 && refused.errors.contains("doctor --repair"), "\(refused)")
    #expect(try scratch.read("store/donations.sqlite") == Data(contentsOf: Self.golden.appending(path: name)))
    let repaired = try await Program.run(["doctor", "--repair", "store/saved.sqlite"] + key, in: scratch)
    #expect(repaired.code == 0, "\(repaired.errors)")
    for saved in ["donation\t33", "feedback\t1", "hint\t1", "phrase\t1", "rule\t1"] {
      #expect(repaired.lines.contains("saved.\(saved)"), "\(repaired.text)")
    }
    let fresh = try Scratch()
    try fresh.write(
      "history.jsonl", String(contentsOf: Self.golden.appending(path: "history.jsonl"), encoding: .utf8))
    #expect(try await Program.run(["import", "history.jsonl"], in: fresh).code == 0)
    #expect(
      try await Program.run(["export", "--store", "store/saved.sqlite"] + key, in: scratch).output
        == Program.run(["export"], in: fresh).output)
  }

  /// Half a year of a person with five habits, and the answer of commit 7b11624 with the model of
  /// commit 2600322.
  private static func habits(
    _ scratch: Scratch, kernel: String? = nil
  ) async throws -> ProcessRun {
    for name in ["checkpoint.jsonl", "model-2600322.safetensors"] {
      try take(golden.appending(path: name), to: scratch.folder.appending(path: name))
    }
    let imported = try await Program.run(
      ["import", "checkpoint.jsonl"], in: scratch, environment: environment(of: kernel))
    #expect(imported.code == 0, "\(imported.errors)")
    return try await ask(scratch, kernel: kernel)
  }

  private static func ask(
    _ scratch: Scratch, kernel: String? = nil
  ) async throws -> ProcessRun {
    try await Program.run(
      ["suggest", "--at", "2026-04-22T12:00:00Z", "--model", "model-2600322.safetensors", "--json"],
      in: scratch, environment: environment(of: kernel))
  }

  private static func environment(of kernel: String?) -> [String: String] {
    kernel.map { ["OPENBLAS_CORETYPE": $0] } ?? [:]
  }

  @Test("a model for the previous version's features opens, and answers nearly as before")
  func model() async throws {
    let now = try await Self.habits(Scratch()).object()
    let then = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: Self.golden.appending(path: "answer-7b11624.json"))) as? [String: Any])
    let (answer, old) = (try Self.answer(now), try Self.answer(then))
    #expect(Set(answer.keys) == Set(old.keys))
    // Its columns are the current ones with other names, and new ones have no weights; the trust in
    // experts is the current one.
    for (identity, probability) in old {
      #expect(abs((answer[identity] ?? 0) - probability) < 0.05, "\(identity)")
    }
    let first = try #require(old.max { $0.value < $1.value })
    #expect(answer.max { $0.value < $1.value }?.key == first.key)
  }

  @Test("an older model with weights for horizons answers nearly as before")
  func modelWithHorizons() async throws {
    let scratch = try Scratch()
    try Self.take(
      Self.golden.appending(path: "checkpoint.jsonl"), to: scratch.folder.appending(path: "log.jsonl"))
    let model = Self.golden.appending(path: "model-ae38e3f.safetensors").path
    for options in [[], ["--within", "1h"]] {
      let outcome = try await Program.run(
        ["suggest", "--log", "log.jsonl", "--at", "2026-04-22T12:00:00Z", "--model", model] + options,
        in: scratch)
      #expect(outcome.code == 0 && outcome.lines.first?.contains("Lunch") == true, "\(outcome)")
    }
  }

  @Test("a model for an older schema is rejected with a solution")
  func modelOfOtherFeatures() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(3))
    let model = Self.golden.appending(path: "model-0c059e2.safetensors").path
    let outcome = try await Program.run(["suggest", "--log", "log.jsonl", "--model", model], in: scratch)
    #expect(outcome.code == 78 && outcome.errors.contains("3ad77544ae32d2a7"), "\(outcome)")
    #expect(outcome.errors.contains("train it again"))
  }

  #if arch(x86_64)
    /// Equal keys mean equal bytes, because a checkpoint's key has everything that they
    /// depend on besides the donations.
    ///
    /// The old one was computed with OpenBLAS' kernel `Prescott` and with AVX-512.
    @Test("a checkpoint of an older commit equals the state learned today")
    func checkpoint() async throws {
      let scratch = try Scratch()
      _ = try await Self.habits(scratch, kernel: "Prescott")
      let old = try Data(contentsOf: Self.golden.appending(path: "checkpoint-bd648b5.state"))
      let key = try String(contentsOf: Self.golden.appending(path: "checkpoint-bd648b5.key"), encoding: .utf8)
        .trimmingCharacters(in: .newlines)
      let store = try DatabaseQueue(path: scratch.path("store/donations.sqlite"))
      let today = try await store.read { db in
        let row = try #require(
          try Row.fetchOne(db, sql: "SELECT key, state FROM checkpoint WHERE donations = 256"))
        return (key: row["key"] as String, state: row["state"] as Data)
      }
      #expect(today.key.contains("-Prescott-openblas/"))
      if today.key == key {
        #expect(today.state == old, "the same key but other bytes: UserModelCoding needs a new format")
      }
    }

    @Test("a checkpoint from another OpenBLAS kernel is skipped")
    func checkpointOfOtherKernel() async throws {
      let scratch = try Scratch()
      let first = try await Self.habits(scratch, kernel: "Prescott")
      let moved = try Scratch()
      #expect(try await Self.habits(moved, kernel: "Sandybridge").output != first.output)
      #expect(try await Self.ask(moved, kernel: "Prescott").output == first.output)
    }
  #endif

  @Test("a checkpoint of another format is skipped, whatever its bytes")
  func checkpointOfOtherFormat() async throws {
    let scratch = try Scratch()
    let first = try await Self.habits(scratch)
    let store = try DatabaseQueue(path: scratch.path("store/donations.sqlite"))
    try await store.write { db in
      try db.execute(sql: "UPDATE checkpoint SET key = '1' || substr(key, 2), state = zeroblob(40000)")
      #expect(db.changesCount > 0)
    }
    try store.close()
    #expect(try await Self.ask(scratch).output == first.output)
  }
}
