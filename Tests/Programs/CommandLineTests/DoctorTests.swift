import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Doctor and simulation")
struct DoctorTests {
  @Test("the doctor names versions, libraries, store and model, and finds no problem in a new store")
  func content() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run(["doctor", "--quiet"], in: scratch).code == 0)
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    let outcome = try await Program.run(["doctor", "--verbose"], in: scratch)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors == "no problems found\n")
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

  @Test("the doctor shows the spool of shells, and another hunch that comes first in PATH")
  func shells() async throws {
    let scratch = try Scratch()
    try scratch.setMode(0o700, of: "")
    let spool = scratch.path(
      "run/hunch/spool/\(scratch.path("store/donations.sqlite").replacing("/", with: "%2F"))")
    try FileManager.default.createDirectory(
      atPath: spool, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try scratch.write("run/hunch/spool/\(spool.split(separator: "/").last ?? "")/1.1", "")
    try scratch.write("hunch", "#!/bin/sh\n")
    try scratch.setMode(0o755, of: "hunch")
    let outcome = try await Program.run(
      ["doctor", "--verbose"], in: scratch,
      environment: ["XDG_RUNTIME_DIR": scratch.path("run"), "PATH": "\(scratch.folder.path):/usr/bin"])
    #expect(outcome.code == 0 && outcome.lines.contains("shells.spool\t\(spool)"), "\(outcome)")
    #expect(outcome.errors.contains("\(scratch.path("hunch")) comes first in PATH"))
    let short = try await Program.run(
      ["doctor"], in: scratch,
      environment: ["XDG_RUNTIME_DIR": scratch.path("run"), "HUNCH_GREY_TEXT": "off"])
    #expect(short.lines.suffix(3).first == "recording\ton", "\(short)")
    #expect(short.lines.contains("resident\tnone runs"))
    #expect(short.lines.last == "grey text\toff in this shell; HUNCH_GREY_TEXT")
    let own = try await Program.run(
      ["doctor"], in: scratch, environment: ["PATH": "\(BuiltProgram.folder.path):/usr/bin"])
    #expect(!own.errors.contains("comes first"))
    #expect(!own.lines.contains { $0.hasPrefix("recording") })
  }

  @Test("the doctor says that hooks record nothing for a relative HUNCH_STORE")
  func relativeStore() async throws {
    let outcome = try await Program.run(
      ["doctor", "--verbose"], in: Scratch(), environment: ["HUNCH_STORE": "a.sqlite"])
    #expect(outcome.code == 0 && outcome.errors.contains("hooks record nothing: HUNCH_STORE is relative"))
  }

  @Test("the doctor says that systemd starts hunchd at the first question if it listens for the store")
  func socketActivation() async throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("run/hunch"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    func resident(_ store: String) async throws -> String? {
      try await Program.run(
        ["doctor", "--verbose"], in: scratch,
        environment: ["XDG_RUNTIME_DIR": scratch.path("run"), "HUNCH_STORE": store]
      ).lines.first { $0.hasPrefix("shells.resident\t") }
    }
    // A file that nobody listens on, as after a crash.
    try scratch.write("run/hunch/hunchd", "")
    #expect(try await resident("") == "shells.resident\tnone runs")
    try FileManager.default.removeItem(atPath: scratch.path("run/hunch/hunchd"))
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: scratch.path("run/hunch/hunchd").utf8)
    }
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(descriptor, 1) == 0)
    #expect(
      try await resident("") == "shells.resident\tnone runs; systemd starts it at the first question")
    #expect(try await resident(scratch.path("other.sqlite")) == "shells.resident\tnone runs")
    let name = scratch.path(".local/share/hunch/donations.sqlite").replacing("/", with: "%2F")
    try FileManager.default.createDirectory(
      atPath: scratch.path("run/hunch/spool/\(name)"), withIntermediateDirectories: true)
    try scratch.write("run/hunch/spool/\(name)/.address", scratch.path("run/hunch/hunchd") + "\n")
    #expect(try await resident("") == "shells.resident\thunchd, started by systemd")
  }

  @Test("by default the doctor prints five lines and its verdict")
  func summary() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    _ = try await Program.run(["pause", "2h"], in: scratch)
    let outcome = try await Program.run(["doctor"], in: scratch)
    #expect(outcome.code == 0 && outcome.errors == "no problems found\n")
    let names = outcome.lines.map { $0.prefix { $0 != "\t" } }
    #expect(names == ["program", "arithmetic", "model", "store", "donations"])
    #expect(outcome.lines.last == "donations\t5 of 1 user, not encrypted, 1 rule in force, paused")
    let empty = try await Program.run(["doctor"], in: try Scratch())
    #expect(empty.code == 0 && empty.lines.count == 5)
  }

  @Test("the doctor finds a damaged store, and exits with its code")
  func damage() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let url = scratch.folder.appending(path: "store/donations.sqlite")
    var bytes = try Data(contentsOf: url)
    for index in bytes.count / 2..<bytes.count { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    let outcome = try await Program.run(["doctor", "--json"], in: scratch)
    #expect(outcome.code == 69)
    let object = try outcome.object()
    #expect((object["problems"] as? [String])?.isEmpty == false)
  }

  @Test("the same persona, seed and days give the same bytes; another seed gives others")
  func simulation() async throws {
    let scratch = try Scratch()
    let persona = try scratch.write(
      "p.json",
      """
      {"user":"eva","timeZone":"Europe/Berlin","start":"2026-03-02","days":20,
       "activities":{"mail":{"activityType":"org.example.mail.open","title":"Open the inbox"}},
       "spontaneous":[{"do":"mail","perDay":3,"between":["08:00","20:00"]}]}
      """)
    let first = try await Program.run(["simulate", persona, "--seed", "3"], in: scratch)
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.lines.count > 20)
    #expect(try await Program.run(["simulate", persona, "--seed", "3"], in: scratch).output == first.output)
    #expect(try await Program.run(["simulate", persona, "--seed", "4"], in: scratch).output != first.output)
    let toFile = try await Program.run(
      ["simulate", "-", "--seed", "3", "--out", "eva.jsonl"], in: scratch,
      input: String(decoding: try scratch.read(persona), as: UTF8.self))
    #expect(toFile.output.isEmpty)
    #expect(try scratch.read("eva.jsonl") == first.output)
    #expect(try await Program.run(["import", "eva.jsonl"], in: scratch).code == 0)
  }
}

