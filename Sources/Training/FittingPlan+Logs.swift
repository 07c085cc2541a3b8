internal import Activities
internal import Evaluation
internal import Kernels
internal import Ranking

/// What the plan means for given logs.
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

  /// How many of a user's donations repeat one of at least two activities: elsewhere there is nothing to choose between.
  private static func choices(in donations: ArraySlice<Donation>) -> Int {
    var known: Set<ActivityIdentity> = []
    return donations.count { donation in
      let isChoice = known.count > 1 && known.contains(donation.identity)
      known.insert(donation.identity)
      return isChoice
    }
  }

  /// How much each query of a log counts; see ``logWeightExponent``.
  func weight(of log: FittingLog) -> Float {
    let power = Elementary.exponential(
      Elementary.logarithm(Double(log.donationCount)) * (logWeightExponent - 1))
    return Float(power * 1_000)
  }

  /// The seed of what is drawn for a user of a log, both counted from 0; any numbers have one.
  func seed(log: Int, user: Int) -> UInt64 {
    optimisation.seed &+ UInt64(truncatingIfNeeded: log << 32 | user)
  }
}
