import Foundation
import GRDB
import Testing

@Suite("Doctor and simulation")
struct DoctorTests {
  @Test("the doctor names versions, libraries, store and model, and is content with a new store")
  func content() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["doctor", "--quiet"], in: scratch).code == 0)
    _ = try Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    let outcome = try Program.run(["doctor"], in: scratch)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors == "everything is in order\n")
    let facts = Dictionary(
      uniqueKeysWithValues: outcome.lines.filter { !$0.hasPrefix("model.log") }.map { line in
        let parts = line.split(separator: "\t", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      })
    #expect(facts["blas.threads"] == "1")
    #expect(facts["store.mode"] == "0600")
    #expect(facts["store.donations"] == "5")
    #expect(facts["store.integrity"] == "ok")
    #expect(facts["model"] == "shipped")
    #expect(facts["model.schema"] == facts["schema"])
  }

  @Test("the doctor finds a damaged store, and leaves with its code")
  func damage() throws {
    let scratch = try Scratch()
    _ = try Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let url = scratch.folder.appending(path: "store/donations.sqlite")
    var bytes = try Data(contentsOf: url)
    for index in bytes.count / 2..<bytes.count { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    let outcome = try Program.run(["doctor", "--json"], in: scratch)
    #expect([65, 69].contains(outcome.code))
    let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect((object["problems"] as? [String])?.isEmpty == false)
  }

  @Test("the same persona, seed and days give the same bytes; another seed others")
  func simulation() throws {
    let scratch = try Scratch()
    let persona = try scratch.write(
      "p.json",
      """
      {"user":"eva","timeZone":"Europe/Berlin","start":"2026-03-02","days":20,
       "activities":{"mail":{"activityType":"org.example.mail.open","title":"Open the inbox"}},
       "spontaneous":[{"do":"mail","perDay":3,"between":["08:00","20:00"]}]}
      """)
    let first = try Program.run(["simulate", persona, "--seed", "3"], in: scratch)
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.lines.count > 20)
    #expect(try Program.run(["simulate", persona, "--seed", "3"], in: scratch).output == first.output)
    #expect(try Program.run(["simulate", persona, "--seed", "4"], in: scratch).output != first.output)
    let toFile = try Program.run(
      ["simulate", "-", "--seed", "3", "--out", "eva.jsonl"], in: scratch,
      input: String(decoding: try scratch.read(persona), as: UTF8.self))
    #expect(toFile.output.isEmpty)
    #expect(try scratch.read("eva.jsonl") == first.output)
    #expect(try Program.run(["import", "eva.jsonl"], in: scratch).code == 0)
  }
}

@Suite("The doctor repairs")
struct DoctorRepairTests {
  /// A store of which a part is overwritten.
  private func damaged(_ scratch: Scratch) throws -> URL {
    _ = try Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let url = scratch.folder.appending(path: "store/donations.sqlite")
    var bytes = try Data(contentsOf: url)
    for index in bytes.count / 2..<bytes.count / 2 + 9_000 { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return url
  }

  @Test(
    "what can be read goes into a new store, which is then used; nothing that users did is on standard error")
  func repair() throws {
    let scratch = try Scratch()
    let store = try damaged(scratch)
    let before = try Data(contentsOf: store)
    #expect(try Program.run(["doctor"], in: scratch).errors.contains("hunch doctor --repair"))
    let outcome = try Program.run(["doctor", "--repair", "saved.sqlite", "--json"], in: scratch)
    #expect([0, 65].contains(outcome.code), "\(outcome.errors)")
    #expect(!outcome.errors.contains("org.example") && outcome.errors.contains("move"))
    let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let saved = try #require((object["saved"] as? [String: Int])?["donation"])
    #expect(saved > 0 && saved <= 140)
    #expect(try Data(contentsOf: store) == before)
    #expect(try Program.run(["doctor", "--store", "saved.sqlite"], in: scratch).code == 0)
    let again = try Program.run(["doctor", "--repair", "saved.sqlite"], in: scratch)
    #expect(again.code == 73 && again.errors.contains("already"))
    #expect(try Program.run(["export", "--store", "saved.sqlite"], in: scratch).lines.count == saved)
  }

  @Test("a store in order is saved as it is, with code 0")
  func whole() throws {
    let scratch = try Scratch()
    _ = try Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let outcome = try Program.run(["doctor", "--repair", "saved.sqlite"], in: scratch)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains("saved.donation\t15"))
    let exports = try ["store/donations.sqlite", "saved.sqlite"].map {
      try Program.run(["export", "--store", $0], in: scratch).output
    }
    #expect(exports[0] == exports[1])
  }

