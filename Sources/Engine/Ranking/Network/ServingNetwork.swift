internal import Kernels

/// A network as it scores queries: standardisation and temperature folded in, and columns that all
/// rows of a query have in common multiplied once.
///
/// All products go through BLAS: a `cblas_sgemv` for the columns in common, a `cblas_sgemm` for
/// each layer and run of the other columns, and a `cblas_sgemv` for each weighted sum of the last
/// step. Equal rows have equal logits to the last bit (``EqualRows``).
struct ServingNetwork: Equatable, Sendable {
  /// The plain layers, by which batches are scored.
  let network: Network
  /// The first hidden layer; `nil` for a linear model.
  private let first: FirstLayer?

  /// Lays out a network.
  ///
  /// - Parameter queryColumns: Inputs that are the same for all rows of a query; see
  ///   ``RankingModel/queryColumns``.
  /// - Throws: `RankingError.model` if there is no such column.
  init(_ network: Network, queryColumns: [Int] = []) throws(RankingError) {
    if let missing = queryColumns.first(where: { !(0..<network.inputs).contains($0) }) {
      throw .model("there is no column \(missing) among \(network.inputs) to have in common")
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

  /// Writes the logit of each row of `x`, and the number that a change of the readout adds to it,
  /// in the same pass.
  ///
  /// - Parameter keepsUnits: The scratch holds the last units of all rows afterwards.
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

  /// The last units of all rows of the query that was evaluated last, if they were kept; `nil` for
  /// a linear model.
  func units(in scratch: NetworkScratch) -> Matrix? {
    network.hidden.indices.last.map { scratch.activations[$0] }
  }

  /// Leaves the last hidden layer's outputs for all rows in the scratch.
  func activate(_ x: Matrix, scratch: inout NetworkScratch) throws(ShapeError) {
    try prepare(x, keepsUnits: true, scratch: &scratch)
    for rows in RowBlocks(of: x.rows) {
      try activate(x, rows: rows, at: rows.lowerBound, scratch: &scratch)
    }
    if let last = network.hidden.indices.last { scratch.equalRows.unify(&scratch.activations[last]) }
  }

  /// Makes room for a query, and does for it what is done once.
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

  /// Leaves the hidden layers' outputs for a block of rows in the scratch, those of the last layer
  /// from a row on.
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
  /// Neighbouring columns that are multiplied row by row, and their weights.
  private struct Run: Equatable, Sendable {
    let columns: Range<Int>
    let weights: Matrix
  }

  /// The gap up to which columns with nothing to multiply stay within a run.
  ///
  /// A product of its own would cost more than they do.
  private static let smallGap = 2

  private let runs: [Run]
  private let bias: [Float]
  /// The columns that all rows have in common, and their weights.
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

  /// The rows of weights of some columns, 0 for none.
  private static func weights(of columns: [Int?], in layer: DenseLayer) -> Matrix {
    var weights = Matrix(rows: columns.count, columns: layer.bias.count)
    for (row, column) in columns.enumerated() {
      guard let column else { continue }
      for unit in layer.bias.indices { weights[row, unit] = layer.weights[column, unit] }
    }
    return weights
  }

  /// Writes the bias, with the products of the columns that all rows have in common, read from the
  /// first row.
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

/// A change of the readout that holds for some neighbouring rows: those of one person.
struct SegmentChange: Sendable {
  /// The rows that it holds for.
  let rows: Range<Int>
  /// The change; `nil` changes nothing.
  let change: ReadoutChange?
}

extension Network {
  /// Writes the logit of each row, and what changes of the readout add to the rows that they hold
  /// for, in the same pass: a product a layer for each block of rows, whatever queries they belong
  /// to.
  ///
  /// - Parameters:
  ///   - segments: Changes of rows that follow each other and leave none out.
  ///   - changes: 0 where nothing is changed.
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
        // What reaches beyond the block goes on in the next one.
        if segment.rows.upperBound > rows.upperBound { break }
        segments.formIndex(after: &position)
      }
    }
  }

  /// Writes what a change adds to some rows.
  ///
  /// - Parameter units: Where the last units of these rows are in the scratch.
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
