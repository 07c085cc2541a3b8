/// Everything that one run measured, and where and how: what `hunch benchmark --json` prints.
public struct BenchmarkDocument: Sendable, Codable {
  /// Where and how.
  public let conditions: BenchmarkConditions
  /// What was measured, a report a subject.
  public let reports: [BenchmarkReport]

  /// Puts a run together.
  public init(conditions: BenchmarkConditions, reports: [BenchmarkReport]) {
    (self.conditions, self.reports) = (conditions, reports)
  }
}
