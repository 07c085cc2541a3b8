/// A parsed pattern for the path of a URL.
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
/// `*` and captures may have text before, between and after them: `from-$(start)-to-$(end).html`.
/// The first takes as much as possible. A trailing slash counts.
///
/// Escapes (`%20`) in a path are decoded once, after the path is split at its slashes, so an
/// escaped slash belongs to a value. A separator between two captures matches only unescaped text.
public struct URLPattern: Hashable, Sendable {
  /// The maximum length of a pattern in bytes.
  static let lengthLimit = 1_024

  /// The pattern as written.
  public let text: String
  /// The names of its captures, from left to right.
  public let captureNames: [String]
  let startsWithSlash: Bool
  /// The components without the empty one before a leading slash; at least one.
  let components: [PatternComponent]

  /// Parses a pattern.
  ///
  /// - Throws: ``URLPatternError`` with the place of the fault.
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

  /// A Boolean value that indicates whether it can make paths: it has no `*`, except for a `**`,
  /// which then stands for nothing.
  public var canMakePaths: Bool {
    !components.contains { component in
      if case .open(let open) = component { open.hasWildcard } else { false }
    }
  }

  var specificity: [Specificity] { components.map(Specificity.init(of:)) }

  /// Returns whether a path could match both, for patterns of the same specificity, which have
  /// equally many components.
  func overlaps(_ other: URLPattern) -> Bool {
    components.count == other.components.count
      && zip(components, other.components).allSatisfy { $0.overlaps($1) }
  }
}

extension URLPattern: CustomStringConvertible {
  /// The pattern as written.
  public var description: String { text }
}

extension URLPattern {
  /// Returns the parameters of a matching path, or `nil` if it does not match.
  ///
  /// The comparison is exact: a pattern that begins with a slash matches only paths that do. A
  /// ``RouteTable`` ignores one leading slash on both sides.
  ///
  /// - Parameter path: The path as it is in a URL, including escapes.
  /// - Complexity: O(length of the path × length of the pattern), whatever their contents.
  public func match(path: String) -> RouteParameters? {
    let bytes = Array(path.utf8)
    guard !startsWithSlash || bytes.first == UInt8(ascii: "/") else { return nil }
    return match(PathComponent.components(of: bytes.dropFirst(startsWithSlash ? 1 : 0)), mayBeEmpty: [])
  }

  /// Returns whether a path matches exactly; see ``match(path:)``.
  public func matches(path: String) -> Bool { match(path: path) != nil }

  /// Returns the captures of a path without its leading slash.
  ///
  /// - Parameter mayBeEmpty: The captures that may be empty.
  func match(_ path: [PathComponent], mayBeEmpty: Set<String>) -> RouteParameters? {
    let isOpenEnded = components.last == .rest
    guard isOpenEnded ? path.count >= components.count : path.count == components.count else { return nil }
    var parameters: RouteParameters = [:]
    for (expected, found) in zip(components, path) {
      switch expected {
      case .literal(let text): guard found.bytes == text else { return nil }
      case .rest: return parameters
      case .open(let open):
        guard let ranges = open.gaps(in: found, mayBeEmpty: mayBeEmpty) else { return nil }
        for case (.capture(let name), let range) in zip(open.gaps, ranges) {
          guard let value = String(validating: found.bytes[range], as: UTF8.self) else { return nil }
          parameters[name] = value
        }
      }
    }
    return parameters
  }
}

extension PatternComponent {
  /// Returns whether it matches one component of a path.
  func matches(_ component: PathComponent, mayBeEmpty: Set<String>) -> Bool {
    switch self {
    case .literal(let text): component.bytes == text
    case .open(let open): open.gaps(in: component, mayBeEmpty: mayBeEmpty) != nil
    case .rest: true
    }
  }
}

