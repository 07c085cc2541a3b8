/// How many candidates are described at most, of a person with more activities: those that can
/// matter, and a sample of the rest.
package struct CandidateLimits: Hashable, Sendable {
  /// For an answer.
  package var answered: Int
  /// For what a donation, or an hour that goes by, teaches; who has up to twice as many has all
  /// described, as choosing takes as long.
  package var learned: Int

  /// 2,048 and 192.
  ///
  /// Chosen on what public logs have between 60 % and 70 % of each person's donations: there the
  /// MRR of music (up to some 2,000 activities a person) and of channels (up to 8,251) is that of
  /// describing all within 0.0002, the log loss within 0.01 and 0.03. With 128 to learn from it is
  /// lower by 0.001 and 0.002, with 512 for an answer by 0 and 0.0015. A donation of who has
  /// 100,000 activities costs little more than one of who has 2,000.
  package static let standard = CandidateLimits(answered: 2_048, learned: 192)
  /// All are described.
  package static let none = CandidateLimits(answered: .max, learned: .max)

  package init(answered: Int, learned: Int) {
    (self.answered, self.learned) = (answered, learned)
  }

  /// How many are described for what a donation teaches, of so many activities.
  func learned(of activities: Int) -> Int { activities / 2 > learned ? learned : .max }
}
