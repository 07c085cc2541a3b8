internal import Activities
internal import Evaluation
public import Features
internal import Kernels
public import Ranking

/// Everything that decides what a model is fitted to, and how, with the reason for each value.
///
/// This is the one place where it can be read; `hunch train --show-plan` prints it.
///
/// **Objective** (``objective``). Before each donation there is a query, whose candidates are all
/// activities that its user has done so far, and "none of these". The loss of a query is −ln p(what
/// then happened), p being a softmax over the candidates' scores and that of "none of these"
/// (`Trainer`). What is made small is the weighted mean over all queries.
///
/// **Split.** Each user's donations, in the order of time: first what is learned from, then what is
/// chosen by, then what is measured on. Nothing of a later part is known to an earlier one.
///
/// What follows a person afterwards (`PersonalModel`) is not fitted; its rates are chosen by hand
/// and stand beside it.
public struct FittingPlan: Sendable, Equatable {
  /// The objective in words.
  public static let objective =
    "the weighted mean over all queries of -ln p(the activity that followed), where p is a softmax over the scores of "
    + "all candidates and of \"none of these\""

  // Split.

  /// The share of each user's donations, in the order of time, that is learned from; above 0, at
  /// most 1.
  ///
  /// 0.9: the shipped model learns from as much as leaves something to choose by. Figures are made
  /// with 0.6.
  public var until = 0.9
  /// The share after that by which the epoch and the temperature are chosen.
  ///
  /// 0.1.
  public var validationShare = 0.1

  // What is learned from.

  /// A log with fewer donations is refused.
  ///
  /// 100: with fewer, the tenth by which is chosen holds no ten queries.
  public var minimumDonations = 100
  /// A log is refused of which fewer donations lie in the share to learn from.
  ///
  /// 50: fewer make no half of a batch.
  public var minimumFittedDonations = 50
  /// A log is refused in which fewer of them repeat one of several activities of their user: only
  /// these show a choice.
  ///
  /// 20: a model of thousands of weights learns nothing from fewer.
  public var minimumChoices = 20
  /// The most candidates of a query that are learned from.
  ///
  /// 48: a starting value; other limits were not tried.
  public var candidateLimit = 48
  /// The number of them that are drawn from all candidates; the others are those the experts like
  /// best.
  ///
  /// 12: so that the model also learns what hopeless candidates look like.
  public var randomCandidates = 12
  /// The power of a log's number of donations that is its weight.
  ///
  /// 0.5: a large log does not drown small ones.
  public var logWeightExponent = 0.5
  /// Questions whose columns the model is not to learn from, for ablations.
  ///
  /// None. `make ablation` measures what each gives.
  public var without: Set<FeatureGroup> = []

  // What is chosen by.

  /// The most candidates of a query that are judged when the temperature is chosen.
  ///
  /// 512: all but for very few users.
  public var validationCandidateLimit = 512
  /// The number of queries of a log that are judged: from twice as many on every second is, from
  /// three times every third, and so on.
  ///
  /// 4,000: the error of a mean log loss is then about 0.02 nats.
  public var validationQueryLimit = 4_000

  // How.

  /// Hyper-parameters of the optimisation, with the seed of everything random.
  public var optimisation = TrainingConfiguration(
    // 64, 32: as good as 96, 48 and 128, 64 (mean MRR of the last 30 % .636 with each), and the
    // cheapest.
    hiddenSizes: [64, 32],
    // 16: it sees one row a query and a handful of features.
    noveltyHiddenSizes: [16],
    // 12: on logs that were fitted 16 are 0.0005 better than 8 (of 96 and 48 units); the epoch with
    // the best validation loss is kept.
    epochs: 12,
    // 128: with some dozen candidates each, thousands of rows a product, and still hundreds of
    // steps on small logs.
    batchSize: 128,
    // 0.004: with 0.002 and an l2 of 0.5 the mean MRR of the last 30 % is .634 in place of .636 on
    // logs that were fitted, and .630 on logs that were not, as here.
    learningRate: 0.004,
    // 0.05: Adam's first steps, on few gradients, are kept short.
    warmUp: 0.05,
    // 0.01: the last steps settle.
    finalLearningRate: 0.01,
    // 0.9 and 0.999, as published.
    beta1: 0.9, beta2: 0.999,
    // 0.1: chosen together with the learning rate.
    l2: 0.1,
    // 1: rare queries with many rows cannot throw it.
    gradientLimit: 1,
    // 0.998: averages the last 500 steps.
    averageDecay: 0.998,
    // 0: off; more lets a model stand evidence that is missing.
    featureDropout: 0,
    seed: 1)

