/// Numbers over a run, and by how much they grow.
struct Series {
  let points: [(x: Double, y: Double)]

  /// The median; 0 of nothing.
  static func median(_ numbers: some Sequence<Double>) -> Double {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The median of the slopes between all pairs of points (Theil 1950, Sen 1968): of the points up to 29 % may be wild.
  ///
  /// - Complexity: O(n² log n).
  var slope: Double {
    var slopes: [Double] = []
    for (index, first) in points.enumerated() {
      for second in points[(index + 1)...] where second.x != first.x {
        slopes.append((second.y - first.y) / (second.x - first.x))
      }
    }
    return Self.median(slopes)
  }

  /// The median of the second quarter: what is usual once everything is warm.
  var usual: Double { Self.median(quarter(1)) }

  /// By how much the median of the last quarter is above the usual.
  var step: Double { Self.median(quarter(3)) - usual }

  /// By how much the slope lifts it from the second quarter to the end, the first quarter left out as warm-up.
  var drift: Double {
    let judged = Series(points: Array(points.dropFirst(points.count / 4)))
    guard let first = judged.points.first, let last = judged.points.last else { return 0 }
    return judged.slope * (last.x - first.x)
  }

  private func quarter(_ number: Int) -> [Double] {
    let (start, end) = (points.count * number / 4, points.count * (number + 1) / 4)
    return points[start..<end].map(\.y)
  }
}
