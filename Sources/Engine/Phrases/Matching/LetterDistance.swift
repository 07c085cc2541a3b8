/// The edit distance from one word to another: what fingers and ears do often costs less than what
/// they do rarely.
///
/// It is the optimal string alignment of Damerau and Levenshtein with these costs, where 1 is a
/// letter that is too few or too many: a doubled letter or one of two ½; two letters swapped, a
/// letter next to the right one on a keyboard (QWERTY), a vowel for a vowel, or consonants that
/// sound alike ¾; any other letter for a letter 1¼.
package enum LetterDistance {
  /// A letter that is too few or too many.
  static let gap: Float = 1
  /// A letter once instead of twice, or twice instead of once.
  static let doubled: Float = 0.5
  /// Two letters in the wrong order, a neighbour on the keyboard, or a letter that sounds alike.
  static let slip: Float = 0.75
  /// Any other letter.
  static let other: Float = 1.25

  /// The cost of making one word out of another.
  ///
  /// - Complexity: O(product of the lengths).
  package static func cost(_ meant: String, _ said: String) -> Float {
    cost(meant.unicodeScalars.map(\.value)[...], said.unicodeScalars.map(\.value)[...])
  }

  /// The cost of making `said` out of `meant`.
  ///
  /// - Parameter weights: What a change counts at each letter of `meant`, where they do not all
  ///   count 1; at the edge of two words a letter too many counts as in the weightier one.
  /// - Complexity: O(product of the lengths).
  static func cost(_ meant: ArraySlice<UInt32>, _ said: ArraySlice<UInt32>, weights: [Float] = []) -> Float {
    let (rows, columns) = (Array(meant), Array(said))
    func weight(_ row: Int) -> Float {
      weights.indices.contains(row) ? weights[row] : weights.isEmpty ? 1 : 0
    }
    var (before, last) = ([Float](), [Float](repeating: 0, count: columns.count + 1))
    for column in columns.indices {
      last[column + 1] = last[column] + gapCost(columns, column) * weight(0)
    }
    for row in rows.indices {
      var next = [Float](repeating: 0, count: columns.count + 1)
      let own = weight(row)
      let removing = gapCost(rows, row) * own
      let adding = max(own, weight(row + 1))
      next[0] = last[0] + removing
      for column in columns.indices {
        var best = min(last[column + 1] + removing, next[column] + gapCost(columns, column) * adding)
        best = min(best, last[column] + substitution(rows[row], columns[column]) * own)
        if row > 0, column > 0, rows[row] == columns[column - 1], rows[row - 1] == columns[column] {
          best = min(best, before[column - 1] + slip * own)
        }
        next[column + 1] = best
      }
      (before, last) = (last, next)
    }
    return last[columns.count]
  }

  private static func gapCost(_ letters: [UInt32], _ index: Int) -> Float {
    index > 0 && letters[index] == letters[index - 1] ? doubled : gap
  }

  private static func substitution(_ meant: UInt32, _ said: UInt32) -> Float {
    if meant == said { return 0 }
    guard let one = code(meant), let two = code(said) else { return other }
    return alike[one] & (1 << UInt32(two)) != 0 ? slip : other
  }

  private static func code(_ letter: UInt32) -> Int? {
    (0x61...0x7A).contains(letter) ? Int(letter - 0x61) : nil
  }

  /// For each letter from a to z, as bits, those that are taken for it easily.
  private static let alike: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 26)
    func join(_ one: Character, _ two: Character) {
      guard let first = one.asciiValue, let second = two.asciiValue, first != second else { return }
      table[Int(first) - 0x61] |= 1 << UInt32(second - 0x61)
      table[Int(second) - 0x61] |= 1 << UInt32(first - 0x61)
    }
    let rows: [[Character]] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(Array.init)
    for row in rows { for (one, two) in zip(row, row.dropFirst()) { join(one, two) } }
    for (upper, lower) in zip(rows, rows.dropFirst()) {
      for (index, key) in lower.enumerated() {
        join(key, upper[index])
        if index + 1 < upper.count { join(key, upper[index + 1]) }
      }
    }
    for group in ["aeiouy", "ckq", "sz", "bp", "dt", "gk", "fv", "mn", "gj", "vw"] {
      for one in group { for two in group { join(one, two) } }
    }
    return table
  }()
}
