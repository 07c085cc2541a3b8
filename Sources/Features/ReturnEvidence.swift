internal import Kernels

/// Of the returns of each activity that took at least so long as it has been now, how many came just then.
///
/// It is the hazard of a life table (Cutler & Ederer: Maximum utilization of the life table method in analyzing survival,
/// Journal of Chronic Diseases 8, 1958) over the returns that there were; pauses that have not ended are left out, so it
/// says when an activity comes back, not whether. Times between two uses fall into bins:
///
///     h(bin) = (returns(bin) + s · prior) / (atRisk(bin) + s)
///
/// For all activities of a person together the prior is a constant, for each activity on its own it is that common hazard.
/// What comes back every quarter of an hour, every night or every week is told from what comes back at any time, which a
/// usual interval and its deviation cannot tell.
struct ReturnEvidence: Sendable {
  static let columns: [FeatureSchema.Column] = ["returns/own", "returns/any"].map {
    FeatureSchema.Column(name: $0, group: .rhythm)
  }

  /// How many returns the constant prior of the common hazard is worth, and an activity's own hazard that of all.
  static let smoothing = (any: 5.0, own: 4.0)
  /// The constant prior of the common hazard.
  static let prior = 0.1

  /// The times to return of one activity, or of all.
  struct LifeTable: Sendable {
    /// Bins on the scale 2 · log₂(1 + minutes): of a factor of √2 but for the first, the last from 2.8 years on.
    static let bins = 42

    /// For each bin how many returns took at least so long; the returns in it are the difference to the next one.
    private var atRisk = [Float](repeating: 0, count: bins + 2)

    /// Counts a return; O(bins).
    mutating func observe(_ position: Position) {
      for bin in 0...position.bin { atRisk[bin] += 1 }
      atRisk[position.bin + 1] += Float(position.fraction)
    }

    /// The share of the returns at a position among those that took at least so long, smoothed; O(1).
    func hazard(at position: Position, prior: Double, smoothing: Double) -> Double {
      let (lower, upper, beyond) = (
        Double(atRisk[position.bin]), Double(atRisk[position.bin + 1]), Double(atRisk[position.bin + 2])
      )
      let returns = position.mix(lower - upper, upper - beyond)
      return (returns + smoothing * prior) / (position.mix(lower, upper) + smoothing)
    }
  }

  /// Where a time lies: between the middles of two bins.
  struct Position {
    let bin: Int
    let fraction: Double

    /// - Parameter hours: The time since the last use, at least 0.
    init(hours: Double) {
      let scaled = min(2 * Elementary.logarithm2(1 + hours * 60), Double(LifeTable.bins - 1))
      bin = Int(scaled)
      fraction = scaled - Double(bin)
    }

    func mix(_ here: Double, _ next: Double) -> Double { here + fraction * (next - here) }
  }

  private var all = LifeTable()
  private var own: [LifeTable] = []

  /// Learns the time that an activity took to return, `nil` for a new one; O(bins).
  mutating func observe(row: Int32, hoursSince: Double?) {
    guard let hoursSince else {
      own.append(LifeTable())
      return
    }
    let position = Position(hours: hoursSince)
    own[Int(row)].observe(position)
    all.observe(position)
  }

  /// Writes the columns for all rows: the logarithms of how far an activity's hazard is above the common one, and of that one;
  /// O(rows).
  func write(
    _ occasion: Occasion, uses: [RecencyEvidence.Use], into matrix: inout Matrix, from column: Int
  ) {
    let width = matrix.columns
    matrix.withElements { elements in
      for (row, use) in uses.enumerated() {
        let position = Position(hours: max(0, occasion.hours - use.lastHours))
        let common = all.hazard(at: position, prior: Self.prior, smoothing: Self.smoothing.any)
        let hazard = own[row].hazard(at: position, prior: common, smoothing: Self.smoothing.own)
        let first = row * width + column
        elements[first] = Float(Elementary.logarithm(hazard / common))
        elements[first + 1] = Float(Elementary.logarithm(common))
      }
    }
  }
}
