internal import Activities
internal import Answers

extension Formatting {
  /// Returns a bar for a share from 0 to 1, in eighths of a column, padded to its full width.
  static func bar(_ share: Double, width: Int) -> String {
    let eighths = Int(clamping: (min(1, max(0, share)) * Double(width * 8)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let text = String(repeating: "█", count: eighths / 8) + partial
    return padded(text, to: width)
  }

  /// Returns text in lines of at most `width` characters, broken at spaces; a longer word gets its
  /// own line.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Returns text with spaces after it.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns text with spaces before it.
  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
