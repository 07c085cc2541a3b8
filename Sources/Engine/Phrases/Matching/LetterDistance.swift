/// The edit distance from one word to another; frequent errors of typing and hearing cost less than
/// rare ones.
///
/// It is the optimal string alignment of Damerau and Levenshtein. Each missing or extra letter
/// costs 1. A letter doubled or undoubled costs ½. Two letters swapped, a letter next to the right
/// one on a keyboard (QWERTY), a vowel for a vowel, or consonants that sound alike cost ¾. Any
/// other substitution costs 1¼.
package enum LetterDistance {
  /// The cost of a missing or extra letter.
  static let gap: Float = 1
  /// The cost of a letter once instead of twice, or twice instead of once.
  static let doubled: Float = 0.5
  /// The cost of two letters in the wrong order, a neighbour on the keyboard, or a letter that
  /// sounds alike.
  static let slip: Float = 0.75
  /// The cost of any other letter.
  static let other: Float = 1.25

  /// Returns the cost of turning one word into another.
  ///
  /// - Complexity: O(product of the lengths).
  package static func cost(_ meant: String, _ said: String) -> Float {
    cost(meant.unicodeScalars.map(\.value)[...], said.unicodeScalars.map(\.value)[...])
  }

  /// Returns the cost of turning `meant` into `said`.
  ///
  /// - Parameter weights: The weight of a change at each letter of `meant`; 1 by default. At the
  ///   edge of two words, an extra letter has the higher of both weights.
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

  /// For each letter from a to z, the letters that are easily confused with it, as bits.
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
