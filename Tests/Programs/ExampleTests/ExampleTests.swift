import Foundation
import TestSupport
import Testing

/// The short programs in `Examples`, run as a reader would run them.
@Suite("Examples", .timeLimit(.minutes(5)))
struct ExampleTests {
  @Test(
    "each example is a file of at most 120 lines", arguments: ["TenLines", "Launcher", "Coffee", "OwnStore"])
  func length(example: String) throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Repository.file("Examples/\(example)").path)
    #expect(files.count == 1)
    let text = try Repository.text("Examples/\(example)/\(try #require(files.first))")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 120)
  }

  @Test("the ten lines learn a habit, and the README shows them")
  func tenLines() async throws {
    let run = try await Machine().example("TenLines")
    let line = try #require(run.lines.first)
    #expect(run.code == 0 && run.lines.count == 1 && line.hasPrefix("Join the stand-up: "), "\(run.errors)")
    let probability = try #require(line.split(separator: ": ").last.flatMap { Double($0) })
    #expect(probability > 0.5 && probability <= 1)

    let code = try Repository.text("Examples/TenLines/main.swift").split(separator: "\n").map(String.init)
    let shown = try Page("README.md").blocks(
      "swift", after: "## In ten lines of Swift", before: "## How good it is")
    #expect(shown.first == code)
    #expect(code.count == 10)
  }

  @Test("the launcher learns from programs that are started by name, and from suggestions that are taken")
  func launcherLearns() async throws {
    let machine = try Machine()
    let first = try await machine.example("Launcher", ["s.sqlite", "2026-03-02T09:00:00+01:00"])
    #expect(first.lines == ["programs: editor, mail, music, terminal"], "\(first.errors)")
    for day in 2...6 {
      let morning = try await machine.example(
        "Launcher", ["s.sqlite", "2026-03-0\(day)T09:00:00+01:00"], input: "mail\n")
      #expect(morning.lines.contains("starting mail"))
      let evening = try await machine.example(
        "Launcher", ["s.sqlite", "2026-03-0\(day)T20:00:00+01:00"], input: "music\n")
      #expect(evening.lines.contains("starting music"))
    }
    let morning = try await machine.example(
      "Launcher", ["s.sqlite", "2026-03-09T09:02:00+01:00"], input: "1\n")
    #expect(try #require(morning.lines.first).hasPrefix("1  Read mail, "))
    #expect(morning.lines.contains("starting mail"))
    let evening = try await machine.example("Launcher", ["s.sqlite", "2026-03-09T20:02:00+01:00"])
    #expect(try #require(evening.lines.first).hasPrefix("1  Play music, "))
  }

  @Test("the launcher never shows again what the user does not want, and answers a bad choice")
  func launcherObeys() async throws {
    let machine = try Machine()
    let run = try await machine.example(
      "Launcher", ["s.sqlite", "2026-03-02T09:00:00+01:00"], input: "mail\nmusic\nnever 1\n7\nnever mail\n")
    #expect(run.code == 0, "\(run.errors)")
    let refusals = run.lines.count { $0.hasPrefix("type a number") }
    #expect(refusals == 2)
    let later = try await machine.example("Launcher", ["s.sqlite", "2026-03-03T09:00:00+01:00"])
    #expect(later.lines.count == 1, "one of two programs is left: \(later.lines)")
    #expect(try await machine.example("Launcher").lines == ["usage: launcher STORE [TIME]"])
  }

  @Test("the store of one's own keeps what its rules allow, and forgets")
  func ownStore() async throws {
    let machine = try Machine()
    let run = try await machine.example("OwnStore", ["mail.sqlite"])
    #expect(run.code == 0, "\(run.errors)")
    let stored = "stored: Write to Ada, keys: subject"
    #expect(
      run.lines.prefix(6) == [
        "added 3, filtered 1, redacted 3", stored, stored, stored, "rule 1 applied to 1 donations",
        "rule 2 applied to 3 donations",
      ])
    let suggested = run.lines.filter { $0.hasPrefix("suggested: ") }
    #expect(suggested.count == 1 && suggested[0].hasPrefix("suggested: Write to Ada, "))
    #expect(run.lines.suffix(2) == ["forgot 3", "nothing to suggest"])
    for name in try machine.scratch.names() where name.hasPrefix("mail.sqlite") {
      let bytes = try machine.scratch.read(name)
      #expect(bytes.firstRange(of: Data("ada@example.org".utf8)) == nil, "\(name)")
    }
  }
}
