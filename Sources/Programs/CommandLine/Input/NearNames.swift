internal import Phrases

/// Known names that are similar to a typed one.
enum NearNames {
  /// The maximum distance of a typed word from a name, as a share of the name's letters.
  private static let tolerance: Float = 0.4

  /// Returns whether a word differs from a name by about a letter.
  static func isNear(_ word: String, to name: String) -> Bool {
    word.count <= 40 && LetterDistance.cost(name, word) <= Float(name.count) / 5
  }

  /// Returns up to three names that begin with a word or have a similar spelling, the nearest
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

  /// Returns names with commas and an "or" between them.
  static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
