public import Kernels

/// A model that follows one person: after each of their choices its last step moves a little towards it.
///
/// What changes is the readout alone (the weights of the last hidden units and of the standardised features, and the
/// bias of "none of these"), by one step of stochastic gradient descent on the listwise cross-entropy a choice. The model
/// below stays as it was fitted. The changes are a function of the choices in their order, so they can be rebuilt.
public struct AdaptedModel: Scorer {
  /// How far and how long a choice moves the readout.
  public struct Rates: Equatable, Sendable {
    /// Size of the first step, for features of deviation 1.
    ///
    /// 0.005: on logs whose kind was not fitted, 0.004 to 0.007 are level on the mean; 0.01 loses a point on shell commands.
    public var learningRate: Float = 0.005
    /// After so many choices steps have become shorter by the square root of two.
    ///
    /// They go on shrinking with the square root of the number of choices. 100: as good as 300, where both were tried.
    public var settlingChoices: Float = 100
    /// The share of all changes that is taken back at each step.
    ///
    /// 1e-4: a change lasts some thousands of choices.
    public var decay: Float = 1e-4
    /// Size of a step of the bias of "none of these".
    public var noneLearningRate: Float = 0.01

    /// The defaults.
    public init() {}

    /// Does not adapt.
    public static var none: Rates {
      var rates = Rates()
      (rates.learningRate, rates.noneLearningRate) = (0, 0)
      return rates
    }
  }

  /// What was fitted to many people.
  public let model: RankingModel
  /// How it adapts.
  public let rates: Rates
  /// What was added to each weight of the model's readout.
  public private(set) var change: [Float]
  /// What was added to the score of "none of these".
  public private(set) var noneChange: Float = 0
  /// How many choices were learned from.
  private var choices: Float = 0

  /// Starts from a model, unchanged.
  public init(_ model: RankingModel, rates: Rates = Rates()) {
    self.model = model
    self.rates = rates
    change = [Float](repeating: 0, count: model.readout.weights.count)
  }

  /// Number of columns of a candidate matrix.
  public var featureCount: Int { model.featureCount }

  /// Number of features of "none of these".
  public var noveltyFeatureCount: Int { model.noveltyFeatureCount }

  /// Scores all candidates of one query; see `Scorer`.
  ///
  /// - Complexity: that of the model, and O(rows · (features + last hidden units)).
  public func score(
    candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) -> QueryScores {
    let fitted = try model.score(candidates: candidates, novelty: novelty, scratch: &scratch)
    if choices == 0 { return fitted }
    var scores = fitted.candidates
    try fillReadoutInputs(candidates, scratch: &scratch)
    do {
      // Not by BLAS: candidates with equal features have to get equal scores, to the last bit.
      try VectorLoops.addRowDots(of: scratch.readoutInputs, vector: change, to: &scores, at: 0)
    } catch { throw RankingError(error) }
    let none = fitted.none + noneChange
    guard none.isFinite, VectorLoops.allFinite(scores) else { throw .scoreNotFinite }
    return QueryScores(candidates: scores, none: none)
  }

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - target: The row that was chosen; `nil` if it was none of them.
  ///   - candidates: What there was to choose from.
  ///   - novelty: The features of "none of these".
  ///   - scratch: Buffers to use again.
  /// - Throws: `RankingError` as for scoring, or if there is no such row; the model is then unchanged.
  /// - Complexity: that of scoring.
  public mutating func learn(
    _ target: Int?, candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) {
    if let target, !(0..<candidates.rows).contains(target) { throw .row(target, count: candidates.rows) }
    let scores = try score(candidates: candidates, novelty: novelty, scratch: &scratch)
    if choices == 0 { try fillReadoutInputs(candidates, scratch: &scratch) }
    var errors = scores.candidates
    let none = Softmax.normalize(&errors, in: 0..<candidates.rows, with: scores.none).other
    if let target { errors[target] -= 1 }
    let step = 1 / (1 + choices / rates.settlingChoices).squareRoot()
    var changed = change
    for index in changed.indices { changed[index] *= 1 - rates.decay }
    do {
      try BLAS.multiplyTransposed(
        scratch.readoutInputs, vector: errors, scale: -step * rates.learningRate, accumulate: true,
        into: &changed)
    } catch { throw RankingError(error) }
    guard VectorLoops.allFinite(changed) else { throw .scoreNotFinite }
    change = changed
    noneChange =
      noneChange * (1 - rates.decay) - step * rates.noneLearningRate * (none - (target == nil ? 1 : 0))
    choices += 1
  }

  private func fillReadoutInputs(_ candidates: Matrix, scratch: inout ScoringScratch) throws(RankingError) {
    var inputs = scratch.readoutInputs.take()
    defer { scratch.readoutInputs = inputs }
    try model.readoutInputs(candidates: candidates, scratch: &scratch, into: &inputs)
  }

  /// The same scores as a model of its own, which can explain them.
  ///
  /// - Throws: `RankingError.model` if the changes are out of any proportion.
  public func snapshot() throws(RankingError) -> RankingModel {
    let units = model.candidateNetwork.output.count
    let scaled = change.map { $0 * model.temperature }
    return try RankingModel(
      candidateNetwork: model.candidateNetwork.changingReadout(
        output: Array(scaled.prefix(units)), skip: Array(scaled.dropFirst(units))),
      candidateStandardizer: model.candidateStandardizer, noveltyNetwork: model.noveltyNetwork,
      noveltyStandardizer: model.noveltyStandardizer, temperature: model.temperature,
      noneBias: model.noneBias + noneChange)
  }
}

extension Network {
  /// The network with something added to its last step.
  func changingReadout(output change: [Float], skip skipChange: [Float]) -> Network {
    var changed = self
    for unit in changed.output.indices { changed.output[unit] += change[unit] }
    for column in changed.skip.indices { changed.skip[column] += skipChange[column] }
    return changed
  }
}
