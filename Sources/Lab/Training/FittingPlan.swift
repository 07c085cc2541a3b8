internal import Activities
public import Features
internal import Kernels
public import Ranking

/// All settings of a fit, with the reason for each value.
///
/// They are all in this file, and `hunch train --show-plan` prints them.
///
/// **Objective** (``objective``). Each donation has a query before it. Its candidates are all
/// activities that the user has done so far, and "none of these". The loss of a query is −ln p(the
/// activity that followed), where p is a softmax over the candidates' scores and that of "none of
/// these" (`Trainer`). The fit minimises the weighted mean over all queries.
///
/// **Split.** Each user's donations have three parts in the order of time: the first is for
/// learning, the second for choosing, the third for measuring. An earlier part never sees a later
/// one.
///
/// The adaptation to a user (`PersonalModel`) is not fitted; its rates are chosen by hand, next to
/// its code.
public struct FittingPlan: Sendable, Equatable {
  /// The objective in words.
  public static let objective =
    "the weighted mean over all queries of -ln p(the activity that followed), where p is a softmax over the scores of "
    + "all candidates and of \"none of these\""

  // Split.

  /// The share of each user's donations, in the order of time, to learn from; above 0, at most 1.
  ///
  /// 0.9: the shipped model learns from most donations, and leaves some to choose by. Figures are
  /// made with 0.6.
  public var until = 0.9
  /// The following share, which chooses the epoch and the temperature.
  ///
  /// 0.1.
  public var validationShare = 0.1

  // Learning.

  /// The minimum number of donations in a log.
  ///
  /// 100: with fewer, the tenth to choose by has fewer than ten queries.
  public var minimumDonations = 100
  /// The minimum number of donations in the learning share of a log.
  ///
  /// 50: fewer are less than half a batch.
  public var minimumFittedDonations = 50
  /// The minimum number of these that repeat one of several activities of their user: only they
  /// show a choice.
  ///
  /// 20: a model of thousands of weights cannot learn from fewer.
  public var minimumChoices = 20
  /// The maximum number of candidates per query to learn from.
  ///
  /// 48: a starting value; other limits were not tried.
  public var candidateLimit = 48
  /// The number of them that are drawn from all candidates; the others are the experts' favourites.
  ///
  /// 12: so that the model also learns from hopeless candidates.
  public var randomCandidates = 12
  /// The exponent of a log's number of donations that gives its weight.
  ///
  /// 0.5: a large log does not drown small ones.
  public var logWeightExponent = 0.5
  /// The questions whose columns the model must not learn from, for ablations.
  ///
  /// None. `make ablation` measures the value of each.
  public var without: Set<FeatureGroup> = []

  // Choosing.

  /// The maximum number of candidates per query for choosing the temperature.
  ///
  /// 512: more than nearly all users have.
  public var validationCandidateLimit = 512
  /// The number of queries per log to choose by: of twice as many, every second one is used, of
  /// three times as many every third, and so on.
  ///
  /// 4,000: the error of a mean log loss is then about 0.02 nats.
  public var validationQueryLimit = 4_000

  // How.

  /// Hyper-parameters of the optimisation, with the seed of everything random.
  public var optimisation = TrainingConfiguration(
    // 64, 32: as good as 96, 48 and 128, 64 (mean MRR of the last 30 % .636 with each), and the
    // cheapest.
    hiddenSizes: [64, 32],
    // 16: it sees one row per query and a handful of features.
    noveltyHiddenSizes: [16],
    // 12: on fitted logs 16 are 0.0005 better than 8 (with 96 and 48 units); the epoch with the
    // best validation loss is kept.
    epochs: 12,
    // 128: with some dozen candidates each, thousands of rows a product, and still hundreds of
    // steps on small logs.
    batchSize: 128,
    // 0.004: with 0.002 and an l2 of 0.5 the mean MRR of the last 30 % is .634 instead of .636 on
    // fitted logs, and the same .630 on others.
    learningRate: 0.004,
    // 0.05: Adam's first steps, on few gradients, are kept short.
    warmUp: 0.05,
    // 0.01: the last steps settle.
    finalLearningRate: 0.01,
    // 0.9 and 0.999, as published.
    beta1: 0.9, beta2: 0.999,
    // 0.1: chosen together with the learning rate.
    l2: 0.1,
    // 1: rare queries with many rows cannot derail it.
    gradientLimit: 1,
    // 0.998: averages the last 500 steps.
    averageDecay: 0.998,
    // 0: off; more makes a model robust to missing evidence.
    featureDropout: 0,
    seed: 1)

  // Horizons.

  /// The horizons in seconds; one is drawn for each learning moment.
  ///
  /// An hour, the most frequent request, three times in nine; the others to learn any horizon up to
  /// a day.
  public var horizons: [Double] = [900, 1_800, 3_600, 3_600, 3_600, 7_200, 14_400, 28_800, 86_400]
  /// The unobserved seconds before a moment; one is drawn for each learning moment.
  ///
  /// None three times in eight, because that is the most frequent request.
  public var leads: [Double] = [0, 0, 0, 3_600, 21_600, 86_400, 259_200, 604_800]
  /// The approximate number of moments per log, which decides their distance.
  ///
  /// 12,000: a starting value.
  public var moments = 12_000
  /// The maximum number of users per log with moments: those with the most donations.
  public var horizonUsers = 100
  /// The approximate number of candidates not done that are drawn at a moment.
  public var linesPerMoment = 5
  /// Hyper-parameters of the optimisation for horizons.
  ///
  /// Starting values; with no hidden layer the error on left-out logs is 2 % larger.
  public var horizonOptimisation = TrainingConfiguration(
    hiddenSizes: [32, 16], noveltyHiddenSizes: [], epochs: 6, batchSize: 1_024, learningRate: 0.003,
    warmUp: 0.05,
    finalLearningRate: 0.01, beta1: 0.9, beta2: 0.999, l2: 0.1, gradientLimit: 1, averageDecay: 0.998,
    featureDropout: 0, seed: 1)

