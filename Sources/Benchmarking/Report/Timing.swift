/// How long calls took.
public struct Timing: Hashable, Sendable, Codable {
  /// Half of the samples took at most so long a call, in nanoseconds.
  public let median: Double
  /// Of a hundred samples 99 took at most so long a call, in nanoseconds.
  public let p99: Double
  /// How many samples were taken.
  public let samples: Int
  /// Over how many calls a sample is the mean: more than one where a call is so short that the clock would be measured.
  public let callsPerSample: Int

  /// Sums up the nanoseconds of samples; by the nearest rank, so every number was really measured.
  ///
  /// No samples give zeros.
  init(_ samples: [UInt64], callsPerSample: Int = 1) {
    let sorted = samples.sorted()
    func quantile(_ share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let rank = (share * Double(sorted.count)).rounded(.up)
      return Double(sorted[min(sorted.count, max(1, Int(rank))) - 1]) / Double(callsPerSample)
    }
    median = quantile(0.5)
    p99 = quantile(0.99)
    self.samples = samples.count
    self.callsPerSample = callsPerSample
  }
}
