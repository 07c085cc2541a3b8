internal import Activities
internal import Foundation

/// The outcome of showing an activity: how often it was accepted, compared with the
/// expectation.
///
/// A suggestion that is shown as 30 % likely and accepted three times in ten was right, so the
/// ranking need not change. If it is accepted less often than predicted it sinks, and if more
/// often, it rises. So an unlikely entry at the end of a list is not punished for having been
/// there. The effect fades with time.
struct Engagement: Sendable {
  /// The seconds after which an impression counts half: 30 days.
  static let halfLife = 30 * 86_400.0
  /// The expected share of acceptances for something shown without a probability: one in ten.
  static let usualShare = 0.1
  /// The prior number of both expected and actual acceptances: 2, so that a first time says little.
  static let prior = 2.0
  /// The range of the amount added to a score, in nats: it multiplies the odds by at least a
  /// twelfth and at most one and two thirds.
  static let reach = -2.5...0.5

  private var expected = 0.0
  private var accepted = 0.0
  /// The moment to which the sums are decayed, in milliseconds since 1970.
  private var moment = Int64.min
  /// The total numbers of times that it was shown, and accepted.
  private(set) var timesShown = 0
  private(set) var timesAccepted = 0

  /// Counts an impression; impressions come in order of time.
  mutating func show(probability: Double?, accepted isAccepted: Bool, at instant: Instant) {
    let share = min(1, max(0, probability ?? Self.usualShare))
    let factor = decay(until: instant)
    expected = expected * factor + share
    accepted = accepted * factor + (isAccepted ? 1 : 0)
    moment = instant.milliseconds
    timesShown += 1
    if isAccepted { timesAccepted += 1 }
  }

  /// Returns the amount to add to the score, in nats.
  func amount(at instant: Instant) -> Double {
    let factor = decay(until: instant)
    let ratio = (accepted * factor + Self.prior) / (expected * factor + Self.prior)
    return min(Self.reach.upperBound, max(Self.reach.lowerBound, Foundation.log(ratio)))
  }

  private func decay(until instant: Instant) -> Double {
    guard moment != .min else { return 0 }
    let seconds = max(0, Double(instant.milliseconds) - Double(moment)) / 1_000
    return Foundation.exp2(-seconds / Self.halfLife)
  }
}
