import Kernels
import Testing

@testable import Ranking

extension ReadoutPosterior {
  /// The whole symmetric matrix.
  fileprivate var covariance: Matrix {
    var full = Matrix(rows: mean.count, columns: mean.count)
    for row in mean.indices {
      for column in 0...row {
        full[row, column] = triangle[row * (row + 1) / 2 + column]
        full[column, row] = full[row, column]
      }
    }
    return full
  }
}

extension Alternatives {
  /// The inputs of a linear model on features of mean 0 and deviation 1.
  fileprivate init(_ inputs: Matrix) {
    self.init(
      units: nil, candidates: inputs, standardizer: Standardizer(identity: inputs.columns))
  }
}

@Suite("Posterior of a user's weights")
struct ReadoutBeliefTests {
  /// Random candidates with random probabilities.
  struct Choice {
    let inputs: Matrix
    let fitted: [Float]
    let probabilities: [Float]
    let none: Float
    let target: Int?
    var prior = AdaptedModel.Prior()

    init(rows: Int, columns: Int, random: inout SeededRandom) {
      inputs = random.matrix(rows, columns)
      let scores = (0..<rows).map { _ in random.normal() }
      fitted = PlainKernels.softmax(scores, with: -.infinity).probabilities
      let adapted = scores.map { $0 + 0.3 * random.normal() }
      (probabilities, none) = PlainKernels.softmax(adapted, with: random.normal())
      target = random.integer(below: 4) == 0 ? nil : random.integer(below: rows)
      prior.leastProbability = 0
    }

    func curvature() throws -> ChoiceCurvature {
      var curvature = ChoiceCurvature()
      try curvature.fill(
        choosing: target, among: Alternatives(inputs), fitted: fitted, probabilities: probabilities,
        noneProbability: none, prior: prior)
      return curvature
    }

    /// The inputs of all alternatives, with "none of these" last, in double precision.
    func alternatives() -> [[Double]] {
      var all = (0..<inputs.rows).map { inputs.row($0).map(Double.init) + [0] }
      let none = (0..<inputs.columns).map { column in
        (0..<inputs.rows).reduce(0.0) {
          $0 + Double(prior.commonShare) * Double(fitted[$1]) * Double(inputs[$1, column])
        }
      }
      all.append(none + [1])
      return all
    }

    /// The log probability of the target when the weights change by `change`, from its definition.
    func logProbability(changing change: [Double]) -> Double {
      let all = alternatives()
      let old = probabilities.map(Double.init) + [Double(none)]
      let scores = zip(all, old).map { inputs, probability in
        Elementary.logarithm(probability) + zip(inputs, change).reduce(0) { $0 + $1.0 * $1.1 }
      }
      let sum = scores.reduce(0) { $0 + Elementary.exponential($1) }
      return scores[target ?? inputs.rows] - Elementary.logarithm(sum)
    }
  }

  @Test("the gradient equals differences of the log probability", arguments: 0..<10 as Range<UInt64>)
  func gradient(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let choice = Choice(rows: 2 + Int(seed), columns: 5, random: &random)
    let curvature = try choice.curvature()
    for weight in 0..<6 {
      var change = [Double](repeating: 0, count: 6)
      change[weight] = 1e-4
      let above = choice.logProbability(changing: change)
      change[weight] = -1e-4
      let slope = (above - choice.logProbability(changing: change)) / 2e-4
      #expect(abs(slope - Double(curvature.gradient[weight])) < 1e-4, "weight \(weight), seed \(seed)")
    }
  }

  @Test("the curvature equals second differences of the log probability", arguments: 0..<10 as Range<UInt64>)
  func curvature(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let choice = Choice(rows: 2 + Int(seed), columns: 4, random: &random)
    let rows = try choice.curvature().curvature
    func second(_ one: Int, _ other: Int) -> Double {
      func at(_ x: Double, _ y: Double) -> Double {
        var change = [Double](repeating: 0, count: 5)
        change[one] += x
        change[other] += y
        return choice.logProbability(changing: change)
      }
      let h = 1e-3
      return (at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4 * h * h)
    }
    for one in 0..<5 {
      for other in 0..<5 {
        let sum = (0..<rows.rows).reduce(0.0) { $0 + Double(rows[$1, one]) * Double(rows[$1, other]) }
        #expect(abs(sum + second(one, other)) < 1e-4, "weights \(one), \(other), seed \(seed)")
      }
    }
  }

