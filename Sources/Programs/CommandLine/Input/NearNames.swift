internal import Phrases

/// Names that may have been meant by what was typed.
enum NearNames {
  /// The longest way from what was typed to a name, as a share of the name's letters.
  private static let tolerance: Float = 0.4

  /// Returns whether a word is written as a name is, but for a letter or so.
  static func isNear(_ word: String, to name: String) -> Bool {
    word.count <= 40 && LetterDistance.cost(name, word) <= Float(name.count) / 5
  }

  /// Returns up to three names that begin as a word does or are written much as it is, the nearest
  /// first.
  static func near(_ word: String, of names: [String]) -> [String] {
    let word = word.lowercased()
    guard word.count <= 40 else { return [] }
    let costs = names.compactMap { name -> (name: String, cost: Float)? in
      if word.count > 1, name.hasPrefix(word) { return (name, 0) }
      let cost = LetterDistance.cost(name, word)
      return cost <= tolerance * Float(name.count) ? (name, cost) : nil
    }
    return costs.sorted { ($0.cost, $0.name) < ($1.cost, $1.name) }.prefix(3).map(\.name)
  }

  /// Names with commas and an "or" between them.
  static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
