import Foundation
import TestSupport
import Testing

@Suite("Sources that hunch import auto reads again")
struct AgreedSourcesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(".bash_history", Self.bash(2))
    try scratch.write(".zsh_history", ": 1600000000:0;make zsh\n")
  }

  private static func bash(_ count: Int) -> String {
    (0..<count).map { "#\(1_700_000_000 + $0 * 60)\nmake b\($0)\n" }.joined()
  }

  private func auto(_ arguments: String...) async throws -> ProcessRun {
    try await Program.run(["import", "auto"] + arguments, in: scratch)
  }

  /// The names of the sources that are read again.
  private func agreed() async throws -> [String] {
    struct Source: Decodable { let source: String }
    let list = try await auto("--list", "--json")
    return list.code == 1 ? [] : try list.json(as: [Source].self).map(\.source)
  }

  @Test("the agreed sources are read again if their files have changed, until the user stops it")
  func again() async throws {
    #expect(try await auto("--again").code == 1)
    let first = try await auto("--yes")
    #expect(first.errors.contains("new records are imported each hour"), "\(first.errors)")
    #expect(try await agreed() == ["bash", "zsh"])
    #expect(try await auto("--again").errors == "2 sources unchanged\n")
    try scratch.write(".bash_history", Self.bash(3))
    let changed = try await auto("--again")
    #expect(changed.errors.contains("read 3, added 1") && changed.errors.contains("1 source unchanged"))
    let json = try await auto("--again", "--json").object()
    #expect(json["unchanged"] as? Int == 2 && json["added"] as? Int == 0)
    let list = try await auto("--list")
    #expect(list.lines.contains { $0.hasPrefix("bash\t\(scratch.path(".bash_history"))\t") }, "\(list.text)")
    let doctor = try await Program.run(["doctor", "--verbose"], in: scratch)
    #expect(doctor.code == 0 && doctor.lines.contains("import.sources\tbash, zsh"), "\(doctor.text)")
    #expect(try await auto("--stop", "--only", "zsh").errors.contains("zsh \(scratch.path(".zsh_history"))"))
    #expect(try await agreed() == ["bash"])
    #expect(try await auto("--stop").code == 0)
    try scratch.write(".bash_history", Self.bash(4))
    #expect(try await auto("--again").code == 1)
    #expect(try await auto("--stop").code == 1)
    #expect(try await Program.run(["export"], in: scratch).lines.count == 4)
  }

  @Test("nothing is read again that was imported once, named, limited or excepted")
  func once() async throws {
    #expect(try await auto("--yes", "--once").code == 0)
    #expect(try await agreed() == [])
    try FileManager.default.createDirectory(
      atPath: scratch.path("backup"), withIntermediateDirectories: true)
    try scratch.write("backup/.bash_history", Self.bash(5))
    #expect(try await auto("--yes", "backup").code == 0)
    #expect(try await auto("--yes", "--limit", "1").code == 0)
    #expect(try await auto("--yes", "--until", "2030-01-01").code == 0)
    #expect(try await auto("--dry-run").code == 0)
    #expect(try await agreed() == [])
    #expect(try await auto("--yes", "--only", "zsh").code == 0)
    #expect(try await agreed() == ["zsh"])
    #expect(try await auto("--yes", "--except", "zsh").code == 0)
    #expect(try await agreed() == ["bash"])
  }

  @Test(
    "on a terminal the answer no ends the agreement, and the question says what it is about",
    .enabled(if: TerminalRun.isPossible))
  func asked() async throws {
    func ask(_ answers: String) async throws -> TerminalRun.Screen {
      try await TerminalRun.run(
        "hunch import auto --quiet", in: scratch, columns: 120, hasColours: false, typed: answers)
    }
    let screen = try await ask("y\ny\n")
    #expect(screen.lines.contains { $0.contains("of bash, and new ones each hour? [Y/n, a: all]") })
    #expect(try await agreed() == ["bash", "zsh"])
    try scratch.write(".bash_history", Self.bash(3))
    #expect(try await ask("n\n").code == 1)
    #expect(try await agreed() == ["zsh"])
    // Without anything new, the question is only about the time to come.
    _ = try await auto("--yes", "--once", "--only", "bash")
    let open = try await ask("y\n")
    #expect(
      open.lines.contains { $0.contains("Import new records of bash each hour? [Y/n]") }, "\(open.lines)")
    #expect(try await agreed() == ["zsh", "bash"])
    #expect(try await ask("").code == 1, "nothing new, and nothing to ask")
  }

  @Test("a problem is named by the list and by the doctor, without paths there")
  func problems() async throws {
    _ = try await auto("--yes", "--only", "bash")
    try FileManager.default.removeItem(atPath: scratch.path(".bash_history"))
    #expect(try await auto("--again").code == 66)
    #expect(try await auto("--list").text.contains("no such file"))
    let doctor = try await Program.run(["doctor"], in: scratch)
    #expect(doctor.code == 75 && doctor.errors.contains("the history of bash is not imported"))
    #expect(!doctor.errors.contains(".bash_history"))
    try scratch.write(".config/hunch/sources.json", "x")
    #expect(try await auto("--again").code == 65)
    #expect(try await Program.run(["doctor"], in: scratch).code == 65)
    let imported = try await auto("--yes")
    #expect(imported.code == 0 && imported.errors.contains("the sources are not read again: "))
  }

  @Test(
    "options that do not belong together are refused",
    arguments: [
      ["auto", "--again", "--stop"], ["auto", "--again", "--yes", "backup"], ["--again"],
      ["--stop", "x.jsonl"],
      ["auto", "--again", "--since", "yesterday"], ["auto", "--list", "--stop"],
      ["--from", "bash", "--once"],
      ["auto", "--again", "--dry-run"],
    ])
  func usage(_ arguments: [String]) async throws {
    #expect(try await Program.run(["import"] + arguments, in: scratch).code == 64)
  }
}
