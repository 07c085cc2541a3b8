/// Selection of the rows with the highest scores.
///
/// Ties go to the lower row: callers put rows in the order in which ties should break. Rows with
/// NaN are skipped, even if fewer than the limit remain.
public enum TopRows {
  /// The rows with the highest scores, best first.
  ///
  /// A bounded list with a threshold scan: most rows are skipped with SIMD compares. It begins at a
  /// threshold that enough rows reach: it takes the highest scores of 64 groups, and of those the
  /// `limit`-th. If many rows are wanted, all are sorted.
  ///
  /// - Complexity: O(n + k log n log k) for scores in random order; O(n log n) if `limit` is more
  ///   than n / 8.
  public static func select(_ scores: [Float], limit: Int) -> [Int] {
    var rows: [Int] = []
    select(scores, limit: limit, into: &rows)
    return rows
  }

  /// Like `select(_:limit:)`, into an array whose capacity is kept.
  public static func select(_ scores: [Float], limit: Int, into rows: inout [Int]) {
    rows.removeAll(keepingCapacity: true)
    if limit <= 0 { return }
    if limit > VectorLoops.lowerBoundLimit, limit > scores.count / 8 {
      rows.append(contentsOf: scores.indices.lazy.filter { !scores[$0].isNaN })
      rows.sort { precedes($0, $1, scores) }
      if rows.count > limit { rows.removeLast(rows.count - limit) }
    } else {
      scan(scores, limit: limit, into: &rows)
    }
  }

  /// The number of scores from which it pays to look for a threshold first.
  private static let manyScores = 64
  /// The number of scores to look for it in: few of the rest are higher, and reading them twice
  /// would cost more.
  private static let lookedAt = 4_096

  /// Rows come in ascending order, so a row enters only if its score is strictly above the
  /// threshold.
  private static func scan(_ scores: [Float], limit: Int, into best: inout [Int]) {
    var (row, threshold) = (0, -Float.infinity)
    if scores.count >= manyScores, limit <= VectorLoops.lowerBoundLimit {
      threshold = VectorLoops.lowerBound(of: limit, in: scores, first: lookedAt).nextDown
    }
    if threshold == -.infinity {
      while row < scores.count, best.count < limit {
        if !scores[row].isNaN { insert(row, scores, into: &best) }
        row += 1
      }
      guard best.count == limit else { return }
      threshold = scores[best[limit - 1]]
    }
    while true {
      row = VectorLoops.nextAbove(threshold, in: scores, from: row)
      guard row < scores.count else { return }
      if best.count == limit { best.removeLast() }
      insert(row, scores, into: &best)
      if best.count == limit { threshold = scores[best[limit - 1]] }
      row += 1
    }
  }

  /// Inserts behind all rows with the same or a higher score.
  private static func insert(_ row: Int, _ scores: [Float], into best: inout [Int]) {
    best.insert(row, at: best.partitioningIndex { !(scores[$0] >= scores[row]) })
  }

  private static func precedes(_ a: Int, _ b: Int, _ scores: [Float]) -> Bool {
    scores[a] != scores[b] ? scores[a] > scores[b] : a < b
  }
}