  // Horizons.

  /// The horizons in seconds, of which one is drawn for each moment that is learned from.
  ///
  /// An hour, which is asked for most, three times in nine; the others so that any up to a day is
  /// known.
  public var horizons: [Double] = [900, 1_800, 3_600, 3_600, 3_600, 7_200, 14_400, 28_800, 86_400]
  /// The seconds before a moment until which the user was observed, of which one is drawn for each
  /// moment that is learned from.
  ///
  /// None three times in eight: it is asked for most.
  public var leads: [Double] = [0, 0, 0, 3_600, 21_600, 86_400, 259_200, 604_800]
  /// The number of moments of a log, about: they lie so far apart that there are as many.
  ///
  /// 12,000: a starting value.
  public var moments = 12_000
  /// The most users of a log that are asked at moments: those with the most donations.
  public var horizonUsers = 100
  /// The number of lines of what was not done that are drawn at a moment, about.
  public var linesPerMoment = 5
  /// Hyper-parameters of the optimisation for horizons.
  ///
  /// Starting values; with no hidden layer the error on logs that are left out is 2 % larger.
  public var horizonOptimisation = TrainingConfiguration(
    hiddenSizes: [32, 16], noveltyHiddenSizes: [], epochs: 6, batchSize: 1_024, learningRate: 0.003,
    warmUp: 0.05,
    finalLearningRate: 0.01, beta1: 0.9, beta2: 0.999, l2: 0.1, gradientLimit: 1, averageDecay: 0.998,
    featureDropout: 0, seed: 1)

  /// The plan by which the shipped model was fitted.
  public init() {}
}

extension FittingPlan {
  /// Everything that decides what a fit results in, but the logs: split, examples, optimisation.
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

  /// The columns of the questions that are not learned from.
  var silentColumns: Set<Int> {
    Set(
      FeatureSchema.current.columns.indices.filter {
        without.contains(FeatureSchema.current.columns[$0].group)
      })
  }
}

/// The plan applied to given logs.
extension FittingPlan {
  /// Checks that the plan makes sense, and that there is enough to learn from in each log.
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
    guard log.donationCount >= minimumDonations else {
      throw .tooFewDonations(log: log.name, found: log.donationCount, needed: minimumDonations)
    }
    let fitted = log.users.map { $0.prefix(Replay.first(until, of: $0.count)) }
    let found = fitted.reduce(0) { $0 + $1.count }
    guard found >= minimumFittedDonations else {
      throw .tooFewFitted(
        log: log.name, found: found, of: log.donationCount, until: until, needed: minimumFittedDonations)
    }
    let choices = fitted.reduce(0) { $0 + Self.choices(in: $1) }
    guard choices >= minimumChoices else {
      throw .tooFewChoices(log: log.name, found: choices, of: found, needed: minimumChoices)
    }
  }

  /// Returns the number of a user's donations that repeat one of at least two activities: elsewhere
  /// there is nothing to choose between.
  private static func choices(in donations: ArraySlice<Donation>) -> Int {
    var known: Set<ActivityIdentity> = []
    return donations.count { donation in
      let isChoice = known.count > 1 && known.contains(donation.identity)
      known.insert(donation.identity)
      return isChoice
    }
  }

  /// Returns the weight of each query of a log; see ``logWeightExponent``.
  func weight(of log: FittingLog) -> Float {
    let power = Elementary.exponential(
      Elementary.logarithm(Double(log.donationCount)) * (logWeightExponent - 1))
    return Float(power * 1_000)
  }

  /// The seconds between two moments of a log: a whole number of minutes that has no factor in
  /// common with a day's, so that moments come to lie at all times of day.
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

  /// The seed of what is drawn for a user of a log, both counted from 0; any numbers have one.
  func seed(log: Int, user: Int) -> UInt64 {
    optimisation.seed &+ UInt64(truncatingIfNeeded: log << 32 | user)
  }
}
