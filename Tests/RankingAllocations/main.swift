// Counts how often scoring and learning ask for memory once they are warm; a test checks that it is never.
//
// RankingAllocations [score|learn] CANDIDATES CALLS makes so many calls after the warm-up, for callgrind.
import AllocationCount
import Kernels
import Ranking

/// One person's queries, one like the other but for the numbers in them.
struct Person {
  static let features = 89
  private(set) var model: PersonalModel
  private var random = SeededRandom(seed: 1)
  private var scratch = ScoringScratch()
  private var scores = QueryScores()
  private var candidates: Matrix
  private var novelty: [Float] = []
  private var circumstances = SparseVector()
  private var query = 0

  init(candidates rows: Int) throws {
    var random = SeededRandom(seed: 7)
    let networks = try [(Self.features, [64, 32]), (17, [16])].map { inputs, hidden in
      try Network.random(inputs: inputs, hidden: hidden, random: &random)
    }
    let fitted = try RankingModel(
      candidateNetwork: networks[0], candidateStandardizer: Standardizer(identity: Self.features),
      noveltyNetwork: networks[1], noveltyStandardizer: Standardizer(identity: 17), temperature: 0.4,
      queryColumns: Array(66..<79) + Array(85..<89))
    model = PersonalModel(fitted, evidenceColumns: [40, 60])
    candidates = Matrix(rows: rows, columns: Self.features)
    novelty = (0..<17).map { _ in random.normal() }
    for row in 0..<rows {
      for column in 0..<Self.features { candidates[row, column] = random.normal() }
    }
  }

  private mutating func ask() {
    query += 1
    candidates[query % candidates.rows, query % Self.features] = random.normal()
    circumstances.removeAll()
    for kind in 0..<14 as Range<UInt64> {
      circumstances.append(0.7, at: kind << 32 | UInt64(random.integer(below: 12)))
    }
  }

  mutating func score() throws {
    ask()
    try model.score(
      candidates: candidates, novelty: novelty, circumstances: circumstances, scratch: &scratch, into: &scores
    )
  }

  mutating func learn() throws {
    ask()
    try model.learn(
      random.integer(below: 9) == 0 ? nil : random.integer(below: min(candidates.rows, 12)),
      candidates: candidates, novelty: novelty, circumstances: circumstances, scratch: &scratch)
  }
}

extension Network {
  static func random(inputs: Int, hidden: [Int], random: inout SeededRandom) throws -> Network {
    func numbers(_ count: Int, inputs: Int) -> [Float] {
      (0..<count).map { _ in random.normal() / Float(inputs).squareRoot() }
    }
    var layers: [DenseLayer] = []
    var width = inputs
    for units in hidden {
      let weights = try Matrix(
        rows: width, columns: units, elements: numbers(width * units, inputs: width))
      layers.append(try DenseLayer(weights: weights, bias: numbers(units, inputs: width)))
      width = units
    }
    return try Network(
      hidden: layers, output: numbers(width, inputs: width), skip: numbers(inputs, inputs: inputs), bias: 0)
  }
}

let arguments = CommandLine.arguments.dropFirst()
let candidates = arguments.dropFirst().first.flatMap { Int($0) } ?? 200
let calls = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 300

var person = try Person(candidates: candidates)
// Until the corrections were full more than once.
for _ in 0..<200 { try person.learn() }
try person.score()

let start = hunch_allocation_count()
if arguments.first != "learn" {
  for _ in 0..<calls { try person.score() }
}
let scored = hunch_allocation_count()
if arguments.first != "score" {
  for _ in 0..<calls { try person.learn() }
}
let learned = hunch_allocation_count()
print("score \(scored - start) learn \(learned - scored) memory \(person.model.memoryFootprint)")
