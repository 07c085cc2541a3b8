internal import Kernels

/// How regularly each activity comes back, in time and in donations, and how far it is due.
struct RhythmEvidence: Sendable {
  static let columns: [FeatureSchema.Column] = [
    "due/time", "due/donations", "regularity", "interval-known",
  ].map { FeatureSchema.Column(name: $0, group: .rhythm) }

  /// Running mean and variance of the logarithm of intervals; later ones count more once there are several.
  struct Interval: Sendable {
    private(set) var count = 0.0
    private(set) var mean = 0.0
    private(set) var variance = 0.0

    mutating func observe(_ value: Double) {
      count += 1
      let rate = max(1 / count, 0.1)
      let difference = value - mean
      mean += rate * difference
      variance = (1 - rate) * (variance + rate * difference * difference)
    }

    /// How many standard deviations a value lies above the usual one, from -4 to 4; 0 while nothing is known.
    func deviation(of value: Double) -> Double {
      guard count > 0 else { return 0 }
      return max(-4, min(4, (value - mean) / (variance + 0.25).squareRoot()))
    }
  }

  private(set) var time: [Interval] = []
  private(set) var donations: [Interval] = []

  /// Learns the interval that ended; O(1).
  mutating func observe(row: Int32, hoursSince: Double?, donationsSince: Int?) {
    guard let hoursSince, let donationsSince else {
      time.append(Interval())
      donations.append(Interval())
      return
    }
    time[Int(row)].observe(Self.scale(hours: hoursSince))
    donations[Int(row)].observe(Elementary.logarithm(Double(donationsSince)))
  }

  /// Writes the columns for all rows; O(rows).
  func write(
    _ occasion: Occasion, uses: [RecencyEvidence.Use], donations count: Int, into matrix: inout Matrix,
    from column: Int
  ) {
    let width = matrix.columns
    matrix.withElements { elements in
      for (row, use) in uses.enumerated() {
        let hours = Self.scale(hours: max(0, occasion.hours - use.lastHours))
        let since = Elementary.logarithm(Double(count - use.lastDonation))
        let first = row * width + column
        elements[first] = Float(time[row].deviation(of: hours))
        elements[first + 1] = Float(donations[row].deviation(of: since))
        elements[first + 2] = time[row].count > 1 ? Float(1 / (1 + time[row].variance)) : 0
        elements[first + 3] = Float(time[row].count / (time[row].count + 3))
      }
    }
  }

  /// The inverse of the scale on which intervals are kept.
  static func hours(scaled: Double) -> Double {
    (Elementary.powerOfTwo(scaled * 1.442_695_040_888_963_4) - 1) / 60
  }

  /// Intervals are compared on a logarithmic scale; a minute is the smallest that counts.
  private static func scale(hours: Double) -> Double {
    Elementary.logarithm(1 + hours * 60)
  }
}