extension URLPattern {
  /// Returns the path with these parameters.
  ///
  /// Values are escaped once, whatever their contents. Parameters that the pattern does not capture
  /// are ignored.
  ///
  /// - Throws: ``RouteError/noPath(pattern:)`` if the pattern has a `*`,
  ///   ``RouteError/missingValues(pattern:names:)`` with all captures without values.
  public func path(with parameters: RouteParameters) throws(RouteError) -> String {
    guard canMakePaths else { throw .noPath(pattern: text) }
    let missing = captureNames.filter { parameters[$0] == nil }
    guard missing.isEmpty else { throw .missingValues(pattern: text, names: missing) }
    var path: [UInt8] = []
    for (index, component) in components.enumerated() {
      if index > 0 || startsWithSlash { path.append(UInt8(ascii: "/")) }
      component.append(with: parameters, to: &path)
    }
    return String(decoding: path, as: UTF8.self)
  }
}

extension PatternComponent {
  fileprivate func append(with parameters: RouteParameters, to path: inout [UInt8]) {
    switch self {
    case .rest: return
    case .literal(let text): PercentCoding.append(text, to: &path, plain: PercentCoding.isPlainInPath)
    case .open(let open):
      let separators = Set(open.literals[1..<open.gaps.count].joined())
      PercentCoding.append(open.prefix, to: &path, plain: PercentCoding.isPlainInPath)
      for (gap, literal) in zip(open.gaps, open.literals.dropFirst()) {
        if case .capture(let name) = gap, let value = parameters[name] {
          // `.` and `..` alone mean a folder when a URL is resolved
          let isDots = value == "." || value == ".."
          PercentCoding.append(value.utf8, to: &path) { byte in
            PercentCoding.isUnreserved(byte) && !separators.contains(byte)
              && !(isDots && byte == UInt8(ascii: "."))
          }
        }
        PercentCoding.append(literal, to: &path, plain: PercentCoding.isPlainInPath)
      }
    }
  }
}

/// A parser that reads the text of a pattern from left to right.
struct URLPatternParser {
  private let characters: [Unicode.Scalar]
  private var index = 0
  /// The names of the captures read so far.
  private(set) var names: [String] = []

  init(_ text: String) {
    characters = Array(text.unicodeScalars)
    if characters.first == "/" { index = 1 }
  }

  mutating func components() throws(URLPatternError) -> [PatternComponent] {
    var components = [try component()]
    while index < characters.count {
      guard components.last != .rest else { throw error(.restNotLast, at: index - 2) }
      index += 1
      components.append(try component())
    }
    return components
  }

  /// Reads up to the next slash or the end.
  private mutating func component() throws(URLPatternError) -> PatternComponent {
    let start = index
    var gaps: [OpenComponent.Gap] = []
    var literals: [[UInt8]] = [[]]
    while index < characters.count, characters[index] != "/" {
      if starts("**") {
        index += 2
        guard start == index - 2, index == characters.count || characters[index] == "/" else {
          throw error(.restNotAlone, at: index - 2)
        }
        return .rest
      }
      let place = index
      if let gap = try gap() {
        if !gaps.isEmpty, literals[gaps.count].isEmpty { throw error(.adjacentGaps, at: place) }
        gaps.append(gap)
        literals.append([])
      } else {
        literals[gaps.count] += Array(String(characters[index]).utf8)
        index += 1
      }
    }
    return gaps.isEmpty ? .literal(literals[0]) : .open(OpenComponent(gaps: gaps, literals: literals))
  }

  /// Reads a wildcard or capture if one begins here.
  private mutating func gap() throws(URLPatternError) -> OpenComponent.Gap? {
    if starts("*") {
      index += 1
      return .wildcard
    }
    guard starts("$(") else { return nil }
    let start = index
    guard let end = characters[start...].firstIndex(of: ")") else { throw error(.unclosedCapture, at: start) }
    let scalars = characters[(start + 2)..<end]
    guard !scalars.isEmpty else { throw error(.emptyName, at: start) }
    guard !scalars.contains(where: { "$(*/".unicodeScalars.contains($0) }) else {
      throw error(.invalidName, at: start)
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars)
    guard !names.contains(name) else { throw error(.repeatedName(name), at: start) }
    names.append(name)
    index = end + 1
    return .capture(name)
  }

  private func starts(_ word: String) -> Bool {
    characters[index...].starts(with: word.unicodeScalars)
  }

  private func error(_ reason: URLPatternError.Reason, at position: Int) -> URLPatternError {
    URLPatternError(position: position, reason: reason)
  }
}
