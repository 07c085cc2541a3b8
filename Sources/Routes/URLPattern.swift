/// A pattern for the path of a URL, read once.
///
/// A pattern has components, separated by slashes, like the path:
///
/// | component | matches |
/// | --- | --- |
/// | `text` | this text; every character stands for itself, those of regular expressions too |
/// | `*` | one character or more, up to the next slash |
/// | `**` | this component, even an empty one, and all that follow; the last component only |
/// | `$(name)` | one character or more, up to the next slash, which become the parameter `name` |
///
/// `*` and captures may have text before, between and after them: `from-$(start)-to-$(end).html`. The first takes as much
/// as it can. A trailing slash counts.
///
/// Escapes (`%20`) in a path are undone, once, after it was split at its slashes: an escaped slash belongs to a
/// value. A separator between two captures is found only where it is not escaped.
public struct URLPattern: Hashable, Sendable {
  /// The most bytes that a pattern may have.
  static let lengthLimit = 1_024

  /// The pattern as it was written.
  public let text: String
  /// The names of its captures, from left to right.
  public let captureNames: [String]
  let startsWithSlash: Bool
  /// Without the empty one before a leading slash; at least one.
  let components: [PatternComponent]

  /// Reads a pattern.
  ///
  /// - Throws: ``URLPatternError`` with the place of what is wrong.
  public init(_ text: String) throws(URLPatternError) {
    guard text.utf8.count <= Self.lengthLimit else {
      throw URLPatternError(position: 0, reason: .tooLong(limit: Self.lengthLimit))
    }
    var parser = URLPatternParser(text)
    components = try parser.components()
    captureNames = parser.names
    startsWithSlash = text.unicodeScalars.first == "/"
    self.text = text
  }

  /// Whether a path can be made of it: it has no `*`, except for a `**`, which stands for nothing then.
  public var canMakePaths: Bool {
    !components.contains { component in
      if case .open(let open) = component { open.hasWildcard } else { false }
    }
  }

  var specificity: [Specificity] { components.map(Specificity.init(of:)) }

  /// Whether a path could match both; asked of patterns of the same specificity, which have as many components.
  func overlaps(_ other: URLPattern) -> Bool {
    components.count == other.components.count
      && zip(components, other.components).allSatisfy { $0.overlaps($1) }
  }
}

extension URLPattern: CustomStringConvertible {
  /// The pattern as it was written.
  public var description: String { text }
}
