public import Kernels

/// A model that follows one user.
///
/// After each of the user's choices, its last step moves towards that choice.
///
/// Only the readout changes: the weights of the last hidden units and of the standardised features,
/// and the bias of "none of these". A posterior over this user's weights (`ReadoutPosterior`)
/// decides how far each of them moves. It starts from the variance between users. The underlying
/// model stays as it was fitted. The changes are a function of the choices in their order, so they
/// can be rebuilt.
///
/// Scores stay finite for any features: changes are limited so that none moves a score by more than
/// ``RankingLimits/score``, which is also the maximum score that a model from a file may give.
/// Learning squares the readout's inputs. If the squares overflow `Float`, or the changes would
/// exceed the limit, the choice teaches nothing.
public struct AdaptedModel: Scorer {
  /// The belief about a user before the first choice.
  public struct Prior: Equatable, Sendable {
    /// The variance of a weight between users, for features of deviation 1.
    ///
    /// 0.02: on logs of kinds that the model was not fitted to, 0.01 to 0.03 give equal results.
    public var variance: Float = 0.02
    /// The variance of the bias of "none of these" between users.
    public var noneVariance: Float = 0.05
    /// The share, 0 to 1, that "none of these" takes of a change that all likely candidates have in
    /// common.
    ///
    /// With 0, the second and third donation of a new user count as a habit too early. With 1, the
    /// probability of something new follows a user less well. 0.6 is a compromise; 0.5 to 0.7 give
    /// equal results.
    public var commonShare: Float = 0.6
    /// Alternatives below this probability do not narrow the posterior, which saves time.
    ///
    /// 0.02: 0.01 gives equal results, 0.1 loses a thousandth of the reciprocal rank.
    public var leastProbability: Float = 0.02

    /// The defaults.
    public init() {}

    /// A prior under which every user is as the model was fitted, so that it does not adapt.
    public static var none: Prior {
      var prior = Prior()
      (prior.variance, prior.noneVariance) = (0, 0)
      return prior
    }
  }

  /// The model that was fitted to many users.
  public let model: RankingModel
  /// The belief about this user at the start.
  public let prior: Prior
  /// The present belief about the changes of the readout's weights, and, last, of the bias of "none
  /// of these".
  private(set) var posterior: ReadoutPosterior
  private var isFresh = true
  /// The maximum magnitude of a change.
  private let greatestChange: Float

  /// Creates an unchanged copy of a model.
  public init(_ model: RankingModel, prior: Prior = Prior()) {
    self.model = model
    self.prior = prior
    let weights = model.candidateNetwork.output.count + model.featureCount
    posterior = ReadoutPosterior(
      variances: [Float](repeating: prior.variance, count: weights) + [prior.noneVariance])
    greatestChange = model.greatestChange
  }

  /// The changes that were added to the weights of the model's readout.
  public var change: [Float] { Array(posterior.mean.dropLast()) }

  /// The change added to the score of "none of these", in addition to its share in the candidates'
  /// changes.
  public var noneChange: Float { posterior.mean.last ?? 0 }

  /// The number of columns of a candidate matrix.
  public var featureCount: Int { model.featureCount }

  /// The number of features of "none of these".
  public var noveltyFeatureCount: Int { model.noveltyFeatureCount }

  /// Scores all candidates of one query; see `Scorer`.
  ///
  /// The score of "none of these" moves with `Prior.commonShare` of the candidates' mean change
  /// under the fitted probabilities.
  /// - Complexity: The same as the model, and O(rows · (features + last hidden units)); no
  ///   allocation once the scratch is warm.
  public func score(
    candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError) {
    try score(candidates: candidates, novelty: novelty, keepsUnits: false, scratch: &scratch)
    scores.copy(scratch.adapted)
  }

  /// Writes the fitted scores, and the scores for this user, to the scratch.
  ///
  /// The hidden layers are computed once for both.
  ///
  /// - Parameters:
  ///   - items: The items that the candidates represent. In both kinds of score, a sampled row has
  ///     the score of all items that it represents.
  ///   - keepsUnits: Whether the scratch keeps the last units of all candidates, to learn from.
  func score(
    candidates: Matrix, items: CandidateItems = .whole, novelty: [Float], keepsUnits: Bool,
    scratch: inout ScoringScratch
  ) throws(RankingError) {
    if isFresh, !keepsUnits {
      try model.scoreFitted(candidates: candidates, novelty: novelty, scratch: &scratch)
      items.addWeight(to: &scratch.fitted.candidates)
      scratch.adapted.copy(scratch.fitted)
      return
    }
    scratch.change.fill(posterior.mean, of: model)
    try model.scoreChanged(
      candidates: candidates, novelty: novelty, keepsUnits: keepsUnits, scratch: &scratch)
    items.addWeight(to: &scratch.fitted.candidates)
    try applyChanges(to: &scratch)
  }

  /// Scores all queries of a batch; see `Scorer`.
  ///
  /// - Complexity: The same as the model, and O(rows · (features + last hidden units)).
  public func score(
    _ batch: QueryBatch, scratch: inout ScoringScratch, into scores: inout BatchScores
  ) throws(RankingError) {
    try model.scoreChanged(
      batch, by: [SegmentChange(rows: 0..<batch.candidates.rows, change: batchChange)], scratch: &scratch)
    scores.candidates.removeAll(keepingCapacity: true)
    scores.none.removeAll(keepingCapacity: true)
    for query in 0..<batch.count {
      try follow(query, of: batch, scratch: &scratch)
      scores.candidates.append(contentsOf: scratch.adapted.candidates)
      scores.none.append(scratch.adapted.none)
    }
  }