@Suite("The doctor repairs")
struct DoctorRepairTests {
  /// A store with an overwritten part.
  private func damaged(_ scratch: Scratch) async throws -> URL {
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let url = scratch.folder.appending(path: "store/donations.sqlite")
    var bytes = try Data(contentsOf: url)
    for index in bytes.count / 2..<bytes.count / 2 + 9_000 { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return url
  }

  @Test(
    "the readable part goes into a new, usable store, and standard error has no user's data")
  func repair() async throws {
    let scratch = try Scratch()
    let store = try await damaged(scratch)
    #expect(try await Program.run(["doctor"], in: scratch).errors.contains("hunch doctor --repair"))
    // Opening a store with a readable schema creates its journal; the repair only reads.
    let before = try Data(contentsOf: store)
    let outcome = try await Program.run(["doctor", "--repair", "saved.sqlite", "--json"], in: scratch)
    #expect(outcome.code == 65, "\(outcome.errors)")
    #expect(!outcome.errors.contains("org.example") && outcome.errors.contains("move"))
    let object = try outcome.object()
    let saved = try #require((object["saved"] as? [String: Int])?["donation"])
    #expect(saved == 140)
    #expect(try Data(contentsOf: store) == before)
    #expect(try await Program.run(["doctor", "--store", "saved.sqlite"], in: scratch).code == 0)
    let again = try await Program.run(["doctor", "--repair", "saved.sqlite"], in: scratch)
    #expect(again.code == 73 && again.errors.contains("already"))
    #expect(try await Program.run(["export", "--store", "saved.sqlite"], in: scratch).lines.count == saved)
  }

  @Test("a sound store is saved unchanged, with code 0")
  func whole() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let outcome = try await Program.run(["doctor", "--repair", "saved.sqlite"], in: scratch)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains("saved.donation\t15"))
    let export = try await Program.run(["export"], in: scratch).output
    #expect(try await Program.run(["export", "--store", "saved.sqlite"], in: scratch).output == export)
  }

  /// A store that forgot a fifth of its donations while somebody read it, after a power cut before
  /// they were overwritten, and with a damaged journal: forgotten donations are still on old
  /// pages of the file.
  private func interrupted(_ scratch: Scratch) async throws {
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let store = scratch.folder.appending(path: "store/donations.sqlite")
    let beside = URL(filePath: store.path + "-wal")
    var (file, journal) = (Data(), Data())
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: store.path, configuration: configuration)
    try await reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM donation")
    }
    let outcome = try await Program.run(["forget", "--type", "org.example.maps.home"], in: scratch)
    #expect(outcome.code == 75, "\(outcome.errors)")
    (file, journal) = (try Data(contentsOf: store), try Data(contentsOf: beside))
    try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try reader.close()
    // A frame is 24 bytes and a page; that of a commit has the store's number of pages. The last
    // two commits are the deletion, which ends with donations, and the entries of the search.
    let size = 24 + 4_096
    let commits = stride(from: 32, to: journal.count, by: size).filter {
      journal[$0 + 4..<$0 + 8].contains { $0 != 0 }
    }
    let deletion = try #require(commits.dropLast().last)
    // In the middle of its donations: the deletion wrote those after it, so they contain nothing
    // forgotten.
    let name = Data("activityType".utf8)
    let pages = stride(from: 32, to: deletion + size, by: size).filter {
      journal[$0..<$0 + size].range(of: name) != nil
    }
    try #require(pages.count > 2)
    journal[pages[pages.count / 2] + 1_000] ^= 1
    try file.write(to: store)
    try journal.write(to: beside)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: beside.path)
  }

  @Test("pages that may contain forgotten donations are read only with --include-doubtful")
  func doubtful() async throws {
    let scratch = try Scratch()
    try await interrupted(scratch)
    func saved(_ arguments: [String]) async throws -> (donations: Int, errors: String) {
      let outcome = try await Program.run(["doctor", "--json", "--repair"] + arguments, in: scratch)
      #expect(!outcome.output.isEmpty, "\(outcome.code): \(outcome.errors)")
      let object = try outcome.object()
      return ((object["saved"] as? [String: Int])?["donation"] ?? 0, outcome.errors)
    }
    let (wary, bold) = (
      try await saved(["wary.sqlite"]), try await saved(["bold.sqlite", "--include-doubtful"])
    )
    #expect(wary.errors.contains("left unread") && wary.errors.contains("--include-doubtful"))
    #expect(!bold.errors.contains("left unread"))
    #expect(wary.donations > 0 && wary.donations < bold.donations)
    let types = try await Program.run(["export", "--store", "wary.sqlite"], in: scratch).text
    #expect(!types.contains("org.example.maps.home"))
  }

  @Test("the doctor survives anything in the store's place")
  func survives() async throws {
    let scratch = try Scratch()
    let folder = scratch.folder.appending(path: "folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try scratch.write("text", "no store")
    try scratch.write("empty", "")
    for (name, code) in [("folder", 69), ("text", 69), ("empty", 69), ("none/donations.sqlite", 0)]
      as [(String, Int32)]
    {
      let outcome = try await Program.run(["doctor", "--store", name, "--json"], in: scratch)
      #expect(outcome.code == code, "\(name): \(outcome.errors)")
      #expect(try JSONSerialization.jsonObject(with: outcome.output) is [String: Any])
    }
    for (name, code) in [("folder", 69), ("text", 65), ("empty", 65), ("none", 66)] as [(String, Int32)] {
      let outcome = try await Program.run(["doctor", "--repair", "saved", "--store", name], in: scratch)
      #expect(outcome.code == code, "\(name): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try await Program.run(["doctor", "--include-doubtful"], in: scratch).code == 64)
    #expect(try await Program.run(["doctor", "--repair", ""], in: scratch).code == 64)
  }
}
