/// One case, measured.
public struct BenchmarkResult: Hashable, Sendable, Codable {
  /// What was done, in words.
  public let name: String
  /// The rows of cases of growing size that it belongs to.
  public let series: [Series]
  /// How long a call took.
  public let timing: Timing
  /// How much was done in a second.
  public let rate: Rate
  /// What the machine could do at best; `nil` where that cannot be told.
  public let limit: Limit?
  /// Other ways to do the same, or what it is compared with, in turn in the same run.
  public let references: [Reference]

  /// A row of cases of growing size.
  public struct Series: Hashable, Sendable, Codable {
    /// What they have in common.
    public let name: String
    /// What grows: candidates, donations.
    public let parameter: String
    /// How much of it this case has.
    public let size: Int
  }

  /// Work by time, by the median.
  public struct Rate: Hashable, Sendable, Codable {
    /// How many a second.
    public let perSecond: Double
    /// What is counted.
    public let unit: String
  }

  /// The shortest time in which this machine could do the arithmetic, and read and write the bytes.
  ///
  /// The longer of two: operations at the rate of a bare `sgemm`, bytes at the rate at which as many are read by a bare
  /// loop; both were measured in turn with the case.
  public struct Limit: Hashable, Sendable, Codable {
    /// In nanoseconds.
    public let nanoseconds: Double
    /// How many times as long the case took.
    public let ratio: Double
    /// Which of the two it is.
    public let bound: Bound

    /// What sets the limit.
    public enum Bound: String, Sendable, Codable {
      case arithmetic, memory
    }
  }

  /// What was measured in turn with the case.
  public struct Reference: Hashable, Sendable, Codable {
    /// What it does.
    public let name: String
    /// How long that took.
    public let timing: Timing
    /// How many times as long the case took, by the medians: below 1 the case is faster.
    public let ratio: Double?

    init(name: String, timing: Timing, caseMedian: Double) {
      (self.name, self.timing) = (name, timing)
      ratio = timing.median > 0 ? caseMedian / timing.median : nil
    }
  }

  init(
    name: String, series: [Series], timing: Timing, work: Work, limit: Limit?, references: [Reference] = []
  ) {
    (self.name, self.series, self.timing, self.limit) = (name, series, timing, limit)
    rate = Rate(perSecond: timing.median > 0 ? work.items * 1e9 / timing.median : 0, unit: work.unit)
    self.references = references
  }
}
