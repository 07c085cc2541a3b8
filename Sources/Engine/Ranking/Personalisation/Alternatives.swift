internal import Kernels

/// The readout's inputs of all candidates of a query, without a copy: the last hidden units, then
/// the standardised features.
struct Alternatives {
  /// One row per candidate, or `nil` for a linear model.
  let units: Matrix?
  /// One row per candidate.
  let candidates: Matrix
  /// The standardiser of their columns.
  let standardizer: Standardizer

  /// Returns one input of a candidate.
  var width: Int { unitCount + candidates.columns }

  private var unitCount: Int { units?.columns ?? 0 }

  /// Writes the inputs of a candidate.
  func copyInputs(of row: Int, into inputs: inout [Float]) {
    inputs.removeAll(keepingCapacity: true)
    if let units { inputs.append(contentsOf: units.row(row)) }
    inputs.append(contentsOf: candidates.row(row))
    standardize(&inputs)
  }

  /// Writes the weighted sums of all candidates' inputs, for weights that sum to 1, or to less for
  /// a share of that mean.
  ///
  /// - Complexity: O(candidates · inputs).
  func addMeans(
    by weights: (first: [Float], second: [Float]), scratch: inout AlternativeSums, into first: inout [Float],
    _ second: inout [Float]
  ) throws(ShapeError) {
    try scratch.fill(units, columns: unitCount, by: weights)
    first.copy(scratch.first)
    second.copy(scratch.second)
    try scratch.fill(candidates, columns: candidates.columns, by: weights)
    first.append(contentsOf: scratch.first)
    second.append(contentsOf: scratch.second)
    // The sum of standardised numbers is the sum of the numbers, minus the mean once per number.
    standardize(&first, total: weights.first.reduce(0, +))
    standardize(&second, total: weights.second.reduce(0, +))
  }

  private func standardize(_ inputs: inout [Float], total: Float = 1) {
    let (first, columns) = (unitCount, candidates.columns)
    let (mean, factor) = (standardizer.mean.span, standardizer.factor.span)
    precondition(inputs.count >= first + columns && mean.count >= columns && factor.count >= columns)
    var inputs = inputs.mutableSpan
    for column in 0..<columns {
      inputs[first + column] = (inputs[first + column] - total * mean[column]) * factor[column]
    }
  }
}

/// Buffers of sums over candidates.
struct AlternativeSums: Sendable {
  private(set) var first: [Float] = []
  private(set) var second: [Float] = []

  mutating func fill(
    _ x: Matrix?, columns: Int, by weights: (first: [Float], second: [Float])
  ) throws(ShapeError) {
    first.removeAll(keepingCapacity: true)
    second.removeAll(keepingCapacity: true)
    first.resize(to: columns)
    second.resize(to: columns)
    if let x { try VectorLoops.addWeightedRows(of: x, by: weights, to: &first, &second) }
  }
}
