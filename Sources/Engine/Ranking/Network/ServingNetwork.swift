internal import Kernels

/// A network prepared for scoring queries.
///
/// Standardisation and temperature are folded in, and columns that all rows of a query have in
/// common are multiplied once.
///
/// All products go through BLAS: a `cblas_sgemv` for the common columns, a `cblas_sgemm` for each
/// layer and run of the other columns, and a `cblas_sgemv` for each weighted sum of the last step.
/// Equal rows have bitwise equal logits (``EqualRows``).
struct ServingNetwork: Equatable, Sendable {
  /// The plain layers, which score batches.
  let network: Network
  /// The first hidden layer, or `nil` for a linear model.
  private let first: FirstLayer?

  /// Lays out a network.
  ///
  /// - Parameter queryColumns: The inputs that are the same for all rows of a query; see
  ///   ``RankingModel/queryColumns``.
  /// - Throws: `RankingError.model` if a column does not exist.
  init(_ network: Network, queryColumns: [Int] = []) throws(RankingError) {
    if let missing = queryColumns.first(where: { !(0..<network.inputs).contains($0) }) {
      throw .model("common column \(missing) is not among the \(network.inputs) inputs")
    }
    self.network = network
    first = network.hidden.first.map { FirstLayer($0, queryColumns: Set(queryColumns)) }
  }

  /// Writes the logit of each row of `x` to `logits`.
  ///
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
  func evaluate(_ x: Matrix, scratch: inout NetworkScratch, into logits: inout [Float]) throws(ShapeError) {
    try prepare(x, keepsUnits: false, scratch: &scratch)
    logits.resize(to: x.rows)
    for rows in RowBlocks(of: x.rows) {
      try activate(x, rows: rows, at: 0, scratch: &scratch)
      try network.combine(x, rows: rows, units: 0..<rows.count, scratch: scratch, into: &logits)
    }
    scratch.equalRows.unify(&logits)
  }

  /// Writes the logit of each row of `x`, and the amount that a change of the readout adds to it,
  /// in the same pass.
  ///
  /// - Parameter keepsUnits: Whether the scratch keeps the last units of all rows.
  func evaluate(
    _ x: Matrix, change: ReadoutChange, keepsUnits: Bool, scratch: inout NetworkScratch,
    into logits: inout [Float], changes: inout [Float]
  ) throws(ShapeError) {
    try prepare(x, keepsUnits: keepsUnits, scratch: &scratch)
    logits.resize(to: x.rows)
    changes.resize(to: x.rows)
    for rows in RowBlocks(of: x.rows) {
      let start = keepsUnits ? rows.lowerBound : 0
      let units = start..<start + rows.count
      try activate(x, rows: rows, at: start, scratch: &scratch)
      try network.combine(x, rows: rows, units: units, scratch: scratch, into: &logits)
      try network.add(change, to: rows, of: x, units: units, scratch: scratch, into: &changes)
    }
    scratch.equalRows.unify(&logits)
    scratch.equalRows.unify(&changes)
    if keepsUnits, let last = network.hidden.indices.last {
      scratch.equalRows.unify(&scratch.activations[last])
    }
  }

  /// The last units of all rows of the most recently evaluated query, if they were kept; `nil` for
  /// a linear model.
  func units(in scratch: NetworkScratch) -> Matrix? {
    network.hidden.indices.last.map { scratch.activations[$0] }
  }

  /// Writes the last hidden layer's outputs for all rows to the scratch.
  func activate(_ x: Matrix, scratch: inout NetworkScratch) throws(ShapeError) {
    try prepare(x, keepsUnits: true, scratch: &scratch)
    for rows in RowBlocks(of: x.rows) {
      try activate(x, rows: rows, at: rows.lowerBound, scratch: &scratch)
    }
    if let last = network.hidden.indices.last { scratch.equalRows.unify(&scratch.activations[last]) }
  }

  /// Makes room for a query, and does the work that is needed once per query.
  private func prepare(_ x: Matrix, keepsUnits: Bool, scratch: inout NetworkScratch) throws(ShapeError) {
    precondition(x.columns == network.inputs, "rows of another width")
    scratch.prepare(layers: network.hidden.count)
    scratch.equalRows.find(in: x)
    let blockRows = RowBlocks(of: x.rows).size
    for (index, layer) in network.hidden.enumerated() {
      let isKept = keepsUnits && index == network.hidden.count - 1
      scratch.activations[index].resize(rows: isKept ? x.rows : blockRows, columns: layer.bias.count)
    }
    try first?.fillBias(for: x, scratch: &scratch)
  }

  /// Writes the hidden layers' outputs for a block of rows to the scratch; those of the last layer
  /// start at a given row.
  private func activate(
    _ x: Matrix, rows: Range<Int>, at start: Int, scratch: inout NetworkScratch
  ) throws(ShapeError) {
    guard let first else { return }
    let last = network.hidden.count - 1
    for (index, layer) in network.hidden.enumerated() {
      var z = scratch.activations[index].take()
      let units = index == last ? start..<start + rows.count : 0..<rows.count
      if index == 0 {
        try first.multiply(x, rows: rows, into: &z, at: units.lowerBound)
        try VectorLoops.addBiasAndActivate(&z, rows: units, bias: scratch.bias)
      } else {
        let input = scratch.activations[index - 1]
        try BLAS.multiply(
          input, rows: 0..<rows.count, columns: 0..<input.columns, layer.weights, into: &z,
          at: units.lowerBound)
        try VectorLoops.addBiasAndActivate(&z, rows: units, bias: layer.bias)
      }
      scratch.activations[index] = z
    }
  }
}

