internal import Kernels

/// How time grows with size: the exponent `e` in time ~ size^e.
public struct Growth: Hashable, Sendable, Codable {
  /// What the cases have in common.
  public let series: String
  /// What grows.
  public let parameter: String
  /// The sizes, ascending.
  public let sizes: [Int]
  /// The medians, in nanoseconds.
  public let medians: [Double]
  /// The exponent from each size to the next.
  public let exponents: [Double]
  /// The exponent over all sizes: the slope of the line through the logarithms that is closest to them (least squares).
  public let exponent: Double

  /// - Returns: `nil` for fewer than two sizes, or if something took no time.
  init?(series: String, parameter: String, points: [(size: Int, median: Double)]) {
    let points = points.sorted { $0.size < $1.size }
    guard points.count > 1, points.allSatisfy({ $0.size > 0 && $0.median > 0 }) else { return nil }
    guard Set(points.map(\.size)).count == points.count else { return nil }
    (self.series, self.parameter) = (series, parameter)
    sizes = points.map(\.size)
    medians = points.map(\.median)
    let logs = points.map { (x: Elementary.logarithm(Double($0.size)), y: Elementary.logarithm($0.median)) }
    exponents = zip(logs, logs.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    let count = Double(logs.count)
    let mean = (x: logs.reduce(0) { $0 + $1.x } / count, y: logs.reduce(0) { $0 + $1.y } / count)
    let spread = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
    exponent = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) } / spread
  }

  /// The growth of every series among results, in their order.
  static func all(in results: [BenchmarkResult]) -> [Growth] {
    var order: [BenchmarkResult.Series] = []
    var points: [String: [(size: Int, median: Double)]] = [:]
    for result in results {
      for series in result.series {
        if points[series.name] == nil { order.append(series) }
        points[series.name, default: []].append((series.size, result.timing.median))
      }
    }
    return order.compactMap {
      Growth(series: $0.name, parameter: $0.parameter, points: points[$0.name] ?? [])
    }
  }
}
