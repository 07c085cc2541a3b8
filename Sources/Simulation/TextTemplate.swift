/// Text with names in braces, `Edit {document}`; `{{` and `}}` are braces.
struct TextTemplate: Hashable, Sendable {
  let parts: [Part]

  enum Part: Hashable, Sendable {
    case text(String)
    case name(String)
  }

  init(parts: [Part]) {
    self.parts = parts
  }

  /// The names in braces, in the order of the text.
  var names: [String] {
    parts.compactMap { part in
      guard case .name(let name) = part else { return nil }
      return name
    }
  }

  /// Reads a template; nothing if a brace is open, lone or empty.
  init?(_ source: String) {
    var parts: [Part] = []
    var text = ""
    var rest = source[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(rest.removeFirst())
      case "{":
        guard let close = rest.firstIndex(of: "}"), close > rest.startIndex else { return nil }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.name(String(rest[..<close])))
        rest = rest[rest.index(after: close)...]
      case "}": return nil
      default: text.append(character)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  /// The text with every name replaced.
  func filled(_ value: (String) -> String) -> String {
    parts.reduce(into: "") { result, part in
      switch part {
      case .text(let text): result += text
      case .name(let name): result += value(name)
      }
    }
  }
}
