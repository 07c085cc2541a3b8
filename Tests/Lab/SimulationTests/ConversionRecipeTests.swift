import Activities
import Foundation
import LogFormat
import TestSupport
import Testing

/// The programs that `datasets/README.md` shows do what it says.
@Suite struct ConversionRecipeTests {
  struct Recipe: Sendable, CustomTestStringConvertible {
    let program: String
    let input: String
    let expected: [String]
    var testDescription: String { program }
  }

  static let recipes = [
    Recipe(
      program: "launches.py",
      input: """
        time,app
        2026-03-28 08:10:00,Mail
        2026-03-28 08:10:20,Mail
        2026-03-29 08:10:00,"Maps, offline"
        2026-03-29 08:11:00,Mail

        """,
      expected: [
        "2026-03-28T08:10:00+01:00 Open Mail", "2026-03-29T08:10:00+02:00 Open Maps, offline",
        "2026-03-29T08:11:00+02:00 Open Mail",
      ])
  ]

  @Sendable static func hasPython() async -> Bool {
    let lookup = "import zoneinfo; zoneinfo.ZoneInfo('Europe/Berlin')"
    return (try? await run(["python3", "-c", lookup], input: "")) != nil
  }

  @Test(.enabled("needs python3 with time zones", hasPython), arguments: recipes)
  func `a recipe makes lines that the codec reads`(recipe: Recipe) async throws {
    let readme = try String(contentsOf: datasets.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "```python \(recipe.program)\n"))
    let end = try #require(readme.range(of: "\n```", range: start.upperBound..<readme.endIndex))
    let program = String(readme[start.upperBound..<end.lowerBound])
    let output = try await Self.run(["python3", "-c", program, "Europe/Berlin"], input: recipe.input)
    var decoder = RecordDecoder()
    var read: [String] = []
    for line in output.split(separator: "\n") {
      let bytes = Array(line.utf8)
      guard case .donation(let donation) = try decoder.decode(bytes.span) else { continue }
      read.append("\(donation.context.instant.rfc3339) \(donation.activity.title ?? "")")
      #expect(donation.activity.requiredUserInfoKeys?.count == 1)
    }
    #expect(read == recipe.expected)
  }

  struct Failed: Error {}

  static func run(_ arguments: [String], input: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let run = try await process.runToEnd(input: Data(input.utf8))
    guard run.code == 0 else { throw Failed() }
    return run.text
  }
}
