import TestSupport
import Testing

@testable import Importers

/// The shares of ``FurtherShapes`` and ``LastShapes`` that are found, and of ``OrdinaryLines`` that
/// are hit by mistake: the figures of `Benchmarks/results/secrets.md`.
@Suite struct SecretFiguresTests {
  struct Half: Sendable, CustomTestStringConvertible {
    let name: String
    let shapes: [(kind: SecretRules.TextKind, shapes: [String])]
    let ordinary: [(kind: SecretRules.TextKind, lines: [String])]

    var testDescription: String { name }
  }

  static let halves = [
    Half(
      name: "for developing",
      shapes: [
        (.commandLine, FurtherShapes.commandsForDeveloping), (.title, FurtherShapes.titlesForDeveloping),
        (.url, FurtherShapes.addressesForDeveloping),
      ],
      ordinary: [
        (.commandLine, OrdinaryLines.commandsForDeveloping), (.title, OrdinaryLines.titlesForDeveloping),
        (.url, OrdinaryLines.addressesForDeveloping),
      ]),
    Half(
      name: "for judging",
      shapes: [
        (.commandLine, FurtherShapes.commandsForJudging), (.title, FurtherShapes.titlesForJudging),
        (.url, FurtherShapes.addressesForJudging),
      ],
      ordinary: [
        (.commandLine, OrdinaryLines.commandsForJudging), (.title, OrdinaryLines.titlesForJudging),
        (.url, OrdinaryLines.addressesForJudging),
      ]),
    Half(
      name: "written last",
      shapes: [
        (.commandLine, LastShapes.commands), (.title, LastShapes.titles), (.url, LastShapes.addresses),
      ],
      ordinary: [(.title, LastShapes.ordinaryTitles)]),
  ]

  private static let rules = SecretRules()

  @Test("at least 95 of 100 secrets are found, also in texts of unknown kind", arguments: halves)
  func caught(_ half: Half) {
    for (kind, shapes) in half.shapes {
      var random = SeededNumbers(seed: 7)
      let lines = shapes.flatMap { SecretShape(text: $0).lines(&random) }.map(\.text)
      for read in [kind, .unknown] {
        let missed = lines.filter { Self.rules.firstMatch(in: $0, kind: read) == nil }
        print(
          "secrets \(half.name): \(kind) as \(read): caught \(lines.count - missed.count) of \(lines.count)")
        #expect((lines.count - missed.count) * 100 >= lines.count * 95, "\(missed)")
      }
    }
  }

  @Test("lines without secrets are kept", arguments: halves)
  func ordinary(_ half: Half) {
    var (count, hits): (Int, [String]) = (0, [])
    for (kind, lines) in half.ordinary {
      for read in [kind, .unknown] {
        let hit = lines.filter { Self.rules.firstMatch(in: $0, kind: read) != nil }
        print("ordinary lines \(half.name): \(kind) as \(read): hit \(hit.count) of \(lines.count)")
        hits += hit
        count += lines.count
      }
    }
    // They were chosen because they come close to secrets.
    #expect(hits.count * 100 <= count * 2, "\(hits)")
  }

  @Test("no template or page contains a secret", arguments: halves)
  func templates(_ half: Half) {
    for (kind, shapes) in half.shapes {
      var random = SeededNumbers(seed: 8)
      for line in shapes.flatMap({ SecretShape(text: $0).lines(&random) }) {
        let kept: [String]
        switch kind {
        case .commandLine:
          let template = CommandTemplate(line.text)
          kept = [template?.template, template?.title, template?.program, template?.subcommand].compactMap {
            $0
          }
        case .url:
          let page = PageTemplate(url: line.text)
          kept = [page?.url, page?.identity].compactMap { $0 }
        default: kept = []
        }
        for secret in line.secrets where secret.utf8.count >= 4 {
          #expect(!kept.contains { $0.contains(secret) }, "\(line.text)")
        }
      }
    }
  }
}
