import Kernels
import Testing

@testable import Ranking

@Suite("Batches of queries")
struct QueryBatchTests {
  private static let features = OnePassTests.features

  /// Checks that probabilities are equal within 1e-6, and the order except for scores that differ
  /// by less.
  static func expectEqual(
    _ found: QueryScores, _ expected: QueryScores, _ words: @autoclosure () -> String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: words())
    guard found.candidates.count == expected.candidates.count else {
      Issue.record(
        "\(found.candidates.count) of \(expected.candidates.count) scores", sourceLocation: location)
      return
    }
    let (one, other) = (
      PlainKernels.softmax(found.candidates, with: found.none),
      PlainKernels.softmax(expected.candidates, with: expected.none)
    )
    let differences = zip(one.probabilities + [one.other], other.probabilities + [other.other]).map {
      abs($0 - $1)
    }
    #expect(differences.max() ?? 0 <= 1e-6, comment, sourceLocation: location)
    let order = expected.candidates.indices.sorted { expected.candidates[$0] > expected.candidates[$1] }
    for (better, worse) in zip(order, order.dropFirst()) {
      let isInOrder =
        found.candidates[better] >= found.candidates[worse]
        || expected.candidates[better] - expected.candidates[worse] <= 1e-5
      #expect(isInOrder, comment, sourceLocation: location)
    }
  }

  private static func model(
    seed: UInt64, hidden: [Int] = [19, 7], queryColumns: [Int] = []
  ) throws -> RankingModel {
    try randomModel(features: features, novelty: 3, hidden: hidden, seed: seed).sharing(
      queryColumns: queryColumns)
  }

  private typealias Query = (candidates: Matrix, novelty: [Float], circumstances: SparseVector)

  /// Queries of all lengths, including one without candidates.
  private static func queries(_ count: Int, queryColumns: [Int], _ random: inout SeededRandom) -> [Query] {
    (0..<count).map { number in
      let rows = number < 6 ? [3, 0, 1, 300, 0, 17][number] : random.integer(below: 12)
      return OnePassTests.query(rows, queryColumns: queryColumns, &random)
    }
  }

  @Test(
    "a batch gives each query the same result as the query alone", arguments: [0, 1, 2, 40, 1_000],
    [[], [19, 7], [64, 32]])
  func batch(count: Int, hidden: [Int]) throws {
    let model = try Self.model(seed: 1, hidden: hidden, queryColumns: [5, 6])
    var person = AdaptedModel(model)
    var (random, scratch) = (SeededRandom(seed: 2), ScoringScratch())
    let fresh = person
    for _ in 0..<20 {
      let query = OnePassTests.query(9, queryColumns: [5, 6], &random)
      try person.learn(4, candidates: query.candidates, novelty: query.novelty, scratch: &scratch)
    }
    let queries = Self.queries(count, queryColumns: [5, 6], &random)
    var batch = QueryBatch(for: model)
    for query in queries { try batch.append(candidates: query.candidates, novelty: query.novelty) }
    #expect(batch.count == count && batch.candidates.rows == queries.reduce(0) { $0 + $1.candidates.rows })
    for scorer in [model, fresh, person, OneByOne(person)] as [any Scorer] {
      let scores = try scorer.score(batch, scratch: &scratch)
      #expect(scores.candidates.count == batch.candidates.rows && scores.none.count == count)
      var one = QueryScores()
      for (number, query) in queries.enumerated() {
        scores.copy(query: number, of: batch, into: &one)
        let alone = try scorer.score(
          candidates: query.candidates, novelty: query.novelty, scratch: &scratch)
        Self.expectEqual(one, alone, "query \(number), \(type(of: scorer))")
      }
    }
  }

  /// A scorer without its own method for batches.
  private struct OneByOne: Scorer {
    let scorer: AdaptedModel
    init(_ scorer: AdaptedModel) { self.scorer = scorer }
    var featureCount: Int { scorer.featureCount }
    var noveltyFeatureCount: Int { scorer.noveltyFeatureCount }
    func score(
      candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch, into scores: inout QueryScores
    ) throws(RankingError) {
      try scorer.score(candidates: candidates, novelty: novelty, scratch: &scratch, into: &scores)
    }
  }

  @Test("a batch of users gives each the same result as the query alone", arguments: 0..<3 as Range<UInt64>)
  func people(seed: UInt64) throws {
    for hidden in [[], [19, 7]] {
      let start = try OnePassTests.model(seed: seed, hidden: hidden, queryColumns: [5, 6])
      var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
      var people = [start]
      for choices in [1, 30, 60] {
        var person = start
        try OnePassTests.learn(choices, into: &person, scratch: &scratch, random: &random)
        people.append(person)
      }
      var batch = PersonalBatch(start.adapted.model)
      var scores: [QueryScores] = []
      for count in [500, 0, 1, 9] {
        batch.removeAll()
        // Blocks of rows end within a user's rows, and a user's rows within blocks.
        let asked = (0..<count).map { number in
          let rows = number == 3 ? 1_200 : 9 + random.integer(below: 4)
          return (people[number % 4], OnePassTests.query(rows, queryColumns: [5, 6], &random))
        }
        for (person, query) in asked {
          try batch.append(
            person, candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances)
        }
        try batch.score(scratch: &scratch, into: &scores)
        #expect(scores.count == count && batch.count == count)
        for (number, (person, query)) in asked.enumerated() {
          let alone = try person.score(
            candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances,
            scratch: &scratch)
          Self.expectEqual(scores[number], alone, "seed \(seed), query \(number) of \(count)")
        }
      }
    }
  }

  @Test("a batch answers a user without candidates")
  func nobodysCandidates() throws {
    let person = try OnePassTests.model(seed: 1)
    var (random, scratch, scores) = (SeededRandom(seed: 1), ScoringScratch(), [QueryScores]())
    let query = OnePassTests.query(0, &random)
    var batch = PersonalBatch(person.adapted.model)
    for _ in 0..<2 {
      try batch.append(
        person, candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances)
    }
    try batch.score(scratch: &scratch, into: &scores)
    #expect(scores.map(\.candidates) == [[], []])
  }

  // MARK: Errors

  @Test("input that does not fit is rejected, and the batch is unchanged")
  func refuses() throws {
    let model = try Self.model(seed: 1)
    var batch = QueryBatch(for: model)
    var (random, scratch) = (SeededRandom(seed: 1), ScoringScratch())
    let good = OnePassTests.query(2, &random)
    try batch.append(candidates: good.candidates, novelty: good.novelty)
    let before = try model.score(batch, scratch: &scratch)
    #expect(throws: RankingError.featureCount(expected: Self.features, found: 4)) {
      try batch.append(candidates: Matrix(rows: 1, columns: 4), novelty: good.novelty)
    }
    #expect(throws: RankingError.noveltyFeatureCount(expected: 3, found: 2)) {
      try batch.append(candidates: good.candidates, novelty: [0, 0])
    }
    for number in [Float.nan, .infinity, -2e9] {
      var bad = good.candidates
      bad[1, 2] = number
      #expect(throws: RankingError.featureNotFinite(row: 1, column: 2)) {
        try batch.append(candidates: bad, novelty: good.novelty)
      }
      #expect(throws: RankingError.noveltyNotFinite(column: 1)) {
        try batch.append(candidates: good.candidates, novelty: [0, number, 0])
      }
    }
    #expect(batch.count == 1)
    #expect(try model.score(batch, scratch: &scratch) == before)
  }

  @Test("a batch with other widths is rejected, even an empty one")
  func refusesWidths() throws {
    let model = try Self.model(seed: 1)
    let person = AdaptedModel(model)
    var scratch = ScoringScratch()
    for scorer in [model, person, OneByOne(person)] as [any Scorer] {
      #expect(throws: RankingError.featureCount(expected: Self.features, found: 0)) {
        try scorer.score(QueryBatch(featureCount: -1, noveltyFeatureCount: 3), scratch: &scratch)
      }
      #expect(throws: RankingError.noveltyFeatureCount(expected: 3, found: 4)) {
        try scorer.score(
          QueryBatch(featureCount: Self.features, noveltyFeatureCount: 4), scratch: &scratch)
      }
    }
    #expect(throws: RankingError.self) { try model.sharing(queryColumns: [Self.features]) }
  }

  @Test("a batch rejects a user of another model, or without a candidate that was learned")
  func refusesPeople() throws {
    var person = try OnePassTests.model(seed: 1)
    var (random, scratch, scores) = (SeededRandom(seed: 1), ScoringScratch(), [QueryScores]())
    try OnePassTests.learn(30, into: &person, scratch: &scratch, random: &random)
    let query = OnePassTests.query(9, &random)
    var other = PersonalBatch(try randomModel(features: Self.features, novelty: 3, seed: 9))
    #expect(throws: RankingError.model("a user's model started from another model")) {
      try other.append(
        person, candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances)
    }
    var batch = PersonalBatch(person.adapted.model)
    #expect(throws: RankingError.row(person.itemCount - 1, count: 1)) {
      try batch.append(
        person, candidates: Matrix(rows: 1, columns: Self.features), novelty: query.novelty,
        circumstances: query.circumstances)
    }
    #expect(throws: RankingError.noveltyFeatureCount(expected: 3, found: 0)) {
      try batch.append(
        person, candidates: query.candidates, novelty: [], circumstances: query.circumstances)
    }
    try batch.score(scratch: &scratch, into: &scores)
    #expect(batch.count == 0 && scores.isEmpty)
  }

  @Test("a batch reports weights that overflow")
  func overflow() throws {
    let linear = try Network(hidden: [], output: [], skip: [3e38], bias: 0)
    let none = try Network(hidden: [], output: [], skip: [], bias: 0)
    let model = try RankingModel(
      candidateNetwork: linear, candidateStandardizer: Standardizer(identity: 1), noveltyNetwork: none,
      noveltyStandardizer: Standardizer(identity: 0))
    var batch = QueryBatch(for: model)
    try batch.append(candidates: Matrix(rows: 1, columns: 1, repeating: 100), novelty: [])
    var scratch = ScoringScratch()
    #expect(throws: RankingError.scoreNotFinite) { try model.score(batch, scratch: &scratch) }
    var people = PersonalBatch(model)
    try people.append(
      PersonalModel(model), candidates: batch.candidates, novelty: [], circumstances: SparseVector())
    var scores: [QueryScores] = []
    #expect(throws: RankingError.scoreNotFinite) { try people.score(scratch: &scratch, into: &scores) }
  }
}
