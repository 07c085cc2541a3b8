import Kernels
import Testing

@testable import Ranking

@Suite("Horizon model")
struct HorizonModelTests {
  private static func network(_ inputs: Int, _ sizes: [Int], seed: UInt64) throws -> Network {
    var random = SeededRandom(seed: seed)
    func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in 0.4 * random.normal() } }
    var (layers, width) = ([DenseLayer](), inputs)
    for size in sizes {
      layers.append(
        try DenseLayer(
          weights: Matrix(rows: width, columns: size, elements: numbers(width * size)), bias: numbers(size)))
      width = size
    }
    return try Network(
      hidden: layers, output: sizes.isEmpty ? [] : numbers(width), skip: numbers(inputs), bias: 0.3)
  }

  private static func standardizer(_ inputs: Int, seed: UInt64) throws -> Standardizer {
    var random = SeededRandom(seed: seed)
    return try Standardizer(
      mean: (0..<inputs).map { _ in random.normal() },
      factor: (0..<inputs).map { $0 == 1 ? 0 : 0.5 + random.uniform() })
  }

  /// The logit by its definition, layer by layer, in double precision.
  private static func plain(_ model: HorizonModel, _ line: [Float]) -> Double {
    let (network, standardizer) = (model.network, model.standardizer)
    let x = line.indices.map { Double((line[$0] - standardizer.mean[$0]) * standardizer.factor[$0]) }
    var units = x
    for layer in network.hidden {
      units = layer.bias.indices.map { unit in
        let sum = units.indices.reduce(Double(layer.bias[unit])) {
          $0 + units[$1] * Double(layer.weights[$1, unit])
        }
        return sum / (1 + Elementary.exponential(-sum))
      }
    }
    let skipped = zip(network.skip, x).reduce(Double(network.bias)) { $0 + Double($1.0) * $1.1 }
    return zip(network.output, units).reduce(skipped) { $0 + Double($1.0) * $1.1 }
  }

  @Test(
    "the logits equal those of the network, whichever columns all rows have in common",
    arguments: [[], [7], [9, 5]], 0..<4 as Range<UInt64>)
  func logits(sizes: [Int], seed: UInt64) throws {
    let (inputs, lines) = (11, 70)
    let model = try HorizonModel(
      network: Self.network(inputs, sizes, seed: seed),
      standardizer: Self.standardizer(inputs, seed: seed + 100))
    var random = SeededRandom(seed: seed + 200)
    var evidence = Matrix(rows: lines, columns: inputs)
    let ofMoment = (0..<3).map { _ in random.normal() }
    for line in 0..<lines {
      for column in 0..<inputs {
        evidence[line, column] = column >= 8 ? ofMoment[column - 8] : random.normal()
      }
    }
    var (scratch, logits) = (ScoringScratch(), [Float]())
    for model in [model, try model.sharing(momentColumns: [8, 9, 10])] {
      #expect(model.featureCount == inputs)
      try model.logits(of: evidence, scratch: &scratch, into: &logits)
      #expect(logits.count == lines)
      for (line, logit) in logits.enumerated() {
        #expect(abs(Double(logit) - Self.plain(model, Array(evidence.row(line)))) < 2e-5, "line \(line)")
      }
      // Fewer rows in the same storage, down to none.
      for count in [3, 0] {
        var few = Matrix(rows: count, columns: inputs)
        for line in 0..<count { for column in 0..<inputs { few[line, column] = evidence[line, column] } }
        let before = logits
        try model.logits(of: few, scratch: &scratch, into: &logits)
        #expect(logits.count == count)
        #expect(zip(logits, before).allSatisfy { abs($0 - $1) < 2e-5 })
      }
    }
  }

  @Test("evidence of another width, mismatched parts, and overflowing logits are rejected")
  func refused() throws {
    let network = try Self.network(4, [3], seed: 1)
    let model = try HorizonModel(network: network, standardizer: Standardizer(identity: 4))
    var (scratch, logits) = (ScoringScratch(), [Float]())
    #expect(throws: RankingError.featureCount(expected: 4, found: 5)) {
      try model.logits(of: Matrix(rows: 2, columns: 5), scratch: &scratch, into: &logits)
    }
    #expect(throws: RankingError.self) {
      try HorizonModel(network: network, standardizer: Standardizer(identity: 3))
    }
    #expect(throws: RankingError.self) { try model.sharing(momentColumns: [4]) }
    let huge = try HorizonModel(
      network: Network(hidden: [], output: [], skip: [3e38, 3e38], bias: 0),
      standardizer: Standardizer(identity: 2))
    #expect(throws: RankingError.scoreNotFinite) {
      try huge.logits(of: Matrix(rows: 1, columns: 2, repeating: 9), scratch: &scratch, into: &logits)
    }
  }
}
