/// What stands between two slashes of a URL's path, with its escapes undone.
///
/// It remembers which bytes were escaped: a separator between two captures is only one that stands there as it is, so
/// that a value can hold the separator's text.
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
