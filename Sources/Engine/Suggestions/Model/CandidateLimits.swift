/// The maximum numbers of candidates to describe for a user with more activities: those that can
/// matter, and a sample of the rest.
package struct CandidateLimits: Hashable, Sendable {
  /// The limit for an answer.
  package var answered: Int
  /// The limit for learning from a donation or a passing hour.
  ///
  /// Up to twice as many activities are all described, as choosing takes as long.
  package var learned: Int

  /// The default limits, 2,048 and 192.
  ///
  /// They were chosen on public logs, between 60 % and 70 % of each user's donations. There the MRR
  /// for music (up to some 2,000 activities per user) and channels (up to 8,251) is within 0.0002
  /// of describing all, and the log loss within 0.01 and 0.03. With 128 for learning the MRR is
  /// lower by 0.001 and 0.002, with 512 for an answer by 0 and 0.0015. A donation costs little more
  /// for a user with 100,000 activities than for one with 2,000.
  package static let standard = CandidateLimits(answered: 2_048, learned: 192)
  /// Describes all candidates.
  package static let none = CandidateLimits(answered: .max, learned: .max)

  package init(answered: Int, learned: Int) {
    (self.answered, self.learned) = (answered, learned)
  }

  /// Returns how many candidates to describe when learning, for a number of activities.
  func learned(of activities: Int) -> Int { activities / 2 > learned ? learned : .max }
}
