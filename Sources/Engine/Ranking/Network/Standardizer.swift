internal import Kernels

/// Scales each column to mean 0 and deviation 1, as fitted on training rows.
///
/// For serving, it is folded into the network's first layer and skip, and costs nothing.
public struct Standardizer: Equatable, Sendable {
  /// The number subtracted from each column.
  public let mean: [Float]
  /// The number that each column is then multiplied by: 1 / deviation, or 0 for a column that was
  /// constant or silenced, which thus contributes nothing.
  public let factor: [Float]

  /// Deviations below this times the magnitude of the mean (or 1) are rounding errors, and the
  /// column counts as constant.
  static let constantDeviation = 1e-6

  /// Creates a standardiser from given numbers.
  ///
  /// - Throws: `RankingError.model` if the lengths differ or a number is not finite.
  public init(mean: [Float], factor: [Float]) throws(RankingError) {
    guard mean.count == factor.count else {
      throw .model("\(mean.count) means and \(factor.count) factors")
    }
    guard VectorLoops.allFinite(mean), VectorLoops.allFinite(factor) else {
      throw .model("a mean or factor is not finite")
    }
    self.mean = mean
    self.factor = factor
  }

  /// Creates a standardiser that changes nothing.
  public init(identity columns: Int) {
    self.init(
      unchecked: [Float](repeating: 0, count: columns), factor: [Float](repeating: 1, count: columns))
  }

  /// Fits mean and deviation on consecutive rows in a flat array.
  ///
  /// - Complexity: O(rows · columns). It makes two passes, so that large means do not spoil the
  ///   deviation.
  init(fitting elements: [Float], columns: Int) {
    self.init(fitting: { $0(elements) }, rows: columns == 0 ? 0 : elements.count / columns, columns: columns)
  }

  /// Fits mean and deviation on the rows of consecutive pieces.
  ///
  /// - Parameters:
  ///   - pieces: Passes the pieces on, whole rows each; called twice.
  ///   - rows: The number of rows in all pieces.
  /// - Throws: The error of `pieces`.
  init(fitting pieces: (([Float]) -> Void) throws -> Void, rows: Int, columns: Int) rethrows {
    guard rows > 0, columns > 0 else {
      self.init(identity: columns)
      return
    }
    var sums = [Double](repeating: 0, count: columns)
    let zeros = sums
    try pieces { Standardizer.addColumns(of: $0, to: &sums, value: { x, _ in x }, around: zeros) }
    let means = sums.map { $0 / Double(rows) }
    sums = zeros
    try pieces {
      Standardizer.addColumns(of: $0, to: &sums, value: { x, mean in (x - mean) * (x - mean) }, around: means)
    }
    let variances = sums.map { $0 / Double(rows) }
    let factors = zip(means, variances).map { mean, variance -> Float in
      let deviation = variance.squareRoot()
      return deviation > Standardizer.constantDeviation * max(abs(mean), 1) ? Float(1 / deviation) : 0
    }
    self.init(unchecked: means.map { Float($0) }, factor: factors)
  }

  /// Returns the same standardiser with some columns silenced.
  func silencing(_ columns: Set<Int>) -> Standardizer {
    Standardizer(
      unchecked: mean, factor: factor.indices.map { columns.contains($0) ? 0 : factor[$0] })
  }

  private init(unchecked mean: [Float], factor: [Float]) {
    self.mean = mean
    self.factor = factor
  }

  @inline(__always)
  private static func addColumns(
    of elements: [Float], to sums: inout [Double], value: (Double, Double) -> Double, around centre: [Double]
  ) {
    let columns = sums.count
    let span = elements.span
    for row in 0..<elements.count / columns {
      for column in 0..<columns {
        sums[column] += value(Double(span[row * columns + column]), centre[column])
      }
    }
  }
}
