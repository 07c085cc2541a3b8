internal import Activities

/// A rule that makes a value of `userInfo` or of the context.
indirect enum ValueTemplate: Hashable, Sendable {
  /// A constant value.
  case constant(ActivityValue)
  /// Text with variables in it.
  case text(TextTemplate)
  /// One of several values, drawn by weight each time.
  case pick([Weighted<ActivityValue>])
  /// A number that hardly ever repeats, such as a scroll offset.
  case noiseNumber(ClosedRange<Double>)
  /// Sixteen random hexadecimal digits, such as a session's identifier.
  case noiseIdentifier
  /// A list of such values.
  case array([ValueTemplate])
  /// An object of such values, in order of their keys.
  case object([Named<ValueTemplate>])
}

extension ValueTemplate {
  /// The variables that it uses.
  var names: [String] {
    switch self {
    case .text(let text): text.names
    case .array(let values): values.flatMap(\.names)
    case .object(let members): members.flatMap(\.value.names)
    case .constant, .pick, .noiseNumber, .noiseIdentifier: []
    }
  }

  /// A Boolean value that tells whether it only makes strings, numbers, booleans or null.
  var isScalar: Bool {
    switch self {
    case .constant(let value): value.isScalar
    case .pick(let values): values.allSatisfy(\.element.isScalar)
    case .text, .noiseNumber, .noiseIdentifier: true
    case .array, .object: false
    }
  }
}

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

  /// Reads a template; `nil` if a brace is open, lone or empty.
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

  /// Returns the text with every name replaced.
  func filled(_ value: (String) -> String) -> String {
    parts.reduce(into: "") { result, part in
      switch part {
      case .text(let text): result += text
      case .name(let name): result += value(name)
      }
    }
  }
}
