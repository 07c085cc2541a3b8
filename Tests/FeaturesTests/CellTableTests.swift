import Kernels
import Testing

@testable import Features

/// Decayed counts against their definition, where their inner numbers are scaled down again and again.
@Suite struct CellTableTests {
  static let memories: [Memory] = [
    .unlimited, .hours(halfLife: 0.25), .hours(halfLife: 24), .donations(halfLife: 0.5),
    .donations(halfLife: 10), .visits(halfLife: 1), .visits(halfLife: 3),
  ]

  @Test(arguments: memories, UInt64(0)..<3)
  func countsAreThoseOfAScan(memory: Memory, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var table = CellTable(memory: memory)
    var past: [(row: Int32, cells: [WeightedCell], hours: Double)] = []
    var hours = -1_000.0
    for number in 0..<2_400 {
      // Minutes and days alternate; now and then a month passes, and once ten years.
      let pause = number % 400 == 399 ? 720 : number == 1_000 ? 87_600 : random.uniform() < 0.1 ? 24 : 0.05
      hours += pause
      let cells = [
        WeightedCell(key: UInt64(random.integer(below: 2)), weight: 0.75), WeightedCell(key: 7, weight: 0.25),
      ]
      let row = Int32(random.integer(below: 3))
      table.add(row: row, in: cells, at: Clock(hours: hours, donations: number))
      past.append((row, cells, hours))
      if number % 300 == 0 || number == 2_399 {
        compare(
          table, past, at: Clock(hours: hours + Double(random.uniform()), donations: number + 1), "\(seed)")
      }
    }
  }

  private func compare(
    _ table: CellTable, _ past: [(row: Int32, cells: [WeightedCell], hours: Double)], at clock: Clock,
    _ seed: String
  ) {
    let query = [
      WeightedCell(key: 0, weight: 0.4), WeightedCell(key: 7, weight: 0.6), WeightedCell(key: 9, weight: 1),
    ]
    var expected = [0.0, 0, 0]
    var visits: [UInt64: Double] = [:]
    for (index, donation) in past.enumerated().reversed() {
      for cell in donation.cells {
        let age: Double =
          switch table.memory {
          case .unlimited: 0
          case .hours(let halfLife): (clock.hours - donation.hours) / halfLife
          case .donations(let halfLife): Double(past.count - 1 - index) / halfLife
          case .visits(let halfLife): visits[cell.key, default: 0] / halfLife
          }
        for own in query where own.key == cell.key {
          expected[Int(donation.row)] += own.weight * cell.weight * decay(age, halfLife: 1)
        }
        visits[cell.key, default: 0] += 1
      }
    }
    var weights = [Double](repeating: 0, count: 6)
    var span = weights.mutableSpan
    let total = table.accumulate(in: query, at: clock, into: &span, column: 1, of: 2)
    func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-9 * max(1, abs(other)) }
    #expect(near(total, table.total(in: query, at: clock)))
    #expect(near(total, expected.reduce(0, +)), "seed \(seed), after \(past.count)")
    for row in 0..<3 {
      #expect(weights[2 * row] == 0, "the other column")
      #expect(near(weights[2 * row + 1], expected[row]), "seed \(seed), after \(past.count)")
      #expect(near(table.weight(of: Int32(row), in: query, at: clock), expected[row]), "seed \(seed)")
    }
  }

  /// Design section 6: a query costs time by its candidates, not by the history.
  @Test(arguments: memories)
  func aLongerHistoryOfTheSameActivitiesTakesNoMoreEntries(memory: Memory) {
    var table = CellTable(memory: memory)
    var counts: [Int] = []
    for number in 0..<2_000 {
      table.add(
        row: Int32(number % 5), in: [WeightedCell(key: UInt64(number % 3), weight: 1)],
        at: Clock(hours: Double(number), donations: number))
      if number == 199 || number == 1_999 { counts.append(table.entryCount) }
    }
    #expect(counts == [15, 15])
  }
}
