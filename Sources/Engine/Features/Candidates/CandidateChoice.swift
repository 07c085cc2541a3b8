internal import Kernels

/// Chooses the rows that a query describes, of a person with more than it may.
///
/// What was asked for, the last activities, and some of those done most often of all are among them. The others are those of the window
/// that evidence speaks for most: by the mean of the probabilities that the experts give them.
struct CandidateChoice: Sendable {
  /// For each number of the window's rows what speaks for it, 0 if it has a line anyhow.
  private var scores: [Float] = []
  /// The numbers of those that have no line.
  private var rest: [Int32] = []
  private var histogram = [Int](repeating: 0, count: 256)

  init() {}

  /// Chooses.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - required: Rows that are to have a line in any case; together with the last activities fewer than the limit.
  ///   - frequent: The rows that were done most often.
  ///   - window: The rows of the window.
  ///   - evidence: For each of those what speaks for it, at least 0.
  ///   - limit: How many lines there are to be.
  /// - Complexity: O(rows of the window + limit).
  mutating func choose(
    of count: Int, required: [Int], recent: [Int32], frequent: [Int32], window: borrowing WindowRows,
    evidence: [Float], limit: Int, into lines: inout CandidateLines
  ) {
    lines.begin(rows: count)
    for row in required where row >= 0 && row < count { lines.insert(Int32(row)) }
    for row in recent { lines.insert(row) }
    let room = limit - CandidateLines.sampleSizes.recent - CandidateLines.sampleSizes.others
    for row in frequent where lines.count < room { lines.insert(row) }
    appendBest(of: window, evidence, upTo: room, to: &lines)
    lines.appendSample(of: rest, in: window, evidence: evidence)
  }

  /// Gives lines to the best of the window's rows that have none, up to a number of lines; the others are its rest.
  private mutating func appendBest(
    of window: borrowing WindowRows, _ evidence: [Float], upTo room: Int, to lines: inout CandidateLines
  ) {
    scores = evidence
    for row in lines.rows {
      let number = Int(window.number(ofRow: row))
      if number >= 0 { scores[number] = 0 }
    }
    let places = max(0, room - lines.count)
    let least = scores.count > places ? leastKept(of: places) : 0
    var equal = places - scores.count { $0 > least }
    rest.removeAll(keepingCapacity: true)
    let (rows, numbers) = (window.rows, scores)
    for number in rows.indices where numbers[number] > 0 {
      if numbers[number] > least {
        lines.insert(rows[number])
      } else if numbers[number] == least, equal > 0 {
        equal -= 1
        lines.insert(rows[number])
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
