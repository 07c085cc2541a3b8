package import Kernels

/// The figures of one ranker over one user's scored queries; those of several users can be added
/// up.
package struct RankerTotals: Encodable, Sendable {
  package let name: String
  /// The number of queries with the right activity among the first k, for each k in
  /// ``RankingMetrics/cutoffs``.
  package let hits: [Int]
  /// The sum of 1/rank.
  package let reciprocal: Double
  /// The sum of the negative logarithms of probabilities, in nats; `nil` for a rule without them.
  package let logLoss: Double?
}

extension ReplayedUser {
  /// The totals of each ranker.
  ///
  /// - Parameter names: The names of the rankers, in their order.
  package func totals(named names: [String]) -> [RankerTotals] {
    zip(names, outcomes).map { name, outcomes in
      let scored = outcomes[scored]
      let told = scored.compactMap(\.probability)
      return RankerTotals(
        name: name,
        hits: RankingMetrics.cutoffs.map { cutoff in scored.count { ($0.rank ?? .max) <= cutoff } },
        reciprocal: scored.reduce(0) { $0 + $1.reciprocalRank },
        logLoss: told.isEmpty
          ? nil : told.reduce(0) { $0 - Elementary.logarithm(Double(max($1, 1e-12))) })
    }
  }

  /// The number of queries, scored or not.
  package var queryCount: Int { queries.count }

  /// The number of scored queries.
  package var scoredCount: Int { scored.count }

  /// The outcomes as bytes, without times and predicted activities.
  package var outcomeBytes: [UInt8] {
    var writer = StateWriter()
    writer.write([queries.first?.donationsSeen ?? 0, firstScored, outcomes.count])
    writer.write(queries.map { Int8(clamping: $0.hour ?? -1) })
    for outcomes in outcomes {
      writer.write(narrow: outcomes.map { UInt32(clamping: $0.rank ?? 0) })
      let said = outcomes.contains { $0.probability != nil }
      writer.write(said ? outcomes.map { $0.probability ?? .nan } : [])
      writer.write(said ? outcomes.map { $0.topProbability ?? .nan } : [])
    }
    return writer.bytes
  }

  /// Reads outcomes.
  ///
  /// - Parameter rankers: The number of rankers that they must have.
  /// - Throws: `StateError` if the bytes are not ``outcomeBytes``.
  package init(outcomeBytes bytes: [UInt8], rankers: Int) throws(StateError) {
    var reader = StateReader(bytes)
    let numbers = try reader.readTable(of: Int.self, count: 3)
    let hours = try reader.readTable(of: Int8.self)
    let count = hours.count
    guard numbers[2] == rankers, (0...count).contains(numbers[1]), (0...Int(Int32.max)).contains(numbers[0])
    else { throw StateError() }
    var all: [[QueryOutcome]] = []
    for _ in 0..<rankers {
      let ranks = try reader.readNarrow(count: count)
      let said = try reader.readTable(of: Float.self)
      let top = try reader.readTable(of: Float.self, count: said.count)
      guard said.isEmpty || said.count == count else { throw StateError() }
      all.append(
        ranks.indices.map { index in
          QueryOutcome(
            rank: ranks[index] == 0 ? nil : Int(ranks[index]),
            probability: said.isEmpty || said[index].isNaN ? nil : said[index],
            topProbability: top.isEmpty || top[index].isNaN ? nil : top[index])
        })
    }
    try reader.finish()
    self.init(
      queries: hours.indices.map {
        Query(donationsSeen: numbers[0] + $0, hour: hours[$0] < 0 ? nil : Int(hours[$0]))
      },
      outcomes: all, firstScored: numbers[1], stopwatches: all.map { _ in Stopwatch(nanoseconds: nil) })
  }
}

extension StateWriter {
  /// Writes numbers with one, two or four bytes each, as the largest one needs.
  fileprivate mutating func write(narrow numbers: [UInt32]) {
    let largest = numbers.max() ?? 0
    write(largest)
    switch largest {
    case ...UInt32(UInt8.max): write(numbers.map { UInt8(truncatingIfNeeded: $0) })
    case ...UInt32(UInt16.max): write(numbers.map { UInt16(truncatingIfNeeded: $0) })
    default: write(numbers)
    }
  }
}

extension StateReader {
  /// Reads numbers that `write(narrow:)` wrote.
  fileprivate mutating func readNarrow(count: Int) throws(StateError) -> [UInt32] {
    switch try read(UInt32.self) {
    case ...UInt32(UInt8.max): try readTable(of: UInt8.self, count: count).map(UInt32.init)
    case ...UInt32(UInt16.max): try readTable(of: UInt16.self, count: count).map(UInt32.init)
    default: try readTable(of: UInt32.self, count: count)
    }
  }
}
