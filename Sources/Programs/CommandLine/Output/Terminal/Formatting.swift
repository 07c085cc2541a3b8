internal import Activities
internal import Features
internal import Suggestions
internal import Training

/// Numbers as text, the same in every locale.
enum Formatting {
  /// A number with a fixed number of decimals; `-` for none.
  static func fixed(_ number: Double?, _ decimals: Int) -> String { CardText.fixed(number, decimals) }

  /// A probability with its horizon, like `51 % within 1 h`; by itself if there is none.
  static func within(_ probability: String, _ horizon: Double?) -> String {
    ([probability] + horizonField(horizon)).joined(separator: " ")
  }

  /// A field like `within 1 h`; no field if there is no horizon.
  static func horizonField(_ horizon: Double?) -> [String] {
    horizon.map { [HorizonWording.words($0)] } ?? []
  }

  /// A length of time like `4 s` or `38 min`, rounded.
  static func duration(_ seconds: Double) -> String {
    seconds < 60 ? "\(Int(clamping: seconds.rounded(.up))) s" : Fact.duration(seconds: seconds)
  }

  /// A number with a sign, whichever it has.
  static func signed(_ number: Double, _ decimals: Int) -> String { CardText.signed(number, decimals) }

  /// A count with its noun: `1 donation`, `12,345 donations`.
  static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    CardText.count(number, singular, plural)
  }

  /// A count with a comma between groups of three digits.
  static func grouped(_ number: Int) -> String { CardText.grouped(number) }

  /// Text in which nothing can move a cursor or break a line: control characters become spaces.
  static func plain(_ text: String) -> String { CardText.plain(text) }

  /// A bar for a share from 0 to 1, in eighths of a column, padded to its full width.
  static func bar(_ share: Double, width: Int) -> String {
    let eighths = Int(clamping: (min(1, max(0, share)) * Double(width * 8)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let text = String(repeating: "█", count: eighths / 8) + partial
    return padded(text, to: width)
  }

  /// Text in lines of at most `width` characters, broken at spaces; a word that is longer has a line of its own.
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

  /// Text with spaces after it.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Text with spaces before it.
  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Text of at most `width` characters; an ellipsis stands for the rest.
  static func shortened(_ text: String, to width: Int) -> String {
    text.count > width ? text.prefix(max(0, width - 1)) + "…" : text
  }
}
