import Kernels
import Ranking
import Testing

/// The laws of every scorer.
enum ScorerContract {
  /// Checks all laws on random queries from a seed.
  static func check(_ scorer: some Scorer, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for rows in [0, 1, 2, 17, 600] {
      let candidates = random.matrix(rows, scorer.featureCount)
      let novelty = (0..<scorer.noveltyFeatureCount).map { _ in random.normal() }
      try isPure(scorer, candidates, novelty, seed: seed)
      try treatsRowsAlone(scorer, candidates, novelty, random: &random, seed: seed)
      try tiesEqualRows(scorer, candidates, novelty, random: &random, seed: seed)
      try sumsToOne(scorer, candidates, novelty, seed: seed)
    }
    try refusesBadInput(scorer)
  }

  static func isPure(_ scorer: some Scorer, _ candidates: Matrix, _ novelty: [Float], seed: UInt64) throws {
    var (scratch, other) = (ScoringScratch(), ScoringScratch())
    let first = try scorer.score(candidates: candidates, novelty: novelty, scratch: &scratch)
    _ = try scorer.score(
      candidates: Matrix(rows: 3, columns: scorer.featureCount, repeating: 2), novelty: novelty,
      scratch: &scratch)
    #expect(try scorer.score(candidates: candidates, novelty: novelty, scratch: &scratch) == first)
    #expect(try scorer.score(candidates: candidates, novelty: novelty, scratch: &other) == first)
    #expect(first.candidates.count == candidates.rows)
    #expect(first.candidates.allSatisfy { $0.isFinite } && first.none.isFinite, "seed \(seed)")
  }

  static func treatsRowsAlone(
    _ scorer: some Scorer, _ candidates: Matrix, _ novelty: [Float], random: inout SeededRandom, seed: UInt64
  ) throws {
    var scratch = ScoringScratch()
    let scores = try scorer.score(candidates: candidates, novelty: novelty, scratch: &scratch).candidates
    var order = Array(0..<candidates.rows)
    random.shuffle(&order)
    var shuffled = Matrix(rows: 0, columns: candidates.columns)
    for row in order { try shuffled.appendRow(candidates.row(row)) }
    let mixed = try scorer.score(candidates: shuffled, novelty: novelty, scratch: &scratch).candidates
    for (position, row) in order.enumerated() {
      #expect(near(mixed[position], scores[row]), "row order matters, seed \(seed)")
      if position >= 20 { continue }
      let alone = try Matrix(rows: 1, columns: candidates.columns, elements: Array(candidates.row(row)))
      let single = try scorer.score(candidates: alone, novelty: novelty, scratch: &scratch).candidates
      #expect(near(single[0], scores[row]), "the batch matters, seed \(seed)")
    }
  }

  static func tiesEqualRows(
    _ scorer: some Scorer, _ candidates: Matrix, _ novelty: [Float], random: inout SeededRandom, seed: UInt64
  ) throws {
    if candidates.rows == 0 { return }
    let kinds = (0..<candidates.rows).map { _ in random.integer(below: min(9, candidates.rows)) }
    var repeated = Matrix(rows: 0, columns: candidates.columns)
    for kind in kinds { try repeated.appendRow(candidates.row(kind)) }
    var scratch = ScoringScratch()
    let scores = try scorer.score(candidates: repeated, novelty: novelty, scratch: &scratch).candidates
    let found = Dictionary(grouping: kinds.indices, by: { kinds[$0] }).values
    #expect(found.allSatisfy { Set($0.map { scores[$0].bitPattern }).count == 1 }, "seed \(seed)")
  }

  static func sumsToOne(_ scorer: some Scorer, _ candidates: Matrix, _ novelty: [Float], seed: UInt64) throws
  {
    var scratch = ScoringScratch()
    let ranked = try scorer.rank(candidates: candidates, novelty: novelty, scratch: &scratch)
    let sum = ranked.rows.reduce(Double(ranked.noneProbability)) { $0 + Double($1.probability) }
    #expect(abs(sum - 1) < 1e-5)
    #expect(ranked.rows.map(\.row).sorted() == Array(0..<candidates.rows))
    #expect(zip(ranked.rows, ranked.rows.dropFirst()).allSatisfy { $0.score >= $1.score })
    let best = try scorer.rank(candidates: candidates, novelty: novelty, limit: 3, scratch: &scratch)
    #expect(best.rows == Array(ranked.rows.prefix(3)), "seed \(seed)")
    #expect(best.noneProbability == ranked.noneProbability)
    if candidates.rows == 0 { #expect(ranked.noneProbability == 1) }
  }

  static func refusesBadInput(_ scorer: some Scorer) throws {
    var scratch = ScoringScratch()
    let novelty = [Float](repeating: 0, count: scorer.noveltyFeatureCount)
    let width = scorer.featureCount
    #expect(throws: RankingError.featureCount(expected: width, found: width + 1)) {
      try scorer.score(candidates: Matrix(rows: 1, columns: width + 1), novelty: novelty, scratch: &scratch)
    }
    #expect(throws: RankingError.noveltyFeatureCount(expected: novelty.count, found: novelty.count + 1)) {
      try scorer.score(candidates: Matrix(rows: 1, columns: width), novelty: novelty + [0], scratch: &scratch)
    }
    for bad in [Float.nan, .infinity, -.infinity, 2e9] {
      var candidates = Matrix(rows: 3, columns: width)
      candidates[1, width - 1] = bad
      #expect(throws: RankingError.featureNotFinite(row: 1, column: width - 1)) {
        try scorer.score(candidates: candidates, novelty: novelty, scratch: &scratch)
      }
      if novelty.isEmpty { continue }
      #expect(throws: RankingError.noveltyNotFinite(column: novelty.count - 1)) {
        try scorer.score(
          candidates: Matrix(rows: 1, columns: width), novelty: novelty.dropLast() + [bad], scratch: &scratch)
      }
    }
    let extreme = try scorer.score(
      candidates: Matrix(rows: 2, columns: width, repeating: -1e9), novelty: novelty, scratch: &scratch)
    #expect(extreme.candidates.allSatisfy { $0.isFinite })
  }

  /// Within 1e-6, relative to the magnitude where that is above 1.
  static func near(_ x: Float, _ y: Float) -> Bool { abs(x - y) <= 1e-6 * max(1, abs(x), abs(y)) }
}
