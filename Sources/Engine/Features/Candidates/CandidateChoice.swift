internal import Kernels

/// Chooses which items a query describes, for a user with more than the limit.
///
/// Candidates are the required items, the last activities, and some of the most frequent ones. The
/// remaining candidates are those items of the window with the most evidence: the mean of the
/// probabilities that the experts give them.
struct CandidateChoice: Sendable {
  /// The evidence for each of the window's items, by window number; 0 for items that are candidates
  /// anyway.
  private var scores: [Float] = []
  /// The window numbers of the items that are not candidates.
  private var rest: [Int32] = []
  private var histogram = [Int](repeating: 0, count: 256)

  init() {}

  /// Chooses the candidates.
  ///
  /// - Parameters:
  ///   - count: The number of items.
  ///   - required: Items that must become candidates. Together with the last activities there are
  ///     fewer than the limit.
  ///   - frequent: The most frequent items.
  ///   - window: The items of the window.
  ///   - evidence: The evidence for each of the window's items, at least 0.
  ///   - limit: The number of candidates.
  /// - Complexity: O(items of the window + limit).
  mutating func choose(
    of count: Int, required: [Int], recent: [Int32], frequent: [Int32], window: borrowing WindowItems,
    evidence: [Float], limit: Int, into candidates: inout DescribedCandidates
  ) {
    candidates.begin(items: count)
    for item in required where item >= 0 && item < count { candidates.insert(Int32(item)) }
    for item in recent { candidates.insert(item) }
    let room = limit - DescribedCandidates.sampleSizes.recent - DescribedCandidates.sampleSizes.others
    for item in frequent where candidates.count < room { candidates.insert(item) }
    appendBest(of: window, evidence, upTo: room, to: &candidates)
    candidates.appendSample(of: rest, in: window, evidence: evidence)
  }

  /// Makes the window's best items candidates, up to a number of candidates; the others with
  /// evidence become the rest.
  private mutating func appendBest(
    of window: borrowing WindowItems, _ evidence: [Float], upTo room: Int,
    to candidates: inout DescribedCandidates
  ) {
    scores = evidence
    for item in candidates.items {
      let number = Int(window.number(ofItem: item))
      if number >= 0 { scores[number] = 0 }
    }
    let places = max(0, room - candidates.count)
    let least = scores.count > places ? leastKept(of: places) : 0
    var equal = places - scores.count { $0 > least }
    rest.removeAll(keepingCapacity: true)
    let (items, numbers) = (window.items, scores)
    for number in items.indices where numbers[number] > 0 {
      if numbers[number] > least {
        candidates.insert(items[number])
      } else if numbers[number] == least, equal > 0 {
        equal -= 1
        candidates.insert(items[number])
      } else {
        rest.append(Int32(number))
      }
    }
  }

  /// The minimum score among the `kept` best; positive numbers compare like their bit patterns.
  private mutating func leastKept(of kept: Int) -> Float {
    guard kept > 0 else { return .infinity }
    var (least, mask, left): (UInt32, UInt32, Int) = (0, 0, kept)
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      for digit in histogram.indices { histogram[digit] = 0 }
      for score in scores where score.bitPattern & mask == least {
        histogram[Int(score.bitPattern >> shift) & 255] += 1
      }
      var digit = 255
      while digit > 0, histogram[digit] < left {
        left -= histogram[digit]
        digit -= 1
      }
      least |= UInt32(digit) << shift
      mask |= 255 << shift
    }
    return Float(bitPattern: least)
  }
}