/// The first hidden layer, laid out for queries.
///
/// Columns whose weights are all zero are not multiplied: the standardiser silenced them, or the
/// model was not fitted to them.
private struct FirstLayer: Equatable, Sendable {
  /// Neighbouring columns that are multiplied row by row, with their weights.
  private struct Run: Equatable, Sendable {
    let columns: Range<Int>
    let weights: Matrix
  }

  /// The maximum gap of columns with nothing to multiply within a run.
  ///
  /// A separate product would cost more than multiplying these columns.
  private static let smallGap = 2

  private let runs: [Run]
  private let bias: [Float]
  /// The columns that all rows have in common, with their weights.
  private let queryColumns: [Int]
  private let queryWeights: Matrix

  init(_ layer: DenseLayer, queryColumns: Set<Int>) {
    bias = layer.bias
    let used = (0..<layer.weights.rows).filter { layer.weights.row($0).contains { $0 != 0 } }
    self.queryColumns = used.filter(queryColumns.contains)
    queryWeights = Self.weights(of: self.queryColumns, in: layer)
    let own = used.filter { !queryColumns.contains($0) }
    var ranges: [Range<Int>] = []
    for column in own {
      if let last = ranges.last, column - last.upperBound <= Self.smallGap {
        ranges[ranges.count - 1] = last.lowerBound..<column + 1
      } else {
        ranges.append(column..<column + 1)
      }
    }
    let kept = Set(own)
    runs = ranges.map { range in
      Run(columns: range, weights: Self.weights(of: range.map { kept.contains($0) ? $0 : nil }, in: layer))
    }
  }

  /// Returns the rows of weights of some columns, with zeros for columns that have none.
  private static func weights(of columns: [Int?], in layer: DenseLayer) -> Matrix {
    var weights = Matrix(rows: columns.count, columns: layer.bias.count)
    for (row, column) in columns.enumerated() {
      guard let column else { continue }
      for unit in layer.bias.indices { weights[row, unit] = layer.weights[column, unit] }
    }
    return weights
  }

  /// Writes the bias plus the products of the columns that all rows have in common, which it reads
  /// from the first row.
  func fillBias(for x: Matrix, scratch: inout NetworkScratch) throws(ShapeError) {
    scratch.bias.removeAll(keepingCapacity: true)
    scratch.bias.append(contentsOf: bias)
    if x.rows == 0 || queryColumns.isEmpty { return }
    scratch.common.removeAll(keepingCapacity: true)
    for column in queryColumns { scratch.common.append(x.elements[column]) }
    try BLAS.multiplyTransposed(queryWeights, vector: scratch.common, accumulate: true, into: &scratch.bias)
  }

  /// Writes the products of the other columns of some rows.
  func multiply(_ x: Matrix, rows: Range<Int>, into z: inout Matrix, at start: Int) throws(ShapeError) {
    if runs.isEmpty {
      z.withElements { out in
        for index in start * bias.count..<(start + rows.count) * bias.count { out[index] = 0 }
      }
    }
    for (index, run) in runs.enumerated() {
      try BLAS.multiply(
        x, rows: rows, columns: run.columns, run.weights, accumulate: index > 0, into: &z, at: start)
    }
  }
}

/// A change of the readout for some neighbouring rows, those of one user.
struct SegmentChange: Sendable {
  /// The rows that it applies to.
  let rows: Range<Int>
  /// The change, or `nil` for none.
  let change: ReadoutChange?
}

extension Network {
  /// Writes the logit of each row, and the amounts that changes of the readout add to their rows,
  /// in the same pass.
  ///
  /// It takes one product per layer for each block of rows, whichever queries they belong to.
  ///
  /// - Parameters:
  ///   - segments: Changes of consecutive rows, without a gap.
  ///   - changes: The added amounts; 0 where nothing changes.
  /// - Complexity: O(rows · weights + segments).
  func evaluate(
    _ x: Matrix, changing segments: some Collection<SegmentChange>, scratch: inout NetworkScratch,
    into logits: inout [Float], changes: inout [Float]
  ) throws(ShapeError) {
    scratch.prepare(layers: hidden.count)
    logits.resize(to: x.rows)
    changes.removeAll(keepingCapacity: true)
    changes.resize(to: x.rows)
    var position = segments.startIndex
    for rows in RowBlocks(of: x.rows) {
      try activate(x, rows: rows, scratch: &scratch)
      try combine(x, rows: rows, units: 0..<rows.count, scratch: scratch, into: &logits)
      while position < segments.endIndex, segments[position].rows.lowerBound < rows.upperBound {
        let segment = segments[position]
        if let change = segment.change {
          let part = segment.rows.clamped(to: rows)
          let units = part.lowerBound - rows.lowerBound..<part.upperBound - rows.lowerBound
          try add(change, to: part, of: x, units: units, scratch: scratch, into: &changes)
        }
        // The rest of a segment that crosses the end of the block is handled in the next block.
        if segment.rows.upperBound > rows.upperBound { break }
        segments.formIndex(after: &position)
      }
    }
  }

  /// Writes the amount that a change adds to some rows.
  ///
  /// - Parameter units: The range in the scratch that holds the last units of these rows.
  fileprivate func add(
    _ change: ReadoutChange, to rows: Range<Int>, of x: Matrix, units: Range<Int>, scratch: NetworkScratch,
    into changes: inout [Float]
  ) throws(ShapeError) {
    for row in rows { changes[row] = change.bias }
    try BLAS.multiply(x, rows: rows, vector: change.columns, accumulate: true, into: &changes)
    guard let last = hidden.indices.last else { return }
    try BLAS.multiply(
      scratch.activations[last], rows: units, vector: change.units, accumulate: true, into: &changes,
      at: rows.lowerBound)
  }
}
