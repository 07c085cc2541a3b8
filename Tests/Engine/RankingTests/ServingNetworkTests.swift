import Kernels
import Testing

@testable import Ranking

@Suite("Serving network")
struct ServingNetworkTests {
  private static let inputs = 20

  private static func areClose(_ x: [Float], _ y: [Float]) -> Bool {
    x.count == y.count && zip(x, y).allSatisfy { abs($0 - $1) <= 3e-5 * max(1, abs($0), abs($1)) }
  }

  /// A change of a network's readout, laid out for scoring.
  private static func change(_ weights: [Float], of network: Network) throws -> ReadoutChange {
    var change = ReadoutChange()
    change.fill(
      weights,
      of: try RankingModel(
        candidateNetwork: network, candidateStandardizer: Standardizer(identity: inputs),
        noveltyNetwork: Network(hidden: [], output: [], skip: [], bias: 0),
        noveltyStandardizer: Standardizer(identity: 0)))
    return change
  }

  /// A random network whose first layer has no weights for some inputs.
  private static func network(_ sizes: [Int], silent: Set<Int>, seed: UInt64) throws -> Network {
    var random = SeededRandom(seed: seed)
    let network = Network(inputs: inputs, hidden: sizes, random: &random)
    let skip = (0..<inputs).map { _ in random.normal() }
    guard var first = network.hidden.first else {
      return try Network(hidden: [], output: [], skip: skip, bias: 0.3)
    }
    for input in silent { for unit in first.bias.indices { first.weights[input, unit] = 0 } }
    first.bias = first.bias.map { _ in random.normal() }
    return try Network(
      hidden: [first] + network.hidden.dropFirst(),
      output: (0..<sizes[sizes.count - 1]).map { _ in random.normal() },
      skip: skip, bias: 0.3)
  }

  @Test(
    "logits and units equal those of the plain layers, with any columns in common or without weights",
    arguments: [[], [1], [7], [9, 5], [64, 32]],
    [[], [0], [19], [4, 5, 6, 7], [2, 3, 9, 12], Array(0..<20)])
  func plain(sizes: [Int], columns: [Int]) throws {
    for silent in [[], [1], [4, 5, 6, 7, 8], [0, 2, 4, 17, 18, 19], Array(0..<20)] {
      let network = try Self.network(sizes, silent: Set(silent), seed: UInt64(columns.count))
      let serving = try ServingNetwork(network, queryColumns: columns)
      var random = SeededRandom(seed: 1)
      let weights = (0..<network.output.count + Self.inputs).map { _ in random.normal() }
      let change = try Self.change(weights, of: network)
      var (scratch, plain) = (NetworkScratch(), NetworkScratch())
      var (logits, changed, changes, expected) = ([Float](), [Float](), [Float](), [Float]())
      for rows in [3, 97, 0, 1, 250] {
        var x = random.matrix(rows, Self.inputs)
        for row in 1..<max(rows, 1) { for column in columns { x[row, column] = x[0, column] } }
        let words: Comment = "\(rows) rows, without weights: \(silent)"
        try network.evaluate(x, scratch: &plain, into: &expected)
        try network.activate(x, rows: 0..<rows, scratch: &plain)
        try serving.evaluate(x, scratch: &scratch, into: &logits)
        #expect(Self.areClose(logits, expected), words)
        for keepsUnits in [false, true] {
          try serving.evaluate(
            x, change: change, keepsUnits: keepsUnits, scratch: &scratch, into: &changed, changes: &changes)
          #expect(Self.areClose(changed, expected), words)
          let sums = (0..<rows).map { row in
            let inputs = (plain.activations.last.map { Array($0.row(row)) } ?? []) + x.row(row)
            return zip(inputs, weights).reduce(0) { $0 + $1.0 * $1.1 }
          }
          #expect(Self.areClose(changes, sums), words)
        }
        guard let units = serving.units(in: scratch), let last = plain.activations.last else { continue }
        #expect(units.rows == rows && Self.areClose(units.elements, last.elements), words)
        try serving.activate(x, scratch: &scratch)
        #expect(serving.units(in: scratch) == units, words)
      }
    }
  }

  @Test("columns that do not exist are rejected")
  func refused() throws {
    let network = try Self.network([3], silent: [], seed: 1)
    #expect(throws: RankingError.self) { try ServingNetwork(network, queryColumns: [Self.inputs]) }
    #expect(throws: RankingError.self) { try ServingNetwork(network, queryColumns: [-1]) }
  }

  @Test("blocks of rows are consecutive and complete, and have about the same size")
  func blocks() {
    for rows in [0, 1, 4, 95, 96, 97, 192, 193, 200, 2_048] {
      let blocks = Array(RowBlocks(of: rows))
      #expect(blocks.flatMap { Array($0) } == Array(0..<rows))
      let size = RowBlocks(of: rows).size
      #expect(size <= RowBlocks.most && size % 4 == 0)
      #expect(blocks.dropLast().allSatisfy { $0.count == size } && (blocks.last?.count ?? 0) <= size)
    }
  }
}

