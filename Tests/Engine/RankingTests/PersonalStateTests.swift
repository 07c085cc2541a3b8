import Kernels
import Testing

@testable import Ranking

@Suite("State of a personal model")
struct PersonalStateTests {
  private static func learned(_ choices: Int, seed: UInt64, limit: Int = 2_048) throws -> PersonalModel {
    var rates = PersonalModel.Rates()
    rates.itemBias.weightLimit = limit
    var model = try OnePassTests.model(seed: seed, rates: rates)
    var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
    try OnePassTests.learn(choices, into: &model, scratch: &scratch, random: &random)
    return model
  }

  private static func bytes(_ model: PersonalModel) -> [UInt8] {
    var writer = StateWriter()
    model.write(into: &writer)
    return writer.bytes
  }

  private static func read(_ bytes: [UInt8], like model: PersonalModel) throws(StateError) -> PersonalModel {
    var reader = StateReader(bytes)
    let read = try PersonalModel(
      model.adapted.model, evidenceColumns: model.evidenceColumns, rates: model.rates, from: &reader)
    try reader.finish()
    return read
  }

  private static func scores(_ model: PersonalModel) throws -> QueryScores {
    var (random, scratch) = (SeededRandom(seed: 99), ScoringScratch())
    let query = OnePassTests.query(30, &random)
    return try model.score(
      candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances,
      scratch: &scratch)
  }

  @Test(
    "a model that is read back answers and continues to learn the same, bit for bit",
    arguments: [0, 1, 30, 400],
    [40, 2_048])
  func roundTrip(choices: Int, limit: Int) throws {
    var one = try Self.learned(choices, seed: 3, limit: limit)
    var other = try Self.read(Self.bytes(one), like: one)
    for seed in 0..<3 as Range<UInt64> {
      #expect(Self.bytes(one) == Self.bytes(other))
      #expect(try Self.scores(one) == Self.scores(other))
      var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
      try OnePassTests.learn(80, into: &one, scratch: &scratch, random: &random)
      (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
      try OnePassTests.learn(80, into: &other, scratch: &scratch, random: &random)
    }
    #expect(Self.bytes(one) == Self.bytes(other))
  }

  @Test("bytes that end too early or late, or of another model, are rejected")
  func refused() throws {
    let model = try Self.learned(30, seed: 3)
    let bytes = Self.bytes(model)
    for count in stride(from: 0, to: bytes.count, by: 37) {
      #expect(throws: StateError.self) { try Self.read(Array(bytes.prefix(count)), like: model) }
    }
    #expect(throws: StateError.self) { try Self.read(bytes + [0], like: model) }
    let other = try OnePassTests.model(seed: 3, hidden: [19, 8])
    #expect(throws: StateError.self) { try Self.read(bytes, like: other) }
    var small = PersonalModel.Rates()
    small.itemBias.weightLimit = 8
    #expect(throws: StateError.self) {
      try Self.read(bytes, like: OnePassTests.model(seed: 3, rates: small))
    }
  }

  @Test(
    "corrupted bytes are rejected, or read as harmless numbers", arguments: 0..<20 as Range<UInt64>)
  func corrupted(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let model = try Self.learned(20, seed: 3)
    let bytes = Self.bytes(model)
    var refused = 0
    for _ in 0..<100 {
      var bad = bytes
      let position = random.integer(below: bad.count)
      bad[position] = UInt8(truncatingIfNeeded: random.next())
      if random.integer(below: 2) == 0, position + 3 < bad.count {
        (bad[position + 2], bad[position + 3]) = (0xff, 0xff)
      }
      guard var read = try? Self.read(bad, like: model) else {
        refused += 1
        continue
      }
      _ = try? Self.scores(read)
      var scratch = ScoringScratch()
      try? OnePassTests.learn(5, into: &read, scratch: &scratch, random: &random)
    }
    #expect(refused > 0, "seed \(seed)")
  }

  @Test("a model's memory is that of its tables, and does not grow beyond them")
  func memory() throws {
    let weights = 7 + OnePassTests.features + 1
    let posterior = 4 * (weights + weights * (weights + 1) / 2)
    let own = MemoryLayout<PersonalModel>.size
    #expect(try Self.learned(0, seed: 3).memoryFootprint == own + posterior)
    #expect(try Self.learned(1_000, seed: 3, limit: 64).memoryFootprint == own + posterior + 64 * 24)
  }
}

@Suite("Corrections in a bounded table")
struct BoundedCorrectionsTests {
  /// The same corrections in a dictionary, with the ages of the weights.
  private struct PlainTable {
    struct Key: Hashable {
      let circumstance: UInt64
      let row: Int
    }
    var weights: [Key: (weight: Float, squares: Float, age: Int)] = [:]
    var births = 0
    let limit: Int

