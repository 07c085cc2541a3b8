import Foundation

/// Long strings that no person would make up, recognised by the Shannon entropy of their letters
/// and by how often the kind of letter changes.
///
/// In base62, neighbours differ in kind (capital, small, digit) in three of five cases; in words
/// and names, in one of five. Entropy alone is a poor measure at 20 letters, where words have 3.5
/// bits a letter and random strings 4.1. Hexadecimal strings are kept, because commits, digests and
/// container identifiers are the subject of commands.
enum RandomStrings {
  /// The requirements for a string.
  struct Threshold: Sendable, Hashable {
    /// The minimum length.
    var length = 20
    /// The minimum entropy of its letters in bits.
    var entropy = 3.6
    /// The minimum share of neighbours of different kinds.
    var changes = 0.3
  }

  /// It was chosen on one half of the examples, see `Benchmarks/results/secrets.md`.
  static let threshold = Threshold()
  private static let longest = 512

  /// Returns the rule's name if a string in the text is random.
  static func firstMatch(
    in bytes: [UInt8], threshold: Threshold = Self.threshold, work: inout Int
  ) -> SecretRules.Name? {
    var place = 0
    while place < bytes.count {
      guard bytes[place].isBase64 else {
        place += 1
        work += 1
        continue
      }
      var end = place
      while end < bytes.count, bytes[end].isBase64 { end += 1 }
      work += 4 * (end - place)
      // A string with `/` may be a path, whose parts are judged separately, or base64, whose parts
      // are equally random but short.
      let run = bytes[place..<end]
      // The fingerprint of a key, as ssh shows it.
      if place >= 7, bytes[(place - 7)..<place].elementsEqual("SHA256:".utf8) {
        place = end
        continue
      }
      if run.count <= longest, isRandom(run, threshold), isLikelyBase64(run) { return .randomString }
      for part in run.split(separator: .slash) where part.count < run.count && part.count <= longest {
        if isRandom(part, threshold) { return .randomString }
      }
      place = end
    }
    return nil
  }

  /// Returns whether a string is random.
  static func isRandom(_ string: ArraySlice<UInt8>, _ threshold: Threshold = Self.threshold) -> Bool {
    guard string.count >= threshold.length, string.count <= longest,
      !string.allSatisfy({ $0.isHexadecimal || $0 == .dash }),
      !isUUID(string)
    else { return false }
    let measures = measures(of: string)
    return measures.kinds == 3 && measures.entropy >= threshold.entropy
      && measures.changes >= threshold.changes
  }

  /// Returns whether a string begins as UUIDs do: eight, four and four hexadecimal digits.
  private static func isUUID(_ string: ArraySlice<UInt8>) -> Bool {
    let groups = string.prefix(18).split(separator: .dash)
    return groups.map(\.count) == [8, 4, 4] && groups.allSatisfy { $0.allSatisfy(\.isHexadecimal) }
  }

  /// Returns the entropy of a string's letters, the share of changes of kind between neighbours,
  /// and how many kinds there are.
  ///
  /// A capital and the small letters after it are a word and no change, so that `CamelCase` has one
  /// change where it has two words.
  static func measures(of string: ArraySlice<UInt8>) -> (entropy: Double, changes: Double, kinds: Int) {
    var counts = [Int](repeating: 0, count: 256)
    var kinds = Set<Int>()
    var changes = 0
    var last: Int?
    var beforeLast: Int?
    for byte in string {
      counts[Int(byte)] += 1
      let kind = byte.isDigit ? 0 : byte.isUppercase ? 1 : byte.isLowercase ? 2 : nil
      guard let kind else { continue }
      kinds.insert(kind)
      let isWord = last == 1 && kind == 2 && beforeLast != 1
      if let last, last != kind, !isWord { changes += 1 }
      beforeLast = last
      last = kind
    }
    let total = Double(string.count)
    var entropy = 0.0
    for count in counts where count > 0 {
      let share = Double(count) / total
      entropy -= share * log2(share)
    }
    return (entropy, Double(changes) / max(1, total - 1), kinds.count)
  }

  /// Returns whether a string with slashes is not a path: a path's first part is a word.
  private static func isLikelyBase64(_ run: ArraySlice<UInt8>) -> Bool {
    let parts = run.split(separator: .slash)
    if parts.count == 1 { return true }
    return parts.count <= 2 + run.count / 16
      && parts.allSatisfy { part in part.count < 4 || measures(of: part).changes >= threshold.changes / 2 }
  }
}
