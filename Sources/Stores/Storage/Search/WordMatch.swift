/// The ways in which a typed word can match a word of a text, the weakest first.
package enum WordMatch: Int, Comparable, Sendable {
  /// The typed word has a typing error.
  case typingError
  /// The typed word is inside the word.
  case part
  /// The typed word is the beginning of the word.
  case beginning
  /// The typed word is the word.
  case whole

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A folded word of a query, and the rules for matching other words.
package struct TypedWord: Hashable, Sendable {
  /// The word.
  package let text: String
  /// The number of its letters and digits.
  private let length: Int
  /// The number of its scalars; the index of parts has them in groups of three.
  private let scalars: Int
  private let isHangul: Bool
  /// A Boolean value that indicates whether it has a digit: another number is not a typing error.
  private let hasNumber: Bool

  package init(_ text: String) {
    self.text = text
    length = text.count
    scalars = text.unicodeScalars.count
    isHangul = text.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
    hasNumber = text.unicodeScalars.contains { $0.properties.numericType != nil }
  }

  /// The minimum number of letters in a word with one allowed error.
  static let shortestWithError = 4
  /// The minimum number of letters in a word with two allowed errors.
  static let shortestWithTwoErrors = 8
  /// The minimum number of scalars to search inside words; fewer are in too many words.
  package static let shortestPart = 3
  /// The number of letters, at the beginning or the end, that must be right in a word with several
  /// errors.
  static let anchor = 3
  /// The number of those letters for a near match.
  static let nearAnchor = 2

  /// The possible positions of the word inside another one.
  package enum Reach: Sendable {
    /// At its beginning.
    case beginning
    /// Anywhere; an index of groups of three letters finds it.
    case anywhere
    /// Anywhere, but too short for that index: two syllables of Korean are often a whole word.
    case anywhereUnindexed
  }

  /// The possible positions inside another word.
  package var reach: Reach {
    if scalars >= Self.shortestPart { return .anywhere }
    return isHangul && scalars == 2 ? .anywhereUnindexed : .beginning
  }

  /// Returns the number of allowed typing errors.
  private func errors(_ tolerance: SearchPattern.Tolerance) -> Int {
    guard tolerance != .asTyped, !hasNumber, length >= Self.shortestWithError else { return 0 }
    let usual = length < Self.shortestWithTwoErrors ? 1 : 2
    return tolerance == .near ? usual + 1 : usual
  }

  /// Returns how a folded word matches this one; `nil` if it does not.
  package func match(_ word: String, _ tolerance: SearchPattern.Tolerance) -> WordMatch? {
    if word == text { return .whole }
    if word.utf8.count > text.utf8.count {
      if word.hasPrefix(text) { return .beginning }
      if reach != .beginning, contains(word) { return .part }
    }
    let errors = errors(tolerance)
    return errors > 0 && isNear(word, errors, tolerance) ? .typingError : nil
  }

  /// Returns whether another word contains this word's bytes.
  ///
  /// Both are canonically composed.
  private func contains(_ word: String) -> Bool {
    let (own, other) = (Array(text.utf8), Array(word.utf8))
    return (1...(other.count - own.count)).contains { start in
      other[start] == own[0] && other[start..<(start + own.count)].elementsEqual(own)
    }
  }

  private func isNear(_ word: String, _ errors: Int, _ tolerance: SearchPattern.Tolerance) -> Bool {
    // In UTF-8, one letter takes at most this many additional bytes.
    guard abs(word.utf8.count - text.utf8.count) <= 4 * errors else { return false }
    let (own, other) = (Array(text), Array(word))
    if errors > 1 {
      let anchor = tolerance == .near ? Self.nearAnchor : Self.anchor
      guard own.prefix(anchor) == other.prefix(anchor) || own.suffix(anchor) == other.suffix(anchor) else {
        return false
      }
    }
    return EditDistance.isAtMost(errors, own, other)
  }

  /// The conditions that an index needs to find every word within the allowed errors: the word
  /// begins or ends with one of these, or is one.
  package struct Anchors: Equatable, Sendable {
    package var beginnings: Set<String> = []
    package var endings: Set<String> = []
    package var words: Set<String> = []
  }

  /// Returns the anchors of words with typing errors; `nil` if errors are not allowed.
  ///
  /// One error leaves either the first or the second half unchanged, unless it exchanges the
  /// letters on both sides of the middle. For several errors the rule itself requires that some
  /// letters at either end are right.
  package func anchors(_ tolerance: SearchPattern.Tolerance) -> Anchors? {
    let errors = errors(tolerance)
    guard errors > 0 else { return nil }
    let letters = Array(text)
    var anchors = Anchors()
    if errors == 1 {
      let middle = letters.count / 2
      anchors.beginnings.insert(String(letters[..<middle]))
      anchors.endings.insert(String(letters[middle...]))
      var exchanged = letters
      exchanged.swapAt(middle - 1, middle)
      anchors.words.insert(String(exchanged))
    } else {
      let count = tolerance == .near ? Self.nearAnchor : Self.anchor
      anchors.beginnings.insert(String(letters.prefix(count)))
      anchors.endings.insert(String(letters.suffix(count)))
    }
    return anchors
  }
}

/// The number of letters to insert, delete, replace or exchange with their neighbours to turn one
/// word into another.
///
/// It is the optimal string alignment of Damerau and Levenshtein: no letter is edited twice.
enum EditDistance {
  /// Returns whether the distance is at most a limit.
  ///
  /// - Complexity: O(length · limit).
  static func isAtMost<Letter: Equatable>(_ limit: Int, _ one: [Letter], _ other: [Letter]) -> Bool {
    guard abs(one.count - other.count) <= limit else { return false }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in 0..<one.count {
      var current = [Int](repeating: limit + 1, count: other.count + 1)
      if row < limit { current[0] = row + 1 }
      var least = current[0]
      for column in max(0, row - limit)..<max(max(0, row - limit), min(other.count, row + limit + 1)) {
        let isEqual = one[row] == other[column]
        var cost = min(
          last[column] + (isEqual ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      // An exchange may still connect to the row before the last one.
      guard least <= limit || (last.min() ?? 0) <= limit else { return false }
      (beforeLast, last) = (last, current)
    }
    return last[other.count] <= limit
  }
}
