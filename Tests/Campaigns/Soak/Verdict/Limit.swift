/// A measurement that must not grow, and its limit.
struct Limit: Sendable {
  let name: String
  /// The allowed growth as a share of the usual value.
  let share: Double
  /// The allowed growth even for small values, in the measurement's unit.
  let slack: Double
  /// Whether it takes many rounds to distinguish growth from chance.
  var isTime = false
  let value: @Sendable (Sample) -> Double?

  /// All limits.
  static let all: [Limit] = state + times

  private static let megabyte = 1_048_576.0

  private static let state = [
    // The heap is exact; only the set of cached users varies. A leak of 16 bytes per operation is
    // found within an hour.
    Limit(name: "heap, MB", share: 0.05, slack: 0.5) {
      $0.process.heap > 0 ? Double($0.process.heap) / megabyte : nil
    },
    // Resident memory without the allocator's reserve: memory outside the heap, and gaps that
    // cannot be returned.
    Limit(name: "resident memory, trimmed, MB", share: 0.05, slack: 4) {
      $0.process.trimmed > 0 ? Double($0.process.trimmed) / megabyte : nil
    },
    // Readers of the pool come and go with the load.
    Limit(name: "open files", share: 0, slack: 2) { Double($0.process.files) },
    Limit(name: "threads", share: 0, slack: 3) { Double($0.process.threads) },
    // The retention has a tolerance of a day; checkpoints come and go with late donations.
    Limit(name: "store, MB", share: 0.15, slack: 0.5) { Double($0.store) / megabyte },
    Limit(name: "journal, MB", share: 0.25, slack: 4) { Double($0.journal) / megabyte },
    Limit(name: "donations kept", share: 0.15, slack: 100) { Double($0.donations) },
  ]

  private static let times = Operation.allCases.filter { $0.reference != nil }.flatMap { operation in
    [
      Limit(name: "\(operation.rawValue), median", share: 0.15, slack: 0.1, isTime: true) {
        $0.ratio(operation, \.median, least: 5)
      },
      Limit(name: "\(operation.rawValue), 99 of 100", share: 0.5, slack: 0.5, isTime: true) {
        $0.ratio(operation, \.slow, least: 20)
      },
    ]
  }
}
