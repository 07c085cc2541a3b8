internal import Activities
internal import Evaluation

/// The numbers of a person or a log that decide whether there is enough to learn from.
struct FittingCounts: Equatable, Sendable {
  /// The number of donations.
  var donations = 0
  /// The number of those to learn from.
  var fitted = 0
  /// The number of these that repeat one of at least two activities: the others offer no
  /// alternative.
  var choices = 0

  init() {}

  init(donations: Int, fitted: Int, choices: Int) {
    (self.donations, self.fitted, self.choices) = (donations, fitted, choices)
  }

  /// The numbers of a person.
  ///
  /// - Parameter donations: All donations of the person, in the order of time.
  init(of donations: [Donation], by plan: FittingPlan) {
    self.donations = donations.count
    fitted = Replay.first(plan.until, of: donations.count)
    var known: Set<ActivityIdentity> = []
    for donation in donations.prefix(fitted) {
      if known.count > 1, known.contains(donation.identity) { choices += 1 }
      known.insert(donation.identity)
    }
  }

  static func += (counts: inout Self, other: Self) {
    counts.donations += other.donations
    counts.fitted += other.fitted
    counts.choices += other.choices
  }
}
