/// Numbers over a run, and their growth.
struct Series {
  let points: [(x: Double, y: Double)]

  /// Returns the median; 0 for an empty list.
  static func median(_ numbers: some Sequence<Double>) -> Double {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The slopes between all pairs of points, in order.
  ///
  /// Their median is the slope by Theil (1950) and Sen (1968), which tolerates up to 29 % of
  /// outliers.
  ///
  /// - Complexity: O(n² log n).
  private var slopes: [Double] {
    var slopes: [Double] = []
    for (index, first) in points.enumerated() {
      for second in points[(index + 1)...] where second.x != first.x {
        slopes.append((second.y - first.y) / (second.x - first.x))
      }
    }
    return slopes.sorted()
  }

  /// The median of the second quarter: the usual value after warm-up.
  var usual: Double { Self.median(quarter(1)) }

  /// The difference between the median of the last quarter and the usual value.
  var step: Double { Self.median(quarter(3)) - usual }

  /// The rise from the second quarter to the end; the first quarter is warm-up and is skipped.
  struct Drift {
    /// The rise by the median of the slopes.
    var likely = 0.0
    /// The minimum rise with a confidence of 97.5 %: by the slope of that rank under Kendall's
    /// distribution (Sen 1968).
    var least = 0.0
  }

  var drift: Drift {
    let judged = Series(points: Array(points.dropFirst(points.count / 4)))
    let slopes = judged.slopes
    guard let first = judged.points.first, let last = judged.points.last, !slopes.isEmpty else {
      return Drift()
    }
    let (span, count) = (last.x - first.x, Double(judged.points.count))
    let spread = 1.96 * (count * (count - 1) * (2 * count + 5) / 18).squareRoot()
    let rank = Int(((Double(slopes.count) - spread) / 2).rounded(.down))
    return Drift(likely: Self.median(slopes) * span, least: slopes[max(0, rank)] * span)
  }

  private func quarter(_ number: Int) -> [Double] {
    let (start, end) = (points.count * number / 4, points.count * (number + 1) / 4)
    return points[start..<end].map(\.y)
  }
}