/// OpenBLAS may sum equal rows differently.
///
/// These tests search for any place where that is visible.
@Suite("Equal candidates")
struct EqualCandidateTests {
  private static let shared = [1, 2, 3, 17]

  /// Rows in random order, many of them equal.
  private static func repeating(_ rows: Int, _ random: inout SeededRandom) throws -> Matrix {
    let kinds = OnePassTests.query(
      1 + random.integer(below: max(1, rows / 2)), queryColumns: shared, &random
    ).candidates
    var x = Matrix(rows: 0, columns: kinds.columns)
    for _ in 0..<rows { try x.appendRow(kinds.row(random.integer(below: kinds.rows))) }
    return x
  }

  /// The first row equal to each row.
  private static func firstRows(of x: Matrix) -> [Int] {
    var first: [ArraySlice<Float>: Int] = [:]
    return (0..<x.rows).map { row in
      let known = first[x.row(row)] ?? row
      first[x.row(row)] = known
      return known
    }
  }

  /// Checks that equal rows have equal scores, each within 1e-6 of the score of the row alone.
  private static func check(
    _ x: Matrix, _ scores: [Float], _ words: Comment, alone: (Matrix) throws -> Float
  ) throws {
    let first = firstRows(of: x)
    #expect(scores.indices.allSatisfy { scores[$0] == scores[first[$0]] }, words)
    for row in Set(first) {
      let single = try alone(Matrix(rows: 1, columns: x.columns, elements: Array(x.row(row))))
      #expect(ScorerContract.near(scores[row], single), words)
    }
  }

  @Test(
    "equal candidates tie exactly and score as if alone, fresh and after learning",
    arguments: 0..<6 as Range<UInt64>)
  func ties(seed: UInt64) throws {
    for hidden in [[19, 7], [64, 32], [5], []] {
      var person = try OnePassTests.model(seed: seed, hidden: hidden, queryColumns: Self.shared)
      var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
      for choices in [0, 40] {
        try OnePassTests.learn(choices, into: &person, scratch: &scratch, random: &random)
        let (adapted, model) = (person.adapted, person.adapted.model)
        for rows in [2, 17, 97, 200, 301] {
          let x = try Self.repeating(rows, &random)
          let novelty = (0..<3).map { _ in random.normal() }
          let words: Comment = "seed \(seed), \(hidden), \(choices) choices, \(rows) rows"
          for scorer in [model, adapted] as [any Scorer] {
            let scores = try scorer.score(candidates: x, novelty: novelty, scratch: &scratch)
            try Self.check(x, scores.candidates, words) {
              try scorer.score(candidates: $0, novelty: novelty, scratch: &scratch).candidates[0]
            }
            var batch = QueryBatch(for: scorer)
            for _ in 0..<3 { try batch.append(candidates: x, novelty: novelty) }
            let together = try scorer.score(batch, scratch: &scratch)
            for query in 0..<3 {
              try Self.check(x, Array(together.candidates[batch.rows(ofQuery: query)]), words) {
                try scorer.score(candidates: $0, novelty: novelty, scratch: &scratch).candidates[0]
              }
            }
          }
          // With the units that learning needs.
          try adapted.score(candidates: x, novelty: novelty, keepsUnits: true, scratch: &scratch)
          try Self.check(x, scratch.adapted.candidates, words) {
            var other = ScoringScratch()
            try adapted.score(candidates: $0, novelty: novelty, keepsUnits: true, scratch: &other)
            return other.adapted.candidates[0]
          }
          guard let units = model.candidates.units(in: scratch.candidates) else { continue }
          let first = Self.firstRows(of: x)
          #expect((0..<rows).allSatisfy { units.row($0) == units.row(first[$0]) }, words)
        }
      }
    }
  }

  @Test("equal rows of evidence within a horizon tie exactly", arguments: 0..<4 as Range<UInt64>)
  func horizons(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let network = Network(inputs: OnePassTests.features, hidden: [32, 16], random: &random)
    let model = try HorizonModel(
      network: network, standardizer: Standardizer(identity: OnePassTests.features),
      momentColumns: Self.shared)
    var (scratch, logits, single) = (ScoringScratch(), [Float](), [Float]())
    for rows in [2, 97, 301] {
      let x = try Self.repeating(rows, &random)
      try model.logits(of: x, scratch: &scratch, into: &logits)
      try Self.check(x, logits, "seed \(seed), \(rows) rows") {
        try model.logits(of: $0, scratch: &scratch, into: &single)
        return single[0]
      }
    }
  }
}
