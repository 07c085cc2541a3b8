import Foundation
import Testing

@testable import Importers

/// The share of lines without secrets that the rules hit, in the file that `HUNCH_COMMAND_LINES`
/// names and `scripts/secrets.py` writes.
@Suite struct FalseAlarmTests {
  private static let file = ProcessInfo.processInfo.environment["HUNCH_COMMAND_LINES"]

  @Test(
    .enabled(
      if: file != nil, "HUNCH_COMMAND_LINES names no file of command lines; scripts/secrets.py writes one"))
  func fewLinesOfManualsAreHit() throws {
    let text = try String(contentsOf: URL(filePath: Self.file ?? ""), encoding: .utf8)
    let rules = SecretRules()
    var counts: [[SecretRules.Name: Int]] = [[:], [:]]
    var lines = [0, 0]
    let shows = ProcessInfo.processInfo.environment["HUNCH_HITS"]
    for (number, line) in text.split(separator: "\n").enumerated() {
      let half = number % 2
      lines[half] += 1
      guard let name = rules.firstMatch(in: String(line), kind: .commandLine) else { continue }
      counts[half][name, default: 0] += 1
      if shows == "\(half)" || shows == "all" { print("hit: \(half) \(name.rawValue)\t\(line)") }
    }
    for (half, title) in ["for choosing", "for judging"].enumerated() {
      let rows = counts[half].sorted { $0.key.rawValue < $1.key.rawValue }.map {
        "\($0.key.rawValue) \($0.value)"
      }
      print(
        "lines \(title): \(lines[half]), hit: \(counts[half].values.reduce(0, +)) (\(rows.joined(separator: ", ")))"
      )
      #expect(counts[half].values.reduce(0, +) * 100 <= lines[half] * 3)
    }
  }

  @Test(
    .enabled(
      if: file != nil, "HUNCH_COMMAND_LINES names no file of command lines; scripts/secrets.py writes one"))
  func fewNamesOfProgramsLookLikePasswords() throws {
    let names = ["/usr/bin", "/usr/sbin"].flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
    }
    let hit = Set(names).filter { SecretRules().firstMatch(in: $0, kind: .commandLine) != nil }
    print("names of programs: \(Set(names).count), hit: \(hit.count)")
    if ProcessInfo.processInfo.environment["HUNCH_HITS"] != nil {
      print("hit names: \(hit.sorted().joined(separator: " "))")
    }
    #expect(hit.count * 100 <= names.count * 2)
  }
}
