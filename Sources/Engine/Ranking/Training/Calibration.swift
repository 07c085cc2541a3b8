internal import Kernels

extension RankingModel {
  /// Returns the same model with the temperature, and optionally the bias of "none of these",
  /// fitted to held-out queries.
  ///
  /// Guo et al., "On calibration of modern neural networks" (arXiv:1706.04599). The log loss is
  /// convex in the inverse temperature and the bias; Newton's method finds its minimum. Use queries
  /// that the model was not fitted on.
  /// - Parameter fitsNoneBias: Whether to fit the bias; otherwise it stays as it is.
  /// - Throws: `TrainingError` if the set has other features or no query, `RankingError` if a score
  ///   overflows.
  /// - Complexity: One pass through the networks, then about a dozen over the scores.
  public func calibrateTemperature(
    on set: TrainingSet, fitsNoneBias: Bool = true
  ) throws -> RankingModel {
    guard set.featureCount == featureCount, set.noveltyFeatureCount == noveltyFeatureCount else {
      throw TrainingError.validationShape
    }
    guard set.weights.contains(where: { $0 > 0 }) else { throw TrainingError.empty }
    var stack = StackedQueries()
    var problem = CalibrationProblem(fitsNoneBias: fitsNoneBias)
    let networks = NetworkPair(candidate: candidateNetwork, novelty: noveltyNetwork)
    let standardizers = StandardizerPair(candidate: candidateStandardizer, novelty: noveltyStandardizer)
    for shard in TrainingShard.cut(Array(0..<set.queryCount)[...], seed: 0, step: 0) {
      try stack.gather(shard.queries, of: set, standardizers: standardizers)
      try stack.evaluate(networks, training: false)
      problem.append(stack, of: set)
    }
    guard problem.isFinite else { throw RankingError.scoreNotFinite }
    let solution = problem.solve(
      from: CalibrationProblem.Point(slope: 1 / Double(temperature), bias: Double(noneBias)))
    return try RankingModel(
      candidateNetwork: candidateNetwork, candidateStandardizer: candidateStandardizer,
      noveltyNetwork: noveltyNetwork, noveltyStandardizer: noveltyStandardizer,
      temperature: Float(1 / solution.slope), noneBias: Float(solution.bias))
  }
}

/// Held-out logits, and the log loss as a function of slope (1 / temperature) and bias of "none of
/// these".
struct CalibrationProblem {
  /// A slope and a bias.
  struct Point {
    var slope: Double
    var bias: Double
  }

  /// The loss with its first and second derivatives.
  private struct Expansion {
    var loss = 0.0
    var slope = 0.0, bias = 0.0
    var slopeSlope = 0.0, slopeBias = 0.0, biasBias = 0.0
  }

  /// Temperatures from 0.05 to 20.
  ///
  /// Beyond them, the set is too small or too easy to be informative.
  private static let slopes = 0.05...20.0
  private static let biases = -20.0...20.0

  let fitsNoneBias: Bool
  /// For each query, the logits of its candidates, then the logit of "none of these".
  private var logits: [Float] = []
  private var ends: [Int] = []
  /// The index of the target's logit.
  private var targets: [Int] = []
  private var weights: [Double] = []

  init(fitsNoneBias: Bool) { self.fitsNoneBias = fitsNoneBias }

  var isFinite: Bool { VectorLoops.allFinite(logits) }

  mutating func append(_ stack: StackedQueries, of set: TrainingSet) {
    for (position, query) in stack.queries.enumerated() {
      let rows = stack.rows(at: position)
      let target = Int(set.targets[query])
      targets.append(logits.count + (target < 0 ? rows.count : target))
      logits.append(contentsOf: stack.scores.candidates[rows])
      logits.append(stack.scores.none[position])
      ends.append(logits.count)
      weights.append(Double(set.weights[query]))
    }
  }

  /// Finds the minimum by Newton's method, halving the step until the loss falls.
  func solve(from start: Point) -> Point {
    var point = clamped(start)
    var here = expand(at: point)
    for _ in 0..<50 {
      let step = newtonStep(here)
      var size = 1.0
      var improved = false
      while size > 1e-6 {
        let next = clamped(Point(slope: point.slope - size * step.slope, bias: point.bias - size * step.bias))
        let there = expand(at: next)
        if there.loss < here.loss {
          improved = here.loss - there.loss > 1e-12 * abs(here.loss)
          (point, here) = (next, there)
          break
        }
        size /= 2
      }
      if !improved { break }
    }
    return point
  }

  private func newtonStep(_ e: Expansion) -> Point {
    // A small ridge keeps the matrix invertible when all logits of a query are equal.
    let (a, b, d) = (e.slopeSlope + 1e-9, e.slopeBias, e.biasBias + 1e-9)
    if !fitsNoneBias { return Point(slope: e.slope / a, bias: 0) }
    let determinant = max(a * d - b * b, 1e-18)
    return Point(
      slope: (d * e.slope - b * e.bias) / determinant, bias: (a * e.bias - b * e.slope) / determinant)
  }

  private func clamped(_ point: Point) -> Point {
    Point(
      slope: min(max(point.slope, Self.slopes.lowerBound), Self.slopes.upperBound),
      bias: fitsNoneBias ? min(max(point.bias, Self.biases.lowerBound), Self.biases.upperBound) : point.bias)
  }

  /// Returns the loss and its derivatives.
  ///
  /// With z = slope · logit (+ bias) and p = softmax(z), they are ∂loss/∂slope = E[logit] −
  /// logit(target), ∂²loss/∂slope² = Var[logit] and ∂loss/∂bias = p(none) − [none is the target].
  private func expand(at point: Point) -> Expansion {
    var e = Expansion()
    var start = 0
    for (query, end) in ends.enumerated() {
      let last = end - 1
      func z(_ index: Int) -> Double {
        point.slope * Double(logits[index]) + (index == last ? point.bias : 0)
      }
      var top = -Double.infinity
      for index in start..<end { top = max(top, z(index)) }
      var (sum, first, second, none) = (0.0, 0.0, 0.0, 0.0)
      for index in start..<end {
        let part = Elementary.exponential(z(index) - top)
        let logit = Double(logits[index])
        sum += part
        first += part * logit
        second += part * logit * logit
        if index == last { none = part }
      }
      (first, second, none) = (first / sum, second / sum, none / sum)
      let weight = weights[query]
      let target = targets[query]
      e.loss += weight * (top + Elementary.logarithm(sum) - z(target))
      e.slope += weight * (first - Double(logits[target]))
      e.slopeSlope += weight * max(second - first * first, 0)
      e.bias += weight * (none - (target == last ? 1 : 0))
      e.biasBias += weight * none * (1 - none)
      e.slopeBias += weight * none * (Double(logits[last]) - first)
      start = end
    }
    return e
  }
}
