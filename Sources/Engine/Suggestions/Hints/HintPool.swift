package import Activities
internal import Foundation

/// The pool of all hints of a moment, which combines them with learned probabilities.
///
/// Let *n* be the probability of "none of these", *p* the learned probability of an activity, *w*
/// the weight of its hints, *u* = *t* · *w* with their trust *t*, and *W* and *U* the sums over all
/// activities. Hints receive a part of two masses. One is *n*, because a new activity shows as a
/// hint before it is done. The other is the learned mass, as far as hints are trusted, because a
/// program may be right where habits say otherwise:
///
///     p′ = p · (1 − U / (1 + W)) + (n·w + (1 − n)·u) / (1 + W)        n′ = n / (1 + W)
///
/// A standing hint is the same every day, or at every visit to a place. Habits show how often it is
/// right, and it is trusted with a tenth. A date belongs to one day, which habits cannot know, and
/// is trusted with a half. So a boarding pass inside its window comes before a habit that is not
/// due, and after one that is.
///
/// So probabilities with "none of these" still add up to 1, and *p′* is continuous in every weight
/// and rises with the activity's own. Activities without a hint keep their order and their ratios.
/// With the same hint, an activity done before has more than one never done. However many hints
/// there are, they never take more than half of the learned mass, or a tenth without a date.
///
/// Within a horizon of *T* seconds several activities can be done, so hints take nothing from
/// others. A hint coming true is assumed to be independent of learned evidence:
///
///     p′ = 1 − (1 − p) · (1 − h)        h = 1 − (1 − u / (1 + U))^min(1, T / 3,600)
///
/// One date that is fully relevant comes true within the hour once in three times, and a standing
/// hint once in eleven. *p′* is continuous and rises with *p*, *w* and *T*. Activities without a
/// hint are unchanged, and further hints make each less credible. Hints gain nothing beyond an
/// hour, because relevance is about the present.
package struct HintPool: Hashable, Sendable {
  /// The trust in a standing hint: a tenth, because habits show how often it is right.
  package static let trust = 0.1
  /// The trust in a hint with a date: as much as all habits together.
  package static let trustInDate = 0.5
  /// The longest span, in seconds, of a date that is trusted as one: a day.
  package static let longestDate = 86_400.0

  /// The weight of the hints about one activity or several.
  package struct Weight: Hashable, Sendable {
    /// Their weight against new activities.
    package var whole: Double
    /// Their weight against learned activities.
    package var trusted: Double

    /// The weight without hints.
    package static let none = Weight(whole: 0, trusted: 0)

    /// Adds both weights.
    package static func += (sum: inout Weight, other: Weight) {
      sum = Weight(whole: sum.whole + other.whole, trusted: sum.trusted + other.trusted)
    }
  }

  /// An activity that hints name.
  package struct Member: Hashable, Sendable {
    /// The identity of the activity.
    package let identity: ActivityIdentity
    /// The hint with the greatest weight; the first of equals.
    package let strongest: AssessedHint
    /// The weight of its hints: a union, so equal to the strongest in both respects.
    package let weight: Weight
  }

  /// The activities with relevant hints, ordered by identity.
  package let members: [Member]
  /// The total weight.
  package let total: Weight

  /// A pool without hints, which leaves everything as learned.
  package static let empty = HintPool([])

  /// Combines hints.
  ///
  /// Hints about one activity form a union: the strongest counts, so that repeating a hint gains
  /// nothing.
  ///
  /// - Complexity: O(n log n).
  package init(_ hints: [AssessedHint]) {
    var members: [ActivityIdentity: Member] = [:]
    for hint in hints where hint.isRelevant {
      let identity = hint.stated.hint.activity.identity
      let known = members[identity]
      let weight = Weight(
        whole: max(known?.weight.whole ?? 0, hint.weight),
        trusted: max(known?.weight.trusted ?? 0, hint.weight * hint.trust))
      let isStronger = known.map { $0.strongest.weight < hint.weight } ?? true
      members[identity] = Member(
        identity: identity, strongest: isStronger ? hint : known?.strongest ?? hint, weight: weight)
    }
    self.init(members: members.values.sorted { $0.identity < $1.identity })
  }

  private init(members: [Member]) {
    self.members = members
    total = members.reduce(into: .none) { $0 += $1.weight }
  }

  /// Returns the same hints with their weights multiplied, without those that then weigh nothing.
  ///
  /// - Parameter factor: Returns the factor of a member, not negative and finite.
  package func weighted(by factor: (Member) -> Double) -> HintPool {
    HintPool(
      members: members.compactMap { member in
        let times = factor(member)
        let weight = Weight(whole: member.weight.whole * times, trusted: member.weight.trusted * times)
        guard weight.whole > 0 else { return nil }
        return Member(identity: member.identity, strongest: member.strongest, weight: weight)
      })
  }

  /// A Boolean value that indicates whether no hint is relevant now.
  package var isEmpty: Bool { members.isEmpty }

  /// The factor for the probability of an activity without a hint.
  package var rest: Double { 1 - total.trusted / (1 + total.whole) }

  /// Returns the probability of an activity, with its hints.
  ///
  /// - Parameters:
  ///   - learned: Its learned probability; 0 if it was never done.
  ///   - novelty: The learned probability of "none of these".
  ///   - weight: The weight of its hints.
  package func probability(learned: Double, novelty: Double, weight: Weight) -> Double {
    learned * rest + (novelty * weight.whole + (1 - novelty) * weight.trusted) / (1 + total.whole)
  }

  /// Returns the probability that an activity is done within a horizon, with its hints.
  ///
  /// - Parameters:
  ///   - learned: Its learned probability; 0 if it was never done.
  ///   - seconds: The horizon.
  ///   - weight: The weight of its hints.
  package func probability(learned: Double, within seconds: Double, weight: Weight) -> Double {
    let missing = pow(1 - weight.trusted / (1 + total.trusted), min(1, seconds / 3_600))
    return 1 - (1 - learned) * missing
  }

  /// Returns the probability of "none of these", where hinted activities are among these.
  package func novelty(_ learned: Double) -> Double { learned / (1 + total.whole) }
}

extension AssessedHint {
  /// The trust in it compared with learned evidence.
  fileprivate var trust: Double {
    let isDated = stated.hint.relevance.contains { provider in
      guard case .date(let date) = provider else { return false }
      return date.end.map { $0.seconds(since: date.start) <= HintPool.longestDate } ?? true
    }
    return isDated ? HintPool.trustInDate : HintPool.trust
  }
}
