import Foundation
import Hunch
import TestSupport
import Testing

/// The README's example is the code between the markers; it is compiled, run, and compared with the
/// README.
@Suite("Hunch: the example of the README")
struct ReadmeExampleTests {
  // The example reads like a program's own code; `print` collects its output, `path` is a new
  // store.
  private func example(path: String, print: (String) -> Void) async throws {
    // README: begin
    let engine = try SuggestionEngine.open(store: path)
    let standup = try UserActivity(activityType: "org.example.calls.join", title: "Join the stand-up")
    for day in 2...6 {
      let instant = try Instant(rfc3339: "2026-03-0\(day)T09:00:00+01:00")
      try await engine.donate([Donation(of: standup, in: Context(at: instant))], now: instant)
    }
    let now = try Instant(rfc3339: "2026-03-09T08:55:00+01:00")
    let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 3))
    for suggestion in answer.suggestions { print("\(suggestion.displayTitle): \(suggestion.probability)") }
    // README: end
  }

  @Test("the example runs on a new store with the shipped model")
  func runs() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunch-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var lines: [String] = []
    try await example(path: folder.appending(path: "donations.sqlite").path) { lines.append($0) }
    #expect(lines.count == 1)
    let parts = try #require(lines.first).components(separatedBy: ": ")
    #expect(parts.first == "Join the stand-up")
    let probability = try #require(parts.last.flatMap(Double.init))
    #expect(probability > 0.5 && probability <= 1)
  }

  @Test("the README shows the example, ten lines with the import")
  func isInReadme() throws {
    let tests = URL(fileURLWithPath: #filePath)
    let code = try lines(of: tests, after: "    // README: begin", before: "    // README: end").map {
      String($0.dropFirst(4))
    }
    let readme = Repository.file("README.md")
    let section = try lines(of: readme, after: "## In ten lines of Swift", before: nil)
    let block = section.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    let shown = code.map { $0.replacing("open(store: path)", with: #"open(store: "standup.sqlite")"#) }
    #expect(Array(block) == ["import Hunch"] + shown)
    #expect(block.count == 10)
  }

  /// Returns the lines between two lines, or up to the end without the second.
  private func lines(of file: URL, after first: String, before last: String?) throws -> [String] {
    let all = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(all.firstIndex(of: first), "\(file.lastPathComponent) has no line '\(first)'")
    return Array(all[(start + 1)...].prefix { $0 != last })
  }
}
