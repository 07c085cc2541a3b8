internal import Kernels

/// A network as it serves: through the loops of ``PackedNetwork``, or through BLAS.
///
/// Standardisation and temperature are folded in.
struct ServingNetwork: Equatable, Sendable {
  /// The way that single queries go.
  let path: ScoringPath
  /// The plain layers, which BLAS multiplies; queries in batches go through them on either path.
  let network: Network
  private let packed: PackedNetwork

  /// Lays out a network.
  ///
  /// - Parameter queryColumns: Inputs that are the same for all rows of a query; see ``RankingModel/queryColumns``. BLAS multiplies
  ///   them like any other.
  /// - Throws: `ShapeError` if there is no such column.
  init(_ network: Network, queryColumns: [Int] = [], path: ScoringPath) throws(ShapeError) {
    (self.path, self.network) = (path, network)
    packed = try PackedNetwork(network, queryColumns: queryColumns)
  }

  /// Units of the last hidden layer as single queries leave them in the scratch, with padding; 0 for a linear model.
  var lastUnits: Int { path == .fused ? packed.lastUnits : network.output.count }

  /// Writes the logit of each row of `x` to `logits`.
  ///
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
  func evaluate(_ x: Matrix, scratch: inout NetworkScratch, into logits: inout [Float]) throws(ShapeError) {
    switch path {
    case .fused: try packed.evaluate(x, scratch: &scratch, into: &logits)
    case .blas: try network.evaluate(x, scratch: &scratch, into: &logits)
    }
  }

  /// The same, and what a change of the readout adds to each logit, in the same pass.
  ///
  /// - Parameter keepsUnits: All rows go through the layers together, so that the scratch holds the last units of all of them
  ///   afterwards.
  func evaluate(
    _ x: Matrix, change: ReadoutChange, keepsUnits: Bool, scratch: inout NetworkScratch,
    into logits: inout [Float], changes: inout [Float]
  ) throws(ShapeError) {
    switch path {
    case .fused:
      try packed.evaluate(
        x, change: change, keepsUnits: keepsUnits, scratch: &scratch, into: &logits, changes: &changes)
    case .blas:
      try network.evaluate(
        x, changing: CollectionOfOne(SegmentChange(rows: 0..<x.rows, change: change)),
        blockRows: keepsUnits ? x.rows : Network.blockRows, scratch: &scratch, into: &logits,
        changes: &changes)
    }
  }

  /// The last units of all rows of the query that was evaluated last, if they were kept; `nil` for a linear model.
  func units(in scratch: NetworkScratch) -> Matrix? {
    network.hidden.indices.last.map { scratch.activations[$0] }
  }

  /// Leaves the hidden layers' outputs for all rows in the scratch.
  func activate(_ x: Matrix, scratch: inout NetworkScratch) throws(ShapeError) {
    switch path {
    case .fused: try packed.activate(x, scratch: &scratch)
    case .blas: try network.activate(x, rows: 0..<x.rows, scratch: &scratch)
    }
  }
}

/// A change of the readout that holds for some neighbouring rows: those of one person.
struct SegmentChange: Sendable {
  /// The rows that it holds for.
  let rows: Range<Int>
  /// Units without padding; `nil` changes nothing.
  let change: ReadoutChange?
}

extension Network {
  /// Writes the logit of each row, and what changes of the readout add to the rows that they hold for, in the same pass: a product
  /// a layer for each block of rows, whatever queries they belong to.
  ///
  /// - Parameters:
  ///   - segments: Changes of rows that follow each other and leave none out.
  ///   - blockRows: The rows that go through the layers together.
  ///   - changes: 0 where nothing is changed.
  /// - Complexity: O(rows · weights + segments).
  func evaluate(
    _ x: Matrix, changing segments: some Collection<SegmentChange>, blockRows: Int,
    scratch: inout NetworkScratch, into logits: inout [Float], changes: inout [Float]
  ) throws(ShapeError) {
    scratch.prepare(layers: hidden.count)
    logits.resize(to: x.rows)
    changes.removeAll(keepingCapacity: true)
    changes.resize(to: x.rows)
    var (start, position) = (0, segments.startIndex)
    while start < x.rows {
      let rows = start..<min(start + max(blockRows, 1), x.rows)
      try activate(x, rows: rows, scratch: &scratch)
      try combine(x, rows: rows, scratch: scratch, into: &logits)
      while position < segments.endIndex, segments[position].rows.lowerBound < rows.upperBound {
        let segment = segments[position]
        if let change = segment.change {
          try add(
            change, to: segment.rows.clamped(to: rows), of: x, from: start, scratch: scratch, into: &changes)
        }
        // What reaches beyond the block goes on in the next one.
        if segment.rows.upperBound > rows.upperBound { break }
        segments.formIndex(after: &position)
      }
      start = rows.upperBound
    }
  }

  /// Writes what a change adds to some rows, whose last units are in the scratch from `start` on.
  private func add(
    _ change: ReadoutChange, to rows: Range<Int>, of x: Matrix, from start: Int, scratch: NetworkScratch,
    into changes: inout [Float]
  ) throws(ShapeError) {
    for row in rows { changes[row] = change.bias }
    try BLAS.multiply(x, rows: rows, vector: change.columns, accumulate: true, into: &changes)
    guard let last = hidden.indices.last else { return }
    try BLAS.multiply(
      scratch.activations[last], rows: rows.lowerBound - start..<rows.upperBound - start,
      vector: change.units, accumulate: true, into: &changes, at: rows.lowerBound)
  }
}
