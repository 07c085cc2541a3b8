/// Reads the text of a pattern from left to right.
struct URLPatternParser {
  private let characters: [Unicode.Scalar]
  private var index = 0
  /// The names of the captures that were read.
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

  /// Reads up to the next slash, or the end.
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

  /// Reads a wildcard or capture, if one begins here.
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
