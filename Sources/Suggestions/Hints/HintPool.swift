package import Activities

/// The pool of all hints of a moment, which makes one probability of their word and what was learned.
///
/// Let *n* be the probability of "none of these", *p* what was learned of an activity, *w* its hints' weight and *W* the sum over
/// all activities. Hints are given the part *s* = *W* / (1 + *W*) of two masses: of *n*, because a hint is what something new looks
/// like before it is done; and of the ``trust`` *t* = 0.1 of what was learned, because a program that says so may be right where
/// habits say otherwise:
///
///     p′ = p · (1 − t·s) + (n + t·(1 − n)) · w / (1 + W)        n′ = n · (1 − s)
///
/// So probabilities with "none of these" still add up to 1; *p′* is continuous in every weight and rises with the activity's own;
/// activities without a hint keep their order and their ratios; what was done before has more than what never was, with the
/// same hint; and however many hints there are, they never take more than a tenth of what was learned.
package struct HintPool: Hashable, Sendable {
  /// The part of what was learned that hints may take: as much as one donation of ten says otherwise.
  package static let trust = 0.1

  /// An activity that hints name.
  package struct Member: Hashable, Sendable {
    /// The identity of the activity.
    package let identity: ActivityIdentity
    /// The hint that weighs most; of equals the first.
    package let strongest: AssessedHint
    /// The weight of its hints: a union, so as much as the strongest.
    package let weight: Double
  }

  /// The activities that hints name and of which any is relevant, ordered by identity.
  package let members: [Member]
  /// The weight of all of them.
  package let total: Double

  /// No hints: everything stays as it was learned.
  package static let empty = HintPool([])

  /// Puts hints together.
  ///
  /// Hints of one activity are a union: the strongest counts, so that saying the same twice gains nothing.
  ///
  /// - Complexity: O(n log n).
  package init(_ hints: [AssessedHint]) {
    var strongest: [ActivityIdentity: AssessedHint] = [:]
    for hint in hints where hint.isRelevant {
      let identity = hint.stated.hint.activity.identity
      if let known = strongest[identity], known.weight >= hint.weight { continue }
      strongest[identity] = hint
    }
    let members = strongest.map { Member(identity: $0.key, strongest: $0.value, weight: $0.value.weight) }
    self.init(members: members.sorted { $0.identity < $1.identity })
  }

  private init(members: [Member]) {
    self.members = members
    total = members.reduce(0) { $0 + $1.weight }
  }

  /// The same hints, each weighing so many times as much; what then weighs nothing is left out.
  ///
  /// - Parameter factor: Not negative, and finite.
  package func weighted(by factor: (Member) -> Double) -> HintPool {
    HintPool(
      members: members.compactMap { member in
        let weight = member.weight * factor(member)
        guard weight > 0 else { return nil }
        return Member(identity: member.identity, strongest: member.strongest, weight: weight)
      })
  }

  /// A Boolean value that indicates whether no hint says anything now.
  package var isEmpty: Bool { members.isEmpty }

  /// The part that hints are given of what they may have, from 0 to below 1.
  package var share: Double { total / (1 + total) }

  /// The factor that is left of the probability of an activity without a hint.
  package var rest: Double { 1 - Self.trust * share }

  /// The probability of an activity with what hints say of it.
  ///
  /// - Parameters:
  ///   - learned: Its probability as it was learned; 0 if it was never done.
  ///   - novelty: The probability of "none of these" as it was learned.
  ///   - weight: What its hints weigh; 0 if there is none.
  package func probability(learned: Double, novelty: Double, weight: Double) -> Double {
    learned * rest + (novelty + Self.trust * (1 - novelty)) * weight / (1 + total)
  }

  /// The probability of "none of these" with the hints among these.
  package func novelty(_ learned: Double) -> Double { learned * (1 - share) }
}
