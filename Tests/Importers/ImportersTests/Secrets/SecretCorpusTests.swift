import Foundation
import TestSupport
import Testing

@testable import Importers

/// The share of made-up secrets that are caught; none of them gets into a template.
@Suite struct SecretCorpusTests {
  private let corpus = SecretCorpus()

  @Test(arguments: [(SecretCorpus.Part.choosing, 990), (.judging, 970), (.later, 900)])
  func nearlyAllSecretsAreCaught(_ part: SecretCorpus.Part, atLeast thousandths: Int) {
    let rules = SecretRules()
    let lines = corpus.lines.filter { $0.part == part }
    let missed = lines.filter { rules.firstMatch(in: $0.text, kind: $0.kind) == nil }
    let caught = lines.count - missed.count
    print(
      "secrets: caught \(caught) of \(lines.count) in shapes of \(part.rawValue); \(corpus.shapes) shapes in all"
    )
    if ProcessInfo.processInfo.environment["HUNCH_MISSED"] != nil {
      for line in missed { print("missed: \(part.rawValue) \(line.kind) \(line.text)") }
    }
    #expect(corpus.shapes >= 150)
    #expect(caught * 1000 >= lines.count * thousandths)
  }

  @Test func noTemplateHoldsASecret() {
    for line in corpus.lines where line.kind == .commandLine {
      guard let template = CommandTemplate(line.text) else { continue }
      #expect(!template.template.contains(line.secret), "\(line.shape)")
      #expect(!template.title.contains(line.secret), "\(line.shape)")
      #expect(
        !template.program.contains(line.secret) && template.subcommand?.contains(line.secret) != true,
        "\(line.shape)")
    }
  }

  @Test func noPageHoldsASecret() {
    for line in corpus.lines where line.kind == .url {
      guard let page = PageTemplate(url: line.text) else { continue }
      #expect(!page.url.contains(line.secret) && !page.identity.contains(line.secret), "\(line.shape)")
    }
  }
}
