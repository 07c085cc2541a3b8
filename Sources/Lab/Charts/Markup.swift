/// A piece of a page or a picture, as HTML that is well-formed XML too.
///
/// Text is escaped on entry, so that no log's name can become markup. A string literal is text.
package struct Markup: ExpressibleByStringInterpolation {
  /// The text that is written into the page.
  package let source: String

  /// Text for people: escaped, with what XML cannot hold replaced.
  package init(_ text: String) {
    source = Self.escaped(text)
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  private init(source: String) {
    self.source = source
  }

  /// An element with attributes and children; all values are escaped.
  package init(
    _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
  ) {
    let opening = "<\(name)" + attributes.map { " \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
    let isVoid = ["meta", "br"].contains("\(name)")  // the only ones here that HTML lets have no end
    source =
      isVoid ? opening + "/>" : opening + ">" + children.map(\.source).joined() + "</\(name)>"
  }

  /// Our own style sheet, which needs no escaping.
  package static func styleSheet(_ source: StaticString) -> Markup {
    Markup(source: "<style>\(source)</style>")
  }

  /// The pieces in sequence.
  package static func sequence(_ pieces: [Markup]) -> Markup {
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

  /// Returns whether XML allows a scalar, and it cannot change the direction of the text around it.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\u{200D}"
    default: scalar.value & 0xFFFE != 0xFFFE  // no character at all, by Unicode's own rule
    }
  }
}