  /// The plan of the shipped model.
  public init() {}
}

extension FittingPlan {
  /// All settings that decide the result of a fit besides the logs: split, examples, optimisation.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter("until", until, "share of each user's donations to learn from"),
      HyperParameter(
        "validationShare", validationShare, "following share, which chooses the epoch and the temperature"),
      HyperParameter("minimumDonations", minimumDonations, "a log with fewer donations is rejected"),
      HyperParameter(
        "minimumFittedDonations", minimumFittedDonations,
        "a log with fewer in the share to learn from is rejected"),
      HyperParameter(
        "minimumChoices", minimumChoices,
        "a log where fewer of these repeat one of several activities is rejected"),
      HyperParameter(
        "candidateLimit", candidateLimit, "maximum number of candidates per query to learn from"),
      HyperParameter(
        "randomCandidates", randomCandidates,
        "number of them that are drawn; the others are the experts' favourites"),
      HyperParameter("logWeightExponent", logWeightExponent, "a log of n donations weighs n to this power"),
      HyperParameter(
        "without", without.map(\.rawValue).sorted(), "questions whose evidence is not used"),
      HyperParameter(
        "validationCandidateLimit", validationCandidateLimit,
        "maximum number of candidates per query that choose"
      ),
      HyperParameter(
        "validationQueryLimit", validationQueryLimit,
        "number of queries per log that choose; of twice as many, every second one does"),
      HyperParameter(
        "horizon.lengths", horizons, "horizons in seconds, one drawn for each moment"),
      HyperParameter(
        "horizon.leads", leads,
        "unobserved seconds before a moment, one drawn for each"),
      HyperParameter("horizon.moments", moments, "approximate number of moments per log"),
      HyperParameter(
        "horizon.users", horizonUsers, "maximum number of users per log that are asked at moments"),
      HyperParameter(
        "horizon.linesPerMoment", linesPerMoment,
        "approximate number of candidates not done that are drawn at a moment"),
    ] + optimisation.hyperParameters
      + horizonOptimisation.hyperParameters.map {
        HyperParameter("horizon." + $0.name, $0.value, $0.meaning)
      }
      .filter { !["horizon.noveltyHiddenSizes", "horizon.featureDropout"].contains($0.name) }
  }

  /// The columns of the questions to ignore.
  var silentColumns: Set<Int> {
    Set(
      FeatureSchema.current.columns.indices.filter {
        without.contains(FeatureSchema.current.columns[$0].group)
      })
  }
}

/// The plan applied to given logs.
extension FittingPlan {
  /// Checks that the plan is valid, and that each log has enough to learn from.
  ///
  /// - Throws: ``FittingError``.
  /// - Complexity: O(donations).
  public func check(_ logs: [FittingLog]) throws(FittingError) {
    guard until > 0, (0...1).contains(until), (0...1).contains(validationShare) else {
      throw .shareOutOfRange
    }
    guard !logs.isEmpty else { throw .noLogs }
    for log in logs { try check(log) }
  }

  private func check(_ log: FittingLog) throws(FittingError) {
    try check(log.users.reduce(into: FittingCounts()) { $0 += FittingCounts(of: $1, by: self) }, of: log.name)
  }

  /// Checks that a log with given numbers has enough to learn from.
  func check(_ counts: FittingCounts, of log: String) throws(FittingError) {
    guard counts.donations >= minimumDonations else {
      throw .tooFewDonations(log: log, found: counts.donations, needed: minimumDonations)
    }
    guard counts.fitted >= minimumFittedDonations else {
      throw .tooFewFitted(
        log: log, found: counts.fitted, of: counts.donations, until: until, needed: minimumFittedDonations)
    }
    guard counts.choices >= minimumChoices else {
      throw .tooFewChoices(log: log, found: counts.choices, of: counts.fitted, needed: minimumChoices)
    }
  }

  /// Returns the weight of each query of a log; see ``logWeightExponent``.
  func weight(ofDonations count: Int) -> Float {
    let power = Elementary.exponential(Elementary.logarithm(Double(count)) * (logWeightExponent - 1))
    return Float(power * 1_000)
  }

  /// Returns the interval between the queries of a log that choose; see ``validationQueryLimit``.
  func validationStride(ofDonations count: Int) -> Int {
    max(1, Int(clamping: Double(count) * validationShare) / max(1, validationQueryLimit))
  }

  /// Returns the seconds between two moments of a log: a whole number of minutes with no factor in
  /// common with a day's, so that moments fall at all times of day.
  func momentStep(of users: [ArraySlice<Donation>]) -> Double {
    let span = users.reduce(0.0) { sum, donations in
      guard let first = donations.first(where: \.hasExactTime),
        let last = donations.last(where: \.hasExactTime)
      else { return sum }
      return sum + last.context.instant.seconds(since: first.context.instant)
    }
    var minutes = max(7, Int(clamping: (span / Double(max(1, moments)) / 60).rounded(.up)))
    while [2, 3, 5].contains(where: { minutes % $0 == 0 }) { minutes += 1 }
    return Double(minutes) * 60
  }

  /// Returns the seed for draws for a user of a log, both counted from 0.
  func seed(log: Int, user: Int) -> UInt64 {
    optimisation.seed &+ UInt64(truncatingIfNeeded: log << 32 | user)
  }
}
