/// A pattern for one component of a path.
enum PatternComponent: Hashable, Sendable {
  /// This text.
  case literal([UInt8])
  /// Text with gaps.
  case open(OpenComponent)
  /// This component and all that follow.
  case rest
}

/// A component with gaps, which has literal text before, between and after them.
///
/// Between two gaps the text is never empty, because the end of the first would be ambiguous.
struct OpenComponent: Hashable, Sendable {
  /// A gap in a component.
  enum Gap: Hashable, Sendable {
    /// One or more bytes that are ignored: `*`.
    case wildcard
    /// One or more bytes with a name: `$(name)`.
    case capture(String)
  }

  /// The gaps, at least one.
  let gaps: [Gap]
  /// The literal texts, one more than gaps; the first and the last may be empty.
  let literals: [[UInt8]]

  var prefix: [UInt8] { literals[0] }
  var suffix: [UInt8] { literals[gaps.count] }
  var hasWildcard: Bool { gaps.contains(.wildcard) }
  var literalLength: Int { literals.reduce(0) { $0 + $1.count } }

  /// Returns the bytes that fill each gap: the first gap takes as many as possible, then the
  /// second, and so on.
  ///
  /// They are found from the end, by putting each separator as far to the right as possible, so
  /// that no position is tried twice.
  ///
  /// - Parameter mayBeEmpty: The captures that may be empty.
  /// - Complexity: O(length of the component × length of the pattern's).
  func gaps(in component: PathComponent, mayBeEmpty: Set<String>) -> [Range<Int>]? {
    let start = prefix.count
    var end = component.bytes.count - suffix.count
    guard start <= end, component.starts(with: prefix), component.ends(with: suffix) else { return nil }
    var ranges: [Range<Int>] = []
    for index in gaps.indices.reversed() {
      var gapStart = start
      var separatorStart = start
      let least = leastLength(of: gaps[index], mayBeEmpty: mayBeEmpty)
      guard end - least >= start else { return nil }
      if index > 0 {
        let separator = literals[index]
        guard let position = component.lastPosition(of: separator, in: start..<(end - least)) else {
          return nil
        }
        separatorStart = position
        gapStart = position + separator.count
      }
      ranges.append(gapStart..<end)
      end = separatorStart
    }
    return ranges.reversed()
  }

  private func leastLength(of gap: Gap, mayBeEmpty: Set<String>) -> Int {
    if case .capture(let name) = gap, mayBeEmpty.contains(name) { 0 } else { 1 }
  }

  /// Returns whether one text could match both; gaps match anything, so only the ends can prevent
  /// it.
  func overlaps(_ other: OpenComponent) -> Bool {
    let isPrefixShared = prefix.starts(with: other.prefix) || other.prefix.starts(with: prefix)
    let isSuffixShared =
      suffix.reversed().starts(with: other.suffix.reversed())
      || other.suffix.reversed().starts(with: suffix.reversed())
    return isPrefixShared && isSuffixShared
  }
}

extension PatternComponent {
  /// Returns whether one text could match both, for components of the same specificity.
  func overlaps(_ other: PatternComponent) -> Bool {
    switch (self, other) {
    case (.literal(let one), .literal(let two)): one == two
    case (.open(let one), .open(let two)): one.overlaps(two)
    case (.rest, .rest): true
    default: false
    }
  }
}

/// The unescaped bytes between two slashes of a URL's path.
///
/// It remembers which bytes were escaped: only an unescaped separator separates two captures, so
/// that a value can contain the separator's text.
struct PathComponent: Hashable {
  let bytes: [UInt8]
  /// Whether each byte was written as `%XX`; empty if none was.
  private let isEscaped: [Bool]

  /// Creates a component from text without escapes.
  init(plain bytes: [UInt8]) {
    self.init(bytes: bytes, isEscaped: [])
  }

  private init(bytes: [UInt8], isEscaped: [Bool]) {
    self.bytes = bytes
    self.isEscaped = isEscaped
  }

  init(_ text: ArraySlice<UInt8>) {
    guard text.contains(UInt8(ascii: "%")) else {
      self.init(plain: Array(text))
      return
    }
    var bytes: [UInt8] = []
    var isEscaped: [Bool] = []
    bytes.reserveCapacity(text.count)
    isEscaped.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let escaped = PercentCoding.escaped(text, at: index)
      bytes.append(escaped ?? text[text.startIndex + index])
      isEscaped.append(escaped != nil)
      index += escaped == nil ? 1 : 3
    }
    self.init(bytes: bytes, isEscaped: isEscaped)
  }

  /// Returns the components of a path, one more than it has slashes.
  ///
  /// An escaped slash does not separate components.
  static func components(of path: ArraySlice<UInt8>) -> [PathComponent] {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(PathComponent.init)
  }

  func starts(with literal: [UInt8]) -> Bool { bytes.starts(with: literal) }

  func ends(with literal: [UInt8]) -> Bool {
    bytes.count >= literal.count && bytes[(bytes.count - literal.count)...].elementsEqual(literal)
  }

  /// Returns the last position in a range at which an unescaped separator begins.
  ///
  /// - Complexity: O(length × length of the separator).
  func lastPosition(of separator: [UInt8], in range: Range<Int>) -> Int? {
    guard range.count >= separator.count else { return nil }
    var position = range.upperBound - separator.count
    while position >= range.lowerBound {
      if stands(separator, at: position) { return position }
      position -= 1
    }
    return nil
  }

  private func stands(_ separator: [UInt8], at position: Int) -> Bool {
    for (offset, byte) in separator.enumerated() {
      guard bytes[position + offset] == byte else { return false }
      if !isEscaped.isEmpty, isEscaped[position + offset], PercentCoding.isPlainInPath(byte) { return false }
    }
    return true
  }
}

/// The specificity of a component of a pattern; more specific ones come first.
///
/// The order is literal text, text with captures, a capture alone, text with a `*`, then `**`.
/// Among texts with gaps the one with more literal bytes comes first, then the one with fewer gaps.
struct Specificity: Hashable, Comparable {
  private let kind: Int
  private let gapBytes: Int
  private let gapCount: Int

  init(of component: PatternComponent) {
    switch component {
    case .literal: self.init(kind: 0)
    case .open(let open):
      let isBare = open.literalLength == 0
      let kind =
        switch (isBare, open.hasWildcard) {
        case (false, false): 1
        case (false, true): 2
        case (true, false): 3
        case (true, true): 4
        }
      self.init(kind: kind, gapBytes: -open.literalLength, gapCount: open.gaps.count)
    case .rest: self.init(kind: 5)
    }
  }

  private init(kind: Int, gapBytes: Int = 0, gapCount: Int = 0) {
    self.kind = kind
    self.gapBytes = gapBytes
    self.gapCount = gapCount
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind, left.gapBytes, left.gapCount) < (right.kind, right.gapBytes, right.gapCount)
  }
}
