internal import Kernels

/// The probability that an activity is done in a window of the clock today, from the days on which
/// it was done in that window.
///
/// Three hypotheses about those days are weighted by how well they predict them: all days are
/// alike; workdays differ from days off; this day of the week differs from all others. Each says
/// that the activity is done on a share of the days of a kind. That share is unknown and has a beta
/// distribution, so a share of few days says less than the same share of many:
///
///     p = Σ_m P(m | days) · (done_m + 0.2) / (days_m + 2)
///
/// It is Bayesian model averaging (Hoeting, Madigan, Raftery & Volinsky, Statistical Science 14,
/// 1999). It separates an activity done every Sunday and on no other day from one done on four days
/// of thirty, which no single share does.
struct HabitOdds: Sendable {
  /// The parameters of the beta distribution: those of a climatology, (c + 0.2) / (n + 2).
  private static let prior = (done: 0.2, not: 1.8)
  private static let logGamma = LogGamma(upTo: 64, prior: prior)

  /// The number of days of a kind, and on how many of them it was done.
  struct Days: Sendable {
    var done: Int
    var all: Int

    static func - (one: Days, other: Days) -> Days {
      Days(done: one.done - other.done, all: one.all - other.all)
    }

    fileprivate var share: Double {
      (Double(done) + prior.done) / (Double(all) + prior.done + prior.not)
    }
    fileprivate var likelihood: Double { logGamma.likelihood(of: done, in: all) }
  }

  /// The probability that it is done.
  let probability: Float
  /// The probability of the hypothesis that this day of the week differs from all others.
  let weekly: Float

  /// Weights the hypotheses.
  ///
  /// - Parameters:
  ///   - all: All days considered; at most 64.
  ///   - like: The days of the same kind as the moment's.
  ///   - weekday: The days with the same day of the week.
  init(all: Days, like: Days, weekday: Days) {
    let likelihoods = [
      all.likelihood, like.likelihood + (all - like).likelihood,
      weekday.likelihood + (all - weekday).likelihood,
    ]
    let top = max(likelihoods[0], likelihoods[1], likelihoods[2])
    var (sum, mean, weights) = (0.0, 0.0, (0.0, 0.0, 0.0))
    weights.0 = Elementary.exponential(likelihoods[0] - top)
    weights.1 = Elementary.exponential(likelihoods[1] - top)
    weights.2 = Elementary.exponential(likelihoods[2] - top)
    sum = weights.0 + weights.1 + weights.2
    mean = weights.0 * all.share + weights.1 * like.share + weights.2 * weekday.share
    probability = Float(mean / sum)
    weekly = Float(weights.2 / sum)
  }
}
