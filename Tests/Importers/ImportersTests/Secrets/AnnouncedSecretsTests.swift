import TestSupport
import Testing

@testable import Importers

/// Secrets that a noun, a verb or the form of a value announces in notes, titles and commands: see
/// ``AnnouncedShapes``.
@Suite struct AnnouncedSecretsTests {
  private let rules = SecretRules()

  @Test(arguments: [
    (SecretRules.TextKind.unknown, AnnouncedShapes.notes), (.title, AnnouncedShapes.titles),
    (.commandLine, AnnouncedShapes.commands),
  ])
  func announcedSecretsAreCaught(_ kind: SecretRules.TextKind, _ shapes: [String]) {
    var random = SeededNumbers(seed: 9)
    for line in shapes.flatMap({ SecretShape(text: $0).lines(&random) }) {
      #expect(rules.firstMatch(in: line.text, kind: kind) != nil, "\(line.text)")
    }
  }

  @Test(arguments: [
    (SecretRules.TextKind.unknown, AnnouncedShapes.ordinaryNotes), (.title, AnnouncedShapes.ordinaryTitles),
    (.commandLine, AnnouncedShapes.ordinaryCommands),
  ])
  func whatOnlySpeaksOfSecretsIsKept(_ kind: SecretRules.TextKind, _ lines: [String]) {
    for line in lines { #expect(rules.firstMatch(in: line, kind: kind) == nil, "\(line)") }
  }

  @Test func noTemplateHasThePasswordOfAnOption() {
    let template = CommandTemplate("etcdctl --endpoints=https://10.0.0.1 --user root:birnbaum get a")
    #expect(template?.template.contains("birnbaum") == false)
  }

  @Test(arguments: [
    "Passwort ", "pw x ", "code 12 34 56 ", "Tresor 1-2-3 ", "seed abc ", "WIFI:;P:", "LPA:1$", ",,*1", "验证码",
    "a / b ",
    "a:b@c ", "login a b ", "pin 1234 ", "s/a/b/ ", "# pw ", "f('a') ", "x <<< y\n",
  ])
  func workGrowsWithTheLengthOnly(_ piece: String) {
    for kind in SecretRules.TextKind.allCases {
      let works = [1 << 12, 1 << 14].map { size in
        var work = 0
        _ = rules.firstMatch(
          in: String(repeating: piece, count: size / piece.utf8.count), kind: kind, work: &work)
        return work
      }
      #expect(works[1] <= 5 * works[0] + 4_096, "\(kind)")
    }
  }
}
