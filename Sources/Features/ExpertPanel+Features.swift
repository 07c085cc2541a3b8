internal import Kernels

/// Buffers that are reused from query to query, one per caller: they hold nothing between two calls.
public struct FeatureScratch: Sendable {
  /// A number for each row and expert, row-major: the weight that the expert counted for the row, then its ratio.
  var ratios: [Double] = []
  /// For each row the ratios, their averages by trust, and the share, row-major; then the logarithms of all.
  var logarithms: [Float] = []

  /// Empty buffers.
  public init() {}
}

extension ExpertPanel {
  /// What an expert makes of a weight in one occasion: `ratio = weight / share · scale + prior · floor`.
  private struct Rule {
    /// The expert whose ratio is the prior; `nil`: the prior is 1.
    let parent: Int?
    let scale: Double
    let floor: Double

    init(parent: Int?, smoothing: Double, total: Double) {
      self.parent = parent
      scale = 1 / (total + smoothing)
      floor = smoothing * scale
    }
  }

  /// Writes the experts' columns for all rows; O(rows x experts).
  func write(
    _ cells: CellMap, shares: [Double], at clock: Clock, into matrix: inout Matrix, from column: Int,
    scratch: inout FeatureScratch
  ) {
    scratch.ratios.reset(to: 0, count: shares.count * Self.experts.count)
    let totals = count(cells, at: clock, into: &scratch.ratios)
    Self.judge(&scratch.ratios, by: Self.rules(totals), shares: shares)
    gather(scratch.ratios, shares: shares, into: &scratch.logarithms)
    VectorLoops.logarithm(inPlace: &scratch.logarithms)

    let knowledge = Self.knowing.map { Float(totals[$0] / (totals[$0] + 5)) }
    writeColumns(scratch.logarithms, knowledge: knowledge, into: &matrix, from: column)
  }

  /// Adds each expert's weights of all rows to its column, and answers its total.
  private func count(_ cells: CellMap, at clock: Clock, into weights: inout [Double]) -> [Double] {
    var weights = weights.mutableSpan
    var totals: [Double] = []
    totals.reserveCapacity(tables.count)
    for index in tables.indices {
      totals.append(
        tables[index].accumulate(
          in: cells[index], at: clock, into: &weights, column: index, of: tables.count))
    }
    return totals
  }

  private static func rules(_ totals: [Double]) -> [Rule] {
    totals.indices.map {
      Rule(parent: backOff[$0], smoothing: smoothing[$0], total: totals[$0])
    }
  }

  /// Turns weights into ratios: the probability that an expert gives a row over the row's overall share.
  private static func judge(_ ratios: inout [Double], by rules: [Rule], shares: [Double]) {
    var ratios = ratios.mutableSpan
    for (row, share) in shares.enumerated() {
      let perShare = 1 / share
      let first = row * rules.count
      for (index, rule) in rules.enumerated() {
        let prior = rule.parent.map { ratios[first + $0] } ?? 1
        ratios[first + index] = ratios[first + index] * perShare * rule.scale + prior * rule.floor
      }
    }
  }

  /// Collects, row after row, all that a logarithm is taken of.
  private func gather(_ ratios: [Double], shares: [Double], into numbers: inout [Float]) {
    numbers.resize(to: shares.count * (tables.count + trust.count + 1))
    var numbers = numbers.mutableSpan
    var next = 0
    for (row, share) in shares.enumerated() {
      let own = row * tables.count..<(row + 1) * tables.count
      for index in own {
        numbers[next] = Float(ratios[index])
        next += 1
      }
      for trust in trust {
        numbers[next] = Float(trust.average(of: ratios, from: own.lowerBound))
        next += 1
      }
      numbers[next] = Float(share)
      next += 1
    }
  }

  private func writeColumns(
    _ logarithms: [Float], knowledge: [Float], into matrix: inout Matrix, from column: Int
  ) {
    let (rows, width) = (matrix.rows, matrix.columns)
    matrix.withElements { elements in
      var next = 0
      for row in 0..<rows {
        let first = row * width + column
        for index in tables.indices { elements[first + index] = logarithms[next + index] }
        let known = first + tables.count
        for (index, value) in knowledge.enumerated() { elements[known + index] = value }
        let agreed = known + knowledge.count
        next += tables.count
        // The averages, and the share.
        for index in 0...trust.count { elements[agreed + index] = logarithms[next + index] }
        next += trust.count + 1
        elements[agreed + trust.count + 1] = logarithms[next - 1] + logarithms[next - 2]
      }
    }
  }
}

extension Trust {
  /// The average, by the experts' weights, of as many numbers from an index on; O(experts).
  fileprivate func average(of numbers: [Double], from first: Int) -> Double {
    var sum = 0.0
    for (index, weight) in weights.enumerated() { sum += weight * numbers[first + index] }
    return sum
  }
}

extension [Double] {
  /// Makes the array `count` copies of a value, keeping its storage.
  fileprivate mutating func reset(to value: Double, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}

extension Matrix {
  /// Writes one value into a whole column.
  mutating func fill(column: Int, with value: Float) {
    let (rows, columns) = (rows, columns)
    withElements { elements in
      for row in 0..<rows { elements[row * columns + column] = value }
    }
  }
}