  /// The current change of the readout, laid out for scoring, or `nil` if nothing was learned.
  var batchChange: ReadoutChange? {
    if isFresh { return nil }
    var change = ReadoutChange()
    change.fill(posterior.mean, of: model)
    return change
  }

  /// Writes the fitted scores of a query, and the scores for this user, to the scratch, which holds
  /// the scores of the batch and the amounts that the change adds to them.
  func follow(_ query: Int, of batch: QueryBatch, scratch: inout ScoringScratch) throws(RankingError) {
    scratch.batch.copy(query: query, of: batch, into: &scratch.fitted)
    if isFresh {
      scratch.adapted.copy(scratch.fitted)
      return
    }
    scratch.changes.copy(scratch.batchChanges[batch.rows(ofQuery: query)])
    try applyChanges(to: &scratch)
  }

  /// Writes the scores for this user to the scratch, which holds the fitted scores and the amounts
  /// that the change adds to them.
  private func applyChanges(to scratch: inout ScoringScratch) throws(RankingError) {
    do {
      try VectorLoops.sum(scratch.fitted.candidates, scratch.changes, into: &scratch.adapted.candidates)
      let fitted = scratch.fitted.candidates
      let common = try VectorLoops.mean(
        of: scratch.changes, byExponentialsOf: fitted,
        shift: VectorLoops.maximum(fitted, in: fitted.indices))
      scratch.adapted.none = scratch.fitted.none + noneChange + prior.commonShare * common
    } catch { throw RankingError(error) }
    try scratch.adapted.checkFinite()
  }

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - target: The chosen row, or `nil` if the choice was none of the candidates.
  ///   - candidates: The candidates of the query.
  ///   - novelty: The features of "none of these".
  ///   - scratch: Reusable buffers.
  /// - Throws: `RankingError` as for scoring, or if the row does not exist. The model is then
  ///   unchanged.
  /// - Complexity: The same as scoring, and O(r · w²) for w weights of the readout and r
  ///   alternatives that are not improbable.
  public mutating func learn(
    _ target: Int?, candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) {
    try prepareUpdate(target, candidates: candidates, novelty: novelty, scratch: &scratch)
    try applyUpdate(from: &scratch)
  }

  /// Writes to the scratch the fitted scores, the previous scores for this user, and the evidence
  /// of a choice.
  func prepareUpdate(
    _ target: Int?, candidates: Matrix, items: CandidateItems = .whole, novelty: [Float],
    scratch: inout ScoringScratch
  ) throws(RankingError) {
    if let target, !(0..<candidates.rows).contains(target) { throw .row(target, count: candidates.rows) }
    try score(
      candidates: candidates, items: items, novelty: novelty, keepsUnits: !isUnchanging,
      scratch: &scratch)
    if isUnchanging { return }
    scratch.shares.copy(scratch.fitted.candidates)
    if !scratch.shares.isEmpty {
      _ = Softmax.normalize(&scratch.shares, in: scratch.shares.indices, with: -.infinity)
    }
    scratch.probabilities.copy(scratch.adapted.candidates)
    let none = Softmax.normalize(
      &scratch.probabilities, in: scratch.probabilities.indices, with: scratch.adapted.none
    ).other
    try scratch.choice.fill(
      choosing: target,
      among: Alternatives(
        units: model.candidates.units(in: scratch.candidates), candidates: candidates,
        standardizer: model.candidateStandardizer),
      fitted: scratch.shares, probabilities: scratch.probabilities, noneProbability: none, prior: prior)
  }

  /// Applies the most recently prepared update.
  ///
  /// If its numbers are too large, nothing is learned.
  mutating func applyUpdate(from scratch: inout ScoringScratch) throws(RankingError) {
    if isUnchanging { return }
    do {
      try posterior.learn(scratch.choice, within: greatestChange, scratch: &scratch.posterior)
    } catch .scoreNotFinite {
      return
    }
    isFresh = false
  }

  private var isUnchanging: Bool { prior.variance == 0 && prior.noneVariance == 0 }

  /// A model that gives the candidates' current scores, and can explain them.
  ///
  /// Its score of "none of these" omits the share in the candidates' changes, which differs from
  /// query to query.
  /// - Throws: `RankingError.model` if the changes are too large to use.
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

extension AdaptedModel {
  /// The number of bytes in its tables, without those of the model.
  var memoryFootprint: Int { posterior.memoryFootprint }

  /// Writes the learned changes.
  func write(into writer: inout StateWriter) {
    writer.write(UInt8(isFresh ? 1 : 0))
    if !isFresh { posterior.write(into: &writer) }
  }

  /// Reads the learned changes.
  ///
  /// - Throws: `StateError` if the state belongs to a different model, or is not finite.
  init(_ model: RankingModel, prior: Prior, from reader: inout StateReader) throws(StateError) {
    self.init(model, prior: prior)
    switch try reader.read(UInt8.self) {
    case 0:
      posterior = try ReadoutPosterior(count: posterior.mean.count, within: greatestChange, from: &reader)
      isFresh = false
    case 1: break
    default: throw StateError()
    }
  }
}
