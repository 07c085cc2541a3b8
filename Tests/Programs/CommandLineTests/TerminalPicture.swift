import Foundation

/// A picture of a terminal as SVG: commands, and their output.
struct TerminalPicture {
  private static let (cellWidth, lineHeight, margin, top) = (8, 19, 20, 32)
  private static let style = """
    text{font:13.2px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre;fill:#d8dee9}\
    .prompt{fill:#8fbc8f}.cmd,.bold{font-weight:600;fill:#fff}.dim{fill:#88a0b8}
    """

  private let title: String
  private let columns: Int
  private var texts: [String] = []
  private var row = 0

  /// - Parameters:
  ///   - title: The description for people who do not see it.
  ///   - columns: The width of the terminal.
  init(title: String, columns: Int) {
    self.title = title
    self.columns = columns
  }

  /// Adds a command and the lines that it prints, with the sequences of their styles.
  mutating func add(_ command: String, printing lines: [String]) {
    if row > 0 { row += 1 }
    add("$", at: 0, "prompt")
    add(command, at: 2, "cmd")
    row += 1
    for line in lines {
      var column = 0
      for run in Self.runs(of: line) {
        for piece in Self.pieces(of: run.text) { add(piece.text, at: column + piece.offset, run.style) }
        column += run.text.count
      }
      row += 1
    }
  }

  /// The picture.
  var svg: String {
    let (width, height) = (columns * Self.cellWidth + 2 * Self.margin, Self.top + row * Self.lineHeight)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-labelledby="t">
      <title id="t">\(Self.escaped(title))</title>
      <style>\(Self.style)</style>
      <rect width="\(width)" height="\(height)" rx="8" fill="#1e2530"/>
      \(texts.joined(separator: "\n"))
      </svg>

      """
  }

  /// Adds text with each character one cell wide, whatever the font.
  private mutating func add(_ text: String, at column: Int, _ style: String) {
    let (x, y) = (Self.margin + column * Self.cellWidth, Self.top + row * Self.lineHeight)
    texts.append(
      """
      <text x="\(x)" y="\(y)" class="\(style)" textLength="\(text.count * Self.cellWidth)" \
      lengthAdjust="spacingAndGlyphs">\(Self.escaped(text))</text>
      """)
  }

  /// The parts of a line that have a style each.
  private static func runs(of line: String) -> [(text: String, style: String)] {
    line.components(separatedBy: "\u{1B}[").enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "m") else { return (part, "plain") }
      let style = ["1": "bold", "2": "dim"][part[..<end]] ?? "plain"
      return (String(part[part.index(after: end)...]), style)
    }
  }

  /// The parts of a text with at least two spaces between them: each is placed by itself.
  private static func pieces(of text: String) -> [(text: String, offset: Int)] {
    text.matches(of: /[^ ]+( [^ ]+)*/).map { match in
      (String(match.output.0), text.distance(from: text.startIndex, to: match.range.lowerBound))
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
