import Foundation
import Testing

@testable import Importers

/// The activities of the commands of a real log, and of the lines in the file that
/// `HUNCH_COMMAND_LINES` names.
@Suite struct RealCommandTests {
  private static let logs = ProcessInfo.processInfo.environment["HUNCH_LOGS"]
  private static let file = ProcessInfo.processInfo.environment["HUNCH_COMMAND_LINES"]

  private struct Record: Decodable {
    struct Info: Decodable { let command: String }
    let userInfo: Info
  }

  @Test(.enabled(if: logs != nil, "HUNCH_LOGS names no folder of logs"))
  func programsOfTheLogAreTheirOwnTemplates() throws {
    let text = try String(
      contentsOf: URL(filePath: Self.logs ?? "").appending(path: "shell.jsonl"), encoding: .utf8)
    let commands = try text.split(separator: "\n").map {
      try JSONDecoder().decode(Record.self, from: Data($0.utf8)).userInfo.command
    }
    let templates = commands.map { CommandTemplate($0) }
    let hit = commands.count { SecretRules().firstMatch(in: $0, kind: .commandLine) != nil }
    let kept = templates.compactMap { $0 }
    print(
      "log: \(commands.count) commands, \(Set(commands).count) different; hit: \(hit); with a template: \(kept.count), "
        + "\(Set(kept).count) different; worth keeping: \(kept.count { $0.isWorthKeeping }), \(Set(kept.filter(\.isWorthKeeping)).count) different"
    )
    #expect(kept.count * 100 >= commands.count * 97)
    #expect(hit * 500 <= commands.count)
  }

  @Test(
    .enabled(
      if: file != nil, "HUNCH_COMMAND_LINES names no file of command lines; scripts/secrets.py writes one"))
  func linesOfManualsHaveTemplates() throws {
    let text = try String(contentsOf: URL(filePath: Self.file ?? ""), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let templates = lines.map { (line: $0, template: CommandTemplate($0)) }
    let kept = templates.compactMap(\.template)
    if ProcessInfo.processInfo.environment["HUNCH_TEMPLATES"] != nil {
      for (line, template) in templates { print("template: \(template?.template ?? "-")\t\(line)") }
    }
    print(
      "lines: \(lines.count), with a template: \(kept.count), \(Set(kept.map(\.template)).count) different; "
        + "programs and subcommands: \(Set(kept.map { "\($0.program) \($0.subcommand ?? "")" }).count)")
    #expect(kept.count * 100 >= lines.count * 95)
    // A template contains only words and signs of the line.
    for (line, template) in templates {
      guard let template else { continue }
      let options = template.template.split(separator: " ").filter { $0.hasPrefix("--") }
      #expect(options.allSatisfy { line.contains($0) })
    }
  }
}
