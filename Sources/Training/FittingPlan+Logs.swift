internal import Kernels
internal import Ranking

/// What the plan means for given logs.
extension FittingPlan {
  /// Checks that the plan makes sense, and that there is enough to learn from.
  func check(_ logs: [FittingLog]) throws(FittingError) {
    guard until > 0, (0...1).contains(until), (0...1).contains(validationShare) else {
      throw FittingError.shareOutOfRange
    }
    guard !logs.isEmpty else { throw FittingError.noLogs }
    for log in logs where log.donationCount < minimumDonations {
      throw FittingError.tooFewDonations(log: log.name, found: log.donationCount, needed: minimumDonations)
    }
  }

  /// How much each query of a log counts; see ``logWeightExponent``.
  func weight(of log: FittingLog) -> Float {
    let power = Elementary.exponential(
      Elementary.logarithm(Double(log.donationCount)) * (logWeightExponent - 1))
    return Float(power * 1_000)
  }

  /// The seed of what is drawn for a user of a log, both counted from 0.
  func seed(log: Int, user: Int) -> UInt64 {
    optimisation.seed &+ UInt64(log << 32 | user)
  }
}