    mutating func learn(_ errors: [Float], in circumstances: SparseVector) {
      for (circumstance, value) in zip(circumstances.indices, circumstances.values) {
        let rows = errors.indices.filter { abs(errors[$0]) >= 0.01 }
        let known = Set(rows.filter { weights[Key(circumstance: circumstance, row: $0)] != nil })
        for row in rows.filter(known.contains) + rows.filter({ !known.contains($0) }) {
          let key = Key(circumstance: circumstance, row: row)
          if !known.contains(row), weights.count == limit { dropSmallerHalf() }
          var entry = weights[key] ?? (0, 1, births)
          births += 1
          let gradient = errors[row] * value
          entry.squares += gradient * gradient
          entry.weight -= 0.05 * gradient / entry.squares.squareRoot()
          weights[key] = entry
        }
      }
    }

    private mutating func dropSmallerHalf() {
      let sorted = weights.sorted {
        (abs($1.value.weight), $0.value.age) < (abs($0.value.weight), $1.value.age)
      }
      weights = Dictionary(uniqueKeysWithValues: sorted.prefix(limit / 2).map { ($0.key, $0.value) })
    }
  }

  @Test(
    "the table holds the same as a dictionary, up to its limit and beyond",
    arguments: [2, 3, 7, 64, 100, 5_000],
    0..<3 as Range<UInt64>)
  func plain(limit: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var rates = ItemBiasTable.Rates()
    rates.weightLimit = limit
    var (table, plain, scratch) = (
      ItemBiasTable(rates: rates), PlainTable(limit: limit), ItemBiasScratch()
    )
    for round in 0..<200 {
      let circumstances = OnePassTests.circumstances(&random)
      // Some errors are equal, because among equal weights the older ones are kept.
      let errors = (0..<12).map { _ in random.integer(below: 3) == 0 ? 0.3 * random.normal() : 0.25 }
      table.learn(errors, in: circumstances, scratch: &scratch)
      plain.learn(errors, in: circumstances)
      #expect(table.count == plain.weights.count && table.count <= limit, "round \(round)")
      var sums = [Float](repeating: 0, count: 12)
      table.add(circumstances, to: &sums)
      var expected = [Float](repeating: 0, count: 12)
      for (circumstance, value) in zip(circumstances.indices, circumstances.values) {
        for row in 0..<12 {
          let weight = plain.weights[PlainTable.Key(circumstance: circumstance, row: row)]?.weight
          if let weight { expected[row] += value * weight }
        }
      }
      #expect(sums == expected, "round \(round), seed \(seed)")
    }
    #expect(table.memoryFootprint <= 24 * limit)
  }

  @Test("chains are short: each holds one or a few circumstances")
  func chains() {
    var (table, scratch) = (ItemBiasTable(), ItemBiasScratch())
    for index in 0..<700 as Range<UInt64> {
      // Adjacent numbers, and numbers that differ only in their upper bits.
      let circumstances = CorrectionTableTests.vector([index: 1, (index << 40) + 1_000: 1])
      table.learn([0.5, -0.5], in: circumstances, scratch: &scratch)
    }
    var lengths: [Int] = []
    for slot in table.slots {
      var (next, length) = (slot.head, 0)
      while next != ItemBiasTable.Slot.none {
        length += 1
        next = table.slots[Int(next)].next
      }
      lengths.append(length)
    }
    #expect(lengths.reduce(0, +) == table.count)
    #expect(lengths.max() ?? 0 <= 16, "two weights per circumstance")
  }

  @Test("an invalid limit counts as the nearest valid one")
  func limits() {
    for (limit, most) in [(.min, 2), (0, 2), (.max, 65_535)] {
      var rates = ItemBiasTable.Rates()
      rates.weightLimit = limit
      var table = ItemBiasTable(rates: rates)
      for index in 0..<700 as Range<UInt64> {
        table.learn([Float](repeating: 0.5, count: 100), in: CorrectionTableTests.vector([index: 1]))
        #expect(table.count <= most)
      }
    }
  }

  @Test("extremely large numbers leave the weights finite")
  func overflow() {
    var table = ItemBiasTable()
    for value in [1e30, -1e30, .infinity, .nan, 1] as [Float] {
      table.learn([0.5, -0.5], in: CorrectionTableTests.vector([1: value]))
    }
    var sums: [Float] = [0, 0]
    table.add(CorrectionTableTests.vector([1: 1]), to: &sums)
    #expect(sums.allSatisfy { $0.isFinite })
  }
}
