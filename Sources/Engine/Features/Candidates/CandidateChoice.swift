internal import Kernels

/// Chooses the items that a query describes, of a person with more than it may.
///
/// What was asked for, the last activities, and some of those done most often of all are among
/// them. The others are those of the window that evidence speaks for most: by the mean of the
/// probabilities that the experts give them.
struct CandidateChoice: Sendable {
  /// For each number of the window's items what speaks for it, 0 if it has a candidate anyhow.
  private var scores: [Float] = []
  /// The numbers of those that have no candidate.
  private var rest: [Int32] = []
  private var histogram = [Int](repeating: 0, count: 256)

  init() {}

  /// Chooses.
  ///
  /// - Parameters:
  ///   - count: How many items there are.
  ///   - required: Items that are to have a candidate in any case; together with the last
  ///     activities fewer than the limit.
  ///   - frequent: The items that were done most often.
  ///   - window: The items of the window.
  ///   - evidence: For each of those what speaks for it, at least 0.
  ///   - limit: How many candidates there are to be.
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

  /// Gives candidates to the best of the window's items that have none, up to a number of
  /// candidates; the others are its rest.
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

  /// The least score among so many of the best; of positive numbers bits compare as they do.
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
