/// What a pattern says about one component of a path.
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
  /// What may fill a gap.
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

  /// Which bytes fill each gap: the first gap takes as many as it can, then the second, and so on.
  ///
  /// That is found from the end, by putting each separator as far to the right as it can stand: no position is tried
  /// twice.
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

  /// Whether one text could fit both: gaps take anything, so that only both ends can forbid it.
  func overlaps(_ other: OpenComponent) -> Bool {
    let isPrefixShared = prefix.starts(with: other.prefix) || other.prefix.starts(with: prefix)
    let isSuffixShared =
      suffix.reversed().starts(with: other.suffix.reversed())
      || other.suffix.reversed().starts(with: suffix.reversed())
    return isPrefixShared && isSuffixShared
  }
}

extension PatternComponent {
  /// Whether one text could fit both; asked of components of the same specificity.
  func overlaps(_ other: PatternComponent) -> Bool {
    switch (self, other) {
    case (.literal(let one), .literal(let two)): one == two
    case (.open(let one), .open(let two)): one.overlaps(two)
    case (.rest, .rest): true
    default: false
    }
  }
}
