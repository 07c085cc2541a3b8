import Continuation
import Foundation
import Hunch
import Synchronization
import TestSupport
import Testing

/// The whole program of the tutorial is in a separate file, except for its attribute `@main`; it is
/// compiled, run, and compared with the article.
@Suite("Hunch: the whole program of the tutorial")
struct TutorialExampleTests {
  @Test("the article shows the whole program, and nothing else before the pizzeria")
  func isInArticle() throws {
    let code = try lines(
      of: Repository.file("Tests/Stores/HunchTests/TutorialExample.swift"), after: "// Tutorial: begin",
      before: "// Tutorial: end")
    let article = try lines(
      of: Repository.file("Sources/Stores/Hunch/Hunch.docc/Continuation.md"), after: "## A whole program",
      before: "## 1. Describe the content")
    var (shown, isInside) = ([String](), false)
    for line in article {
      if line.hasPrefix("```") { isInside = line == "```swift" } else if isInside { shown.append(line) }
    }
    let expected = code.map { $0.replacing("// @main, in the program", with: "@main") }
    #expect(shown.filter { !$0.isEmpty } == expected.filter { !$0.isEmpty })
  }

  @Test("the program brews, opens its URL, continues an activity from a launcher, and installs its manifest")
  func runs() async throws {
    let scratch = try Scratch()
    let path = scratch.path("store/s.sqlite")
    let environment = [
      "HOME": scratch.folder.path, "XDG_RUNTIME_DIR": scratch.folder.path, "HUNCH_STORE": path,
    ]
    let lines = Mutex<[String]>([])
    let screen = Screen { line in lines.withLock { $0.append(line) } }
    try await Coffee.run(nil, environment, on: screen)
    try await Coffee.run("coffee://brew/ristretto", environment, on: screen)
    try await Coffee.run("coffee://wash/cup", environment, on: screen)
    let log = try SQLiteDonationStore(path: path)
    let donations = try await log.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.activity.title) == ["Brew espresso", "Brew ristretto"])
    let start = try #require(
      InstalledManifests(environment: environment).start(for: donations[0].activity))
    guard case .activity(let activity) = start.handover else { return #expect(Bool(false), "a file") }
    let file = try ContinuationFile.write(activity, environment: environment)
    try await Coffee.run(file, environment, on: screen)
    #expect(
      lines.withLock { $0 }
        == ["brewing espresso", "brewing ristretto", "that cannot be brewed", "brewing espresso"])
  }

  /// Returns the lines between two lines.
  private func lines(of file: URL, after first: String, before last: String) throws -> [String] {
    let all = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(all.firstIndex(of: first), "\(file.lastPathComponent) has no line '\(first)'")
    return Array(all[(start + 1)...].prefix { $0 != last })
  }
}
