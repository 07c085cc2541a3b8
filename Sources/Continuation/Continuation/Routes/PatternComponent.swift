/// A pattern for one component of a path.
enum PatternComponent: Hashable, Sendable {
  /// This text.
  case literal([UInt8])
  /// Text with gaps.
  case open(OpenComponent)
  /// This component and all that follow.
  case rest
}

/// A component with gaps: before, between and after them stands literal text.
///
/// Between two gaps the text is never empty, or nobody could tell where one ends.
struct OpenComponent: Hashable, Sendable {
  /// A gap in a component.
  enum Gap: Hashable, Sendable {
    /// One or more bytes that nobody asks for: `*`.
    case wildcard
    /// One or more bytes that get a name: `$(name)`.
    case capture(String)
  }

  /// One gap or more.
  let gaps: [Gap]
  /// One text more than gaps; the first and the last may be empty.
  let literals: [[UInt8]]

  var prefix: [UInt8] { literals[0] }
  var suffix: [UInt8] { literals[gaps.count] }
  var hasWildcard: Bool { gaps.contains(.wildcard) }
  var literalLength: Int { literals.reduce(0) { $0 + $1.count } }

  /// The bytes that fill each gap: the first gap takes as many as it can, then the second, and so
  /// on.
  ///
  /// They are found from the end, by putting each separator as far to the right as it can stand: no
  /// position is tried twice.
  ///
  /// - Parameter mayBeEmpty: The captures that may hold nothing.
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

  /// Returns whether one text could fit both: gaps take anything, so that only both ends can forbid
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
  /// Returns whether one text could fit both; asked of components of the same specificity.
  func overlaps(_ other: PatternComponent) -> Bool {
    switch (self, other) {
    case (.literal(let one), .literal(let two)): one == two
    case (.open(let one), .open(let two)): one.overlaps(two)
    case (.rest, .rest): true
    default: false
    }
  }
}

/// The bytes between two slashes of a URL's path, with their escapes undone.
///
/// It remembers which bytes were escaped: a separator between two captures is only one that stands
/// there as it is, so that a value can hold the separator's text.
struct PathComponent: Hashable {
  let bytes: [UInt8]
  /// For each byte whether it was written as `%XX`; empty if none was.
  private let isEscaped: [Bool]

  /// Text in which nothing was escaped.
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

  /// The components of a path: one more than it has slashes.
  ///
  /// An escaped slash separates nothing.
  static func components(of path: ArraySlice<UInt8>) -> [PathComponent] {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(PathComponent.init)
  }

  func starts(with literal: [UInt8]) -> Bool { bytes.starts(with: literal) }

  func ends(with literal: [UInt8]) -> Bool {
    bytes.count >= literal.count && bytes[(bytes.count - literal.count)...].elementsEqual(literal)
  }

  /// The last place between two positions where a separator stands as it is.
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

/// The specificity of a component of a pattern; the more specific one goes first.
///
/// Literal text, then text with captures, then a capture alone, then what has a `*`, then `**`.
/// Among texts with gaps the one with more literal bytes goes first, then the one with fewer gaps.
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