  @Test(
    "learning adds the curvature to the precision, then takes Newton's step",
    arguments: 0..<5 as Range<UInt64>)
  func learning(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var posterior = ReadoutPosterior(variances: [0.5, 0.1, 0.2, 0.3, 0.05])
    var scratch = PosteriorScratch()
    var precision = inverse(posterior.covariance)
    for round in 0..<20 {
      let curvature = try Choice(rows: 1 + random.integer(below: 9), columns: 4, random: &random).curvature()
      let before = posterior.mean
      try posterior.learn(curvature, scratch: &scratch)
      for row in 0..<5 {
        for column in 0..<5 {
          for alternative in 0..<curvature.curvature.rows {
            precision[row, column] +=
              curvature.curvature[alternative, row] * curvature.curvature[alternative, column]
          }
        }
      }
      let covariance = inverse(precision)
      for row in 0..<5 {
        var step: Float = 0
        for column in 0..<5 {
          #expect(abs(posterior.covariance[row, column] - covariance[row, column]) < 1e-5, "round \(round)")
          step += covariance[row, column] * curvature.gradient[column]
        }
        #expect(abs(posterior.mean[row] - before[row] - step) < 1e-5, "round \(round), seed \(seed)")
      }
    }
  }

  @Test("after twenty thousand choices the covariance is positive, and only became narrower")
  func longRun() throws {
    var random = SeededRandom(seed: 5)
    var posterior = ReadoutPosterior(variances: [Float](repeating: 0.02, count: 7))
    var scratch = PosteriorScratch()
    for _ in 0..<20_000 {
      let curvature = try Choice(rows: 5, columns: 6, random: &random).curvature()
      let before = posterior.covariance
      try posterior.learn(curvature, scratch: &scratch)
      for row in 0..<7 { #expect(posterior.covariance[row, row] <= before[row, row]) }
    }
    for row in 0..<7 {
      #expect(posterior.covariance[row, row] > 0)
    }
  }

  @Test("extremely large numbers are rejected and change nothing")
  func overflow() throws {
    var random = SeededRandom(seed: 3)
    var posterior = ReadoutPosterior(variances: [0.02, 0.02, 0.02])
    var scratch = PosteriorScratch()
    try posterior.learn(Choice(rows: 3, columns: 2, random: &random).curvature(), scratch: &scratch)
    let (mean, covariance) = (posterior.mean, posterior.covariance)
    var curvature = ChoiceCurvature()
    try curvature.fill(
      choosing: 0, among: Alternatives(Matrix(rows: 2, columns: 2, elements: [1e30, 0, -1e30, 0])),
      fitted: [0.5, 0.5], probabilities: [0.4, 0.4], noneProbability: 0.2, prior: AdaptedModel.Prior())
    #expect(throws: RankingError.scoreNotFinite) { try posterior.learn(curvature, scratch: &scratch) }
    #expect(posterior.mean == mean && posterior.covariance == covariance)
  }

  /// The inverse of a symmetric positive matrix, by Gauss and Jordan, in double precision.
  private func inverse(_ matrix: Matrix) -> Matrix {
    let size = matrix.rows
    var rows = (0..<size).map { row in
      matrix.row(row).map(Double.init) + (0..<size).map { $0 == row ? 1 : 0 }
    }
    for pivot in 0..<size {
      let scale = rows[pivot][pivot]
      rows[pivot] = rows[pivot].map { $0 / scale }
      for row in 0..<size where row != pivot {
        let factor = rows[row][pivot]
        rows[row] = zip(rows[row], rows[pivot]).map { $0 - factor * $1 }
      }
    }
    var inverse = Matrix(rows: size, columns: size)
    for row in 0..<size {
      for column in 0..<size { inverse[row, column] = Float(rows[row][size + column]) }
    }
    return inverse
  }
}
