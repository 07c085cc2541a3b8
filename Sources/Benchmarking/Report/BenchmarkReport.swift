/// What was measured of one subject, with what follows from it.
public struct BenchmarkReport: Sendable, Codable {
  /// `ranking`, `continuation` or `store`.
  public let subject: String
  /// The cases in order.
  public let results: [BenchmarkResult]
  /// How time grows with size.
  public let growth: [Growth]
  /// What is no time.
  public let quantities: [Quantity]

  init(subject: String, results: [BenchmarkResult], quantities: [Quantity] = []) {
    (self.subject, self.results, self.quantities) = (subject, results, quantities)
    growth = Growth.all(in: results)
  }
}
