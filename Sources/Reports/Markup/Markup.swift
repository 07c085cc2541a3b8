/// A piece of a page, as HTML that is well-formed XML too.
///
/// Text is escaped where it enters, so no name of a log can become markup; a string literal is text.
struct Markup: ExpressibleByStringInterpolation {
  /// What is written into the page.
  let source: String

  /// Text for people: escaped, with what XML cannot hold replaced.
  init(_ text: String) {
    source = Self.escaped(text)
  }

  init(stringLiteral text: String) {
    self.init(text)
  }

  private init(source: String) {
    self.source = source
  }

  /// An element with attributes and children; all values are escaped.
  init(_ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []) {
    let opening = "<\(name)" + attributes.map { " \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
    let isVoid = "\(name)" == "meta"  // the only one here that HTML lets have no end
    source =
      isVoid ? opening + "/>" : opening + ">" + children.map(\.source).joined() + "</\(name)>"
  }

  /// Our own style sheet, which holds nothing to be escaped.
  static func styleSheet(_ source: StaticString) -> Markup { Markup(source: "<style>\(source)</style>") }

  /// Pieces after each other.
  static func sequence(_ pieces: [Markup]) -> Markup {
    Markup(source: pieces.map(\.source).joined(separator: "\n"))
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(isShown(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  /// Whether a scalar may stand in XML and cannot turn the direction of the text around it.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\u{200D}"
    default: scalar.value & 0xFFFE != 0xFFFE  // no character at all, by Unicode's own rule
    }
  }
}
