internal import Activities
internal import Foundation

/// The outcome of showing an activity: how often it was accepted, beside how often that was to be
/// expected.
///
/// A suggestion that is said to be 30 % likely and is accepted three times in ten was right; the
/// ranking need not change. Accepted less often than was said, it sinks, and more often, it rises:
/// so an unlikely entry at the end of a list is not punished for having been there. It fades with
/// time.
struct Engagement: Sendable {
  /// After so many seconds what was shown counts half: 30 days.
  static let halfLife = 30 * 86_400.0
  /// The expected share of acceptances of something that was shown without a probability: one
  /// acceptance in ten times.
  static let usualShare = 0.1
  /// As if it had been accepted so many times when so many acceptances were expected: 2, so that a
  /// first time says little.
  static let prior = 2.0
  /// The range of what it can add to a score, in nats: at worst a twelfth of the odds, at best one
  /// and two thirds of them.
  static let reach = -2.5...0.5

  private var expected = 0.0
  private var accepted = 0.0
  /// To which moment the sums are decayed, in milliseconds since 1970.
  private var moment = Int64.min
  /// The numbers of times that it was shown, and accepted, ever.
  private(set) var timesShown = 0
  private(set) var timesAccepted = 0

  /// Counts that it was shown; impressions come in the order of time.
  mutating func show(probability: Double?, accepted isAccepted: Bool, at instant: Instant) {
    let share = min(1, max(0, probability ?? Self.usualShare))
    let factor = decay(until: instant)
    expected = expected * factor + share
    accepted = accepted * factor + (isAccepted ? 1 : 0)
    moment = instant.milliseconds
    timesShown += 1
    if isAccepted { timesAccepted += 1 }
  }

  /// Returns the amount that it adds to the score, in nats.
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
