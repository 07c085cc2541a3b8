import Testing

@testable import CommandLine

@Suite("The target of a question is on the screen")
struct ShownTargetTests {
  private static func shown(_ text: String, rows: Int = 16, columns: Int = 76) -> ShownTarget {
    ShownTarget(text, rows: rows, columns: columns)
  }

  @Test("runs of blanks and empty lines are replaced by their length")
  func runs() {
    let lines = Self.shown("touch PWNED" + String(repeating: "\n", count: 400) + "git status")
    #expect(lines.lines == ["touch PWNED", "⏎ × 400", "git status"] && lines.size == nil)
    let mixed = Self.shown("a" + String(repeating: "\n \t", count: 1_999) + "\nb")
    #expect(mixed.lines == ["a", "⏎ × 2,000", "b"])
    #expect(Self.shown("a" + String(repeating: " ", count: 2_000) + "b").lines == ["a␣ × 2,000b"])
    #expect(Self.shown("a" + String(repeating: "\u{3000}", count: 40) + "b").lines == ["a␣ × 40b"])
    #expect(Self.shown("true" + String(repeating: "\t", count: 99)).lines == ["true␣ × 99"])
    // Ordinary texts stay as they are.
    for text in ["make all", "if x\n\nthen\n        y", "a    b"] {
      #expect(Self.shown(text).lines.joined(separator: "\n") == text)
    }
  }

  @Test(
    "a text that does not fit is cut in the middle and measured",
    arguments: [
      String(repeating: "echo one\n", count: 400) + "end", String(repeating: "x", count: 9_000),
      String(repeating: "echo 日本\n\n", count: 40), String(repeating: "a\t", count: 900),
      String(repeating: "😀", count: 5_000),
    ])
  func cut(_ text: String) throws {
    for (rows, columns) in [(16, 76), (3, 20), (40, 200)] {
      let shown = Self.shown(text, rows: rows, columns: columns)
      #expect(shown.lines.count <= rows && shown.size != nil)
      #expect(shown.lines.contains { $0.hasSuffix("not shown …") })
      #expect(shown.lines.first?.first == text.first)
    }
    #expect(
      Self.shown(String(repeating: "echo one\n", count: 400) + "end").size == "401 lines, 3,603 characters")
  }

  @Test("a text that fits is shown completely", arguments: [1, 15, 16])
  func whole(_ count: Int) {
    let text = (1...count).map { "echo \($0)" }.joined(separator: "\n")
    #expect(Self.shown(text).size == nil && Self.shown(text).lines.count == count)
    #expect(Self.shown(text + "\nx", rows: count).size != nil || count < 3)
  }
}
