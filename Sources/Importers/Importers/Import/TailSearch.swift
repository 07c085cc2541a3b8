internal import Activities

/// A search for the position in a sequence of activities that matches the end of another sequence.
///
/// Both are the same history at different times. One may continue after the other, have lost its
/// beginning, or lack some entries (lines that a shell removed as repeated, donations that the user
/// forgot). So the search compares backwards from each position, and may skip a few entries on
/// either side.
struct TailSearch {
  /// A matching position.
  struct Match: Equatable {
    /// The position in the sequence, counted from 0.
    let position: Int
    /// The index in the tail that matches it.
    let tailIndex: Int
    /// The number of equal activities, less the number of skipped ones.
    let score: Int
  }

  /// The best match so far; of equal ones the latest.
  private(set) var best: Match?

  /// The maximum number of activities at the end that are compared.
  static let tailLength = 128
  /// The minimum number of equal activities, unless both sequences have the same beginning: a
  /// shorter match may be chance.
  static let fewest = 8
  /// The maximum number of entries skipped at once, on both sides together.
  private static let longestGap = 8

  private let tail: [ActivityIdentity]
  /// A Boolean value that indicates whether the tail is all of its sequence.
  private let isWhole: Bool
  private var recent: [ActivityIdentity] = []
  private var count = 0

  /// Creates a search for a tail.
  init(_ tail: [ActivityIdentity], isWhole: Bool) {
    (self.tail, self.isWhole) = (tail, isWhole)
  }

  /// Compares the next activity of the sequence.
  ///
  /// - Complexity: O(1) if it is not in the end of the tail, else O(tail).
  mutating func append(_ identity: ActivityIdentity) {
    if recent.count == 4 * Self.tailLength { recent.removeFirst(2 * Self.tailLength) }
    recent.append(identity)
    count += 1
    for back in 0..<min(Self.longestGap, tail.count) where tail[tail.count - 1 - back] == identity {
      guard let match = match(leavingOut: back), match.score >= best?.score ?? 0 else { continue }
      best = match
    }
  }

  /// Returns the match of the tail without its last few entries at the last position of the
  /// sequence.
  private func match(leavingOut last: Int) -> Match? {
    var (tailPlace, place) = (tail.count - 1 - last, recent.count - 1)
    var (alike, leftOut) = (0, last)
    while tailPlace >= 0, place >= 0 {
      if tail[tailPlace] == recent[place] {
        alike += 1
        tailPlace -= 1
        place -= 1
      } else {
        guard let gap = gap(tailPlace, place), leftOut <= Self.longestGap + alike / 4 else { return nil }
        tailPlace -= gap.inTail
        place -= gap.inSequence
        leftOut += gap.inTail + gap.inSequence
      }
    }
    let isAtBothBeginnings = isWhole && tailPlace < 0 && place < 0 && count == recent.count
    guard alike > 2 * leftOut, alike >= Self.fewest || isAtBothBeginnings && leftOut == 0 else { return nil }
    return Match(position: count - 1, tailIndex: tail.count - 1 - last, score: alike - leftOut)
  }

  /// Returns the smallest gap after which both are equal again.
  private func gap(_ tailPlace: Int, _ place: Int) -> (inTail: Int, inSequence: Int)? {
    for length in 1...Self.longestGap {
      for inTail in 0...length {
        let inSequence = length - inTail
        if tailPlace >= inTail, place >= inSequence, tail[tailPlace - inTail] == recent[place - inSequence] {
          return (inTail, inSequence)
        }
      }
    }
    return nil
  }
}
