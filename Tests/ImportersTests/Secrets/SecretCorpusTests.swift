import Foundation
import TestSupport
import Testing

@testable import Importers

/// How many of the made-up secrets are caught, and that none of them gets into a template.
@Suite struct SecretCorpusTests {
  private let corpus = SecretCorpus()

  @Test func nearlyAllSecretsOfShapesThatTheRulesWereNotChosenOnAreCaught() {
    let (caught, all) = count { !$0.isForChoosing }
    print("secrets: caught \(caught) of \(all) in shapes for judging")
    #expect(caught * 1000 >= all * 970)
  }

  @Test func nearlyAllSecretsOfShapesThatTheRulesWereChosenOnAreCaught() {
    let (caught, all) = count { $0.isForChoosing }
    print("secrets: caught \(caught) of \(all) in shapes for choosing; \(corpus.shapes) shapes in all")
    #expect(corpus.shapes >= 150)
    #expect(caught * 1000 >= all * 990)
  }

  private func count(_ belongs: (SecretCorpus.Line) -> Bool) -> (caught: Int, all: Int) {
    let rules = SecretRules()
    let shows = ProcessInfo.processInfo.environment["HUNCH_MISSED"]
    let lines = corpus.lines.filter(belongs)
    let missed = lines.filter { rules.firstMatch(in: $0.text, kind: $0.kind) == nil }
    if shows != nil { for line in missed { print("missed: \(line.kind) \(line.text)") } }
    return (lines.count - missed.count, lines.count)
  }

  @Test func noTemplateHoldsASecret() {
    for line in corpus.lines where line.kind == .commandLine {
      guard let template = CommandTemplate(line.text) else { continue }
      #expect(!template.template.contains(line.secret), "\(line.shape)")
      #expect(!template.title.contains(line.secret), "\(line.shape)")
      #expect(!template.program.contains(line.secret) && template.subcommand?.contains(line.secret) != true, "\(line.shape)")
    }
  }

  @Test func noPageHoldsASecret() {
    for line in corpus.lines where line.kind == .url {
      guard let page = PageTemplate(url: line.text) else { continue }
      #expect(!page.url.contains(line.secret) && !page.identity.contains(line.secret), "\(line.shape)")
    }
  }
}
