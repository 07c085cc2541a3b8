import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Encrypting the store from the command line")
struct EncryptTests {
  private static let environment = ["HUNCH_KEY_FILE": "key"]

  private func store() async throws -> Scratch {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(12))
    return scratch
  }

  /// Returns the number of occurrences of a word in the files of the store.
  private func occurrences(of word: String, in scratch: Scratch) throws -> Int {
    let folder = scratch.folder.appending(path: "store")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
      let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: Unicode.ASCII.self)
      return sum + text.components(separatedBy: word).count - 1
    }
  }

  @Test("an encrypted store answers as before, and its files say nothing")
  func answers() async throws {
    let scratch = try await store()
    let suggest = ["suggest", "--json", "--at", "2026-03-14T20:20:00+01:00"]
    let (answer, export) = (
      try await Program.run(suggest, in: scratch), try await Program.run(["export"], in: scratch)
    )
    #expect(answer.code == 0 && export.lines.count == 60)
    #expect(try occurrences(of: "Blue in Green", in: scratch) > 0)

    let outcome = try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    #expect(outcome.code == 0 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("keep a copy") && outcome.errors.contains("the store is encrypted"))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scratch.folder.appending(path: "key").path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try occurrences(of: "Blue in Green", in: scratch) == 0)
    #expect(try occurrences(of: "org.example", in: scratch) == 0)

    let again = try await Program.run(suggest, in: scratch, environment: Self.environment)
    #expect(again.code == 0 && again.output == answer.output)
    #expect(try await Program.run(["export", "--key-file", "key"], in: scratch).output == export.output)
    let key = try #require(String(data: try scratch.read("key"), encoding: .utf8))
    #expect(
      try await Program.run(["export"], in: scratch, environment: ["HUNCH_KEY": key]).output == export.output)
    let doctor = try await Program.run(["doctor", "--verbose"], in: scratch, environment: Self.environment)
    #expect(doctor.code == 0 && doctor.lines.contains("store.encrypted\tyes"))
    _ = try await Program.run(
      ["import", "-"], in: scratch, input: SampleLog.days(14), environment: Self.environment)
    #expect(try occurrences(of: "Blue in Green", in: scratch) == 0)
  }

  /// SQLite removes a file that it takes for the store's journal, which would make the store
  /// unreadable.
  @Test(
    "a key file with the name of the store or one of its journals is rejected",
    arguments: ["", "-wal", "-shm", "-journal"])
  func keyBesideTheStore(suffix: String) async throws {
    let scratch = try await store()
    let path = scratch.folder.appending(path: "store/donations.sqlite").path
    let outcome = try await Program.run(["encrypt", "--new-key-file", path + suffix], in: scratch)
    #expect(outcome.code == 64 && outcome.errors.contains("choose another name"))
    #expect(try await Program.run(["export"], in: scratch).lines.count == 60)
  }

  @Test("no key, a wrong key, a bad key and a superfluous key have different errors, each with a solution")
  func refusals() async throws {
    let scratch = try await store()
    _ = try scratch.write("bad", "a passphrase\n")
    let bad = scratch.folder.appending(path: "bad").path
    func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> (Int32, String) {
      let outcome = try await Program.run(arguments, in: scratch, environment: environment)
      #expect(outcome.output.isEmpty)
      return (outcome.code, outcome.errors)
    }
    func expect(_ result: (Int32, String), _ code: Int32, _ words: String) {
      #expect(result.0 == code && result.1.contains(words), "\(result)")
    }
    expect(try await run(["export", "--key-file", "none"]), 66, "there is no key file")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: bad)
    expect(try await run(["export", "--key-file", "bad"]), 77, "chmod 600")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: bad)
    expect(try await run(["export", "--key-file", "bad"]), 78, "64 hexadecimal digits")
    expect(try await run(["export", "--key-file", ""]), 64, "--key-file is empty")
    expect(try await run(["export"], ["HUNCH_KEY": "short"]), 78, "HUNCH_KEY: not a key")
    let digits = String(repeating: "0f1e", count: 16)
    expect(
      try await run(["export"], ["HUNCH_KEY": String(repeating: "0f", count: 32)]), 78, "not a random key")
    expect(try await run(["export"], ["HUNCH_KEY": digits]), 78, "not encrypted; run hunch encrypt")
    expect(try await run(["encrypt", "--rotate", "--new-key-file", "key"]), 64, "the current key")
    expect(try await run(["encrypt", "--new-key-file", "bad/key"]), 73, "could not be written")
    expect(try await run(["decrypt", "--yes"]), 77, "give the store's key")

    _ = try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    expect(try await run(["export"]), 77, "the store is encrypted; give its key")
    expect(try await run(["export"], ["HUNCH_KEY": digits]), 77, "another key")
    expect(try await run(["encrypt", "--new-key-file", "key2"]), 78, "--rotate")
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "key2").path))
    expect(try await run(["decrypt", "--key-file", "key"]), 64, "--yes")
    let doctor = try await Program.run(["doctor", "--json"], in: scratch)
    #expect(doctor.code == 77 && doctor.text.contains("the store is encrypted; give its key"))
  }

  @Test("the commands of the documentation work in sequence on a fresh account")
  func documented() async throws {
    let scratch = try await store()
    let page = Repository.file("Sources/Stores/Hunch/Hunch.docc/Encryption.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let lines = try #require(text.split(separator: "```").dropFirst().first).split(separator: "\n")
    var environment: [String: String] = [:]
    var ran = 0
    for line in lines {
      let words = line.prefix { $0 != "#" }.split(separator: " ").map {
        $0.replacingOccurrences(of: "~", with: scratch.folder.path)
      }
      if words[0] == "export" {
        let pair = words[1].split(separator: "=", maxSplits: 1).map(String.init)
        environment[pair[0]] = pair[1]
      } else {
        let outcome = try await Program.run(Array(words.dropFirst()), in: scratch, environment: environment)
        #expect(outcome.code == 0, "\(line): \(outcome.errors)")
        ran += 1
      }
    }
    #expect(ran == 4)
    let folder = scratch.folder.appending(path: ".config/hunch").path
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o700)
  }

  @Test("rotating asks to use the new key; with the same key it does not call the old one useless")
  func sameKey() async throws {
    let scratch = try await store()
    _ = try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    let copy = scratch.folder.appending(path: "copy")
    try FileManager.default.copyItem(at: scratch.folder.appending(path: "key"), to: copy)
    for name in ["key", "copy"] {
      let same = try await Program.run(
        ["encrypt", "--rotate", "--new-key-file", name], in: scratch, environment: Self.environment)
      #expect(same.code == 0 && !same.errors.contains("no longer opens"))
      #expect(same.errors.contains("new salt") && same.errors.contains("rotate to another file"))
      #expect(try await Program.run(["stats"], in: scratch, environment: Self.environment).code == 0)
    }
    let other = try await Program.run(
      ["encrypt", "--rotate", "--new-key-file", "key2"], in: scratch, environment: Self.environment)
    #expect(other.errors.contains("no longer opens") && other.errors.contains("use the new one from now on"))
  }

  @Test("a delayed erasure is reported with all reasons, after the key's location")
  func delayed() async throws {
    let scratch = try await store()
    // A connection that has the store open, and a process that keeps the journal from being
    // emptied.
    let path = scratch.path("store/donations.sqlite")
    let user = try DatabaseQueue(path: path)
    defer { try? user.close() }
    _ = try await user.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
    let other = Process()
    other.executableURL = try BuiltProgram.file("StoreCrashChild")
    other.arguments = ["checkpoint", path, "60"]
    let pipe = Pipe()
    other.standardOutput = pipe
    try other.run()
    defer { other.terminate() }
    #expect(try pipe.fileHandleForReading.read(upToCount: 6) == Data("locked".utf8))
    let outcome = try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    #expect(outcome.code == 75, "\(outcome.errors)")
    #expect(outcome.errors.contains("the disk is full or fails"))
    let words = try #require(outcome.errors.range(of: "keep a copy"))
    let delay = try #require(outcome.errors.range(of: "old bytes"))
    #expect(words.lowerBound < delay.lowerBound)
  }

  @Test("a store gets another key, and is decrypted")
  func rotation() async throws {
    let scratch = try await store()
    let export = try await Program.run(["export"], in: scratch).output
    _ = try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    let rotated = try await Program.run(
      ["encrypt", "--rotate", "--new-key-file", "key2"], in: scratch, environment: Self.environment)
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(try await Program.run(["export", "--key-file", "key"], in: scratch).code == 77)
    #expect(try await Program.run(["export", "--key-file", "key2"], in: scratch).output == export)
    #expect(try await Program.run(["decrypt", "--key-file", "key2", "--yes"], in: scratch).code == 0)
    #expect(try await Program.run(["export"], in: scratch).output == export)
  }

  @Test("a store created with a key is encrypted from its first donation")
  func new() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch).code == 0)
    let donated = try await Program.run(
      ["donate", "--type", "org.example.player.play", "--title", "Play Blue in Green"], in: scratch,
      environment: Self.environment)
    #expect(donated.code == 0)
    #expect(try occurrences(of: "Blue in Green", in: scratch) == 0)
    let other = try Scratch()
    try scratch.read("key").write(to: other.folder.appending(path: "key"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: other.folder.appending(path: "key").path)
    _ = try await Program.run(
      ["import", "-"], in: other, input: SampleLog.days(2), environment: Self.environment)
    #expect(try occurrences(of: "Blue in Green", in: other) == 0)
    #expect(try await Program.run(["export"], in: other).code == 77)
  }
}