  /// A store that forgot a fifth of its donations while somebody read it, after a power cut while it was rewritten, and with a
  /// damaged journal: forgotten donations still stand on old pages of the file.
  private func interrupted(_ scratch: Scratch) throws {
    _ = try Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let store = scratch.folder.appending(path: "store/donations.sqlite")
    let beside = URL(filePath: store.path + "-wal")
    var (file, journal) = (Data(), Data())
    try DatabaseQueue(path: store.path).read { reader in
      _ = try Int.fetchOne(reader, sql: "SELECT count(*) FROM donation")
      let outcome = try Program.run(["forget", "--type", "org.example.maps.home"], in: scratch)
      #expect(outcome.code == 75, "\(outcome.errors)")
      (file, journal) = (try Data(contentsOf: store), try Data(contentsOf: beside))
    }
    // A frame is 24 bytes and a page; that of a commit says how many pages the store has. The last three commits are the deletion,
    // which ends with donations, the entries of the search, and the rewriting.
    let size = 24 + 4_096
    let commits = stride(from: 32, to: journal.count, by: size).filter {
      journal[$0 + 4..<$0 + 8].contains { $0 != 0 }
    }
    let last = try #require(commits.dropLast().last)
    let deletion = try #require(commits.dropLast(2).last)
    journal = journal.prefix(last + size)
    journal[deletion - 2 * size + 1_000] ^= 1
    try file.write(to: store)
    try journal.write(to: beside)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: beside.path)
  }

  @Test("pages on which forgotten donations may stand are read only with --include-doubtful")
  func doubtful() throws {
    let scratch = try Scratch()
    try interrupted(scratch)
    func saved(_ arguments: [String]) throws -> (donations: Int, errors: String) {
      let outcome = try Program.run(["doctor", "--json", "--repair"] + arguments, in: scratch)
      let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      return ((object["saved"] as? [String: Int])?["donation"] ?? 0, outcome.errors)
    }
    let (wary, bold) = (try saved(["wary.sqlite"]), try saved(["bold.sqlite", "--include-doubtful"]))
    #expect(wary.errors.contains("left unread") && wary.errors.contains("--include-doubtful"))
    #expect(!bold.errors.contains("left unread"))
    #expect(wary.donations > 0 && wary.donations < bold.donations)
    let types = try Program.run(["export", "--store", "wary.sqlite"], in: scratch).text
    #expect(!types.contains("org.example.maps.home"))
  }

  @Test("the doctor survives whatever lies where the store should be")
  func survives() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.appending(path: "folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try scratch.write("text", "no store")
    try scratch.write("empty", "")
    for (name, code) in [("folder", 69), ("text", 69), ("empty", 69), ("none/donations.sqlite", 0)]
      as [(String, Int32)]
    {
      let outcome = try Program.run(["doctor", "--store", name, "--json"], in: scratch)
      #expect(outcome.code == code, "\(name): \(outcome.errors)")
      #expect(try JSONSerialization.jsonObject(with: outcome.output) is [String: Any])
    }
    for (name, code) in [("folder", 69), ("text", 65), ("empty", 65), ("none", 66)] as [(String, Int32)] {
      let outcome = try Program.run(["doctor", "--repair", "saved", "--store", name], in: scratch)
      #expect(outcome.code == code, "\(name): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try Program.run(["doctor", "--include-doubtful"], in: scratch).code == 64)
    #expect(try Program.run(["doctor", "--repair", ""], in: scratch).code == 64)
  }
}
