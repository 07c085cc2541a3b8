internal import Activities
internal import Kernels

extension Place {
  /// The four squares of a grid around a place, with weights that sum to 1 (bilinear interpolation).
  ///
  /// Rows of the grid are so many metres apart; within a row, a whole number of columns goes around the earth, as near as
  /// can be to so many metres apart at the latitude of that row, so squares have the same size everywhere and the last
  /// column neighbours the first. At the poles a row is a single column.
  func cells(metres: Double) -> [WeightedCell] {
    let metresPerDegree = 111_195.0  // of a sphere of mean earth radius
    var cells: [WeightedCell] = []
    cells.reserveCapacity(4)
    for row in Circumstance.interpolated(latitude * metresPerDegree / metres) {
      let rowLatitude = min(90, abs(Double(row.bin) * metres / metresPerDegree))
      let around = 360 * metresPerDegree * Elementary.cosine(rowLatitude * .pi / 180)
      let columns = max(1, (around / metres).rounded())
      let position = columns > 1 ? (longitude + 180) / 360 * columns : 0
      for column in Circumstance.interpolated(position) {
        let rowHash = StableHash.mix(0, UInt64(bitPattern: Int64(row.bin)))
        let key = StableHash.mix(rowHash, UInt64(column.bin % Int(columns)))
        cells.append(WeightedCell(key: key, weight: row.weight * column.weight))
      }
    }
    return cells
  }
}
