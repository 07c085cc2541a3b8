import Foundation
import Testing

@Suite("Encrypting the store from the command line")
struct EncryptTests {
  private static let environment = ["HUNCH_KEY_FILE": "key"]

  private func store() throws -> Scratch {
    let scratch = try Scratch()
    _ = try Program.run(["import", "-"], in: scratch, input: SampleLog.days(12))
    return scratch
  }

  /// How often a word stands in any file of the store.
  private func occurrences(of word: String, in scratch: Scratch) throws -> Int {
    let folder = scratch.folder.appending(path: "store")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
      let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: Unicode.ASCII.self)
      return sum + text.components(separatedBy: word).count - 1
    }
  }

  @Test("an encrypted store answers as before, and its files say nothing")
  func answers() throws {
    let scratch = try store()
    let suggest = ["suggest", "--json", "--at", "2026-03-14T20:20:00+01:00"]
    let (answer, export) = (try Program.run(suggest, in: scratch), try Program.run(["export"], in: scratch))
    #expect(answer.code == 0 && export.lines.count == 60)
    #expect(try occurrences(of: "Blue in Green", in: scratch) > 0)

    let outcome = try Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    #expect(outcome.code == 0 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("keep a copy") && outcome.errors.contains("the store is encrypted"))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scratch.folder.appending(path: "key").path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try occurrences(of: "Blue in Green", in: scratch) == 0)
    #expect(try occurrences(of: "org.example", in: scratch) == 0)

    let again = try Program.run(suggest, in: scratch, environment: Self.environment)
    #expect(again.code == 0 && again.output == answer.output)
    #expect(try Program.run(["export", "--key-file", "key"], in: scratch).output == export.output)
    let key = try #require(String(data: try scratch.read("key"), encoding: .utf8))
    #expect(try Program.run(["export"], in: scratch, environment: ["HUNCH_KEY": key]).output == export.output)
    let doctor = try Program.run(["doctor"], in: scratch, environment: Self.environment)
    #expect(doctor.code == 0 && doctor.lines.contains("store.encrypted\tyes"))
    _ = try Program.run(
      ["import", "-"], in: scratch, input: SampleLog.days(14), environment: Self.environment)
    #expect(try occurrences(of: "Blue in Green", in: scratch) == 0)
  }

  @Test("no key, a wrong key, a bad key and a key too many are told apart, each with a way out")
  func refusals() throws {
    let scratch = try store()
    _ = try scratch.write("bad", "a passphrase\n")
    let bad = scratch.folder.appending(path: "bad").path
    func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> (Int32, String) {
      let outcome = try Program.run(arguments, in: scratch, environment: environment)
      #expect(outcome.output.isEmpty)
      return (outcome.code, outcome.errors)
    }
    func expect(_ result: (Int32, String), _ code: Int32, _ words: String) {
      #expect(result.0 == code && result.1.contains(words), "\(result)")
    }
    expect(try run(["export", "--key-file", "none"]), 66, "there is no key file")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: bad)
    expect(try run(["export", "--key-file", "bad"]), 77, "chmod 600")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: bad)
    expect(try run(["export", "--key-file", "bad"]), 78, "64 hexadecimal digits")
    expect(try run(["export", "--key-file", ""]), 64, "--key-file is empty")
    expect(try run(["export"], ["HUNCH_KEY": "short"]), 78, "HUNCH_KEY: not a key")
    let digits = String(repeating: "0f", count: 32)
    expect(try run(["export"], ["HUNCH_KEY": digits]), 78, "not encrypted; run hunch encrypt")
    expect(try run(["encrypt", "--rotate", "--new-key-file", "key"]), 64, "the key of now")
    expect(try run(["encrypt", "--new-key-file", "none/key"]), 73, "could not be written")
    expect(try run(["decrypt", "--yes"]), 77, "give the store's key")

    _ = try Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    expect(try run(["export"]), 77, "the store is encrypted; give its key")
    expect(try run(["export"], ["HUNCH_KEY": digits]), 77, "another key")
    expect(try run(["encrypt", "--new-key-file", "key2"]), 78, "--rotate")
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "key2").path))
    expect(try run(["decrypt", "--key-file", "key"]), 64, "--yes")
    let doctor = try Program.run(["doctor", "--json"], in: scratch)
    #expect(doctor.code == 77 && doctor.text.contains("the store is encrypted; give its key"))
  }

  @Test("another key, and plain again")
  func rotation() throws {
    let scratch = try store()
    let export = try Program.run(["export"], in: scratch).output
    _ = try Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    let rotated = try Program.run(
      ["encrypt", "--rotate", "--new-key-file", "key2"], in: scratch, environment: Self.environment)
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(try Program.run(["export", "--key-file", "key"], in: scratch).code == 77)
    #expect(try Program.run(["export", "--key-file", "key2"], in: scratch).output == export)
    #expect(try Program.run(["decrypt", "--key-file", "key2", "--yes"], in: scratch).code == 0)
    #expect(try Program.run(["export"], in: scratch).output == export)
  }

  @Test("a store that is made with a key is encrypted from its first donation on")
  func new() throws {
    let scratch = try Scratch()
    #expect(try Program.run(["encrypt", "--new-key-file", "key"], in: scratch).code == 0)
    let donated = try Program.run(
      ["donate", "--type", "org.example.player.play", "--title", "Play Blue in Green"], in: scratch,
      environment: Self.environment)
    #expect(donated.code == 0)
    #expect(try occurrences(of: "Blue in Green", in: scratch) == 0)
    let other = try Scratch()
    try scratch.read("key").write(to: other.folder.appending(path: "key"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: other.folder.appending(path: "key").path)
    _ = try Program.run(
      ["import", "-"], in: other, input: SampleLog.days(2), environment: Self.environment)
    #expect(try occurrences(of: "Blue in Green", in: other) == 0)
    #expect(try Program.run(["export"], in: other).code == 77)
  }
}
