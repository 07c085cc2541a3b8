package import Activities
internal import Foundation

/// The pool of all hints of a moment, which makes one probability of their word and what was
/// learned.
///
/// Let *n* be the probability of "none of these", *p* what was learned of an activity, *w* its
/// hints' weight, *u* = *t* · *w* with their trust *t*, and *W* and *U* the sums over all
/// activities. Hints are given a part of two masses: of *n*, because a hint is what something new
/// looks like before it is done; and of what was learned as much as is trusted, because a program
/// that says so may be right where habits say otherwise:
///
///     p′ = p · (1 − U / (1 + W)) + (n·w + (1 − n)·u) / (1 + W)        n′ = n / (1 + W)
///
/// A standing hint says the same every day, or at a place whenever one is there: habits tell how
/// often that is right, and it is trusted with a tenth. A date is of one day, which habits cannot
/// know: it is trusted with a half, so that a boarding pass inside its window comes before a habit
/// that is not due, and after one that is.
///
/// So probabilities with "none of these" still add up to 1; *p′* is continuous in every weight and
/// rises with the activity's own; activities without a hint keep their order and their ratios; what
/// was done before has more than what never was, with the same hint; and however many hints there
/// are, they never take more than half of what was learned, or a tenth without a date.
///
/// Within a horizon of *T* seconds several things can be done, so hints take nothing from others.
/// That a program's word comes true is taken to be independent of what was learned:
///
///     p′ = 1 − (1 − p) · (1 − h)        h = 1 − (1 − u / (1 + U))^min(1, T / 3,600)
///
/// One date that is fully relevant comes true within the hour once in three times, a standing hint
/// once in eleven; *p′* is continuous and rises with *p*, *w* and *T*, what has no hint stays as it
/// is, and further hints make each less believable. Nothing is gained beyond an hour: relevance is
/// about now.
package struct HintPool: Hashable, Sendable {
  /// The trust in a hint that stands: as much as one donation of ten says otherwise.
  package static let trust = 0.1
  /// The trust in a hint of a date: as much as all habits together.
  package static let trustInDate = 0.5
  /// The longest time from start to end, in seconds, of a date that is trusted as one: a day.
  package static let longestDate = 86_400.0

  /// The weight of hints, of one activity or of several.
  package struct Weight: Hashable, Sendable {
    /// The amount that they weigh beside what is new.
    package var whole: Double
    /// The amount that they weigh beside what was learned.
    package var trusted: Double

    /// Of no hint.
    package static let none = Weight(whole: 0, trusted: 0)

    /// Both amounts, each added.
    package static func += (sum: inout Weight, other: Weight) {
      sum = Weight(whole: sum.whole + other.whole, trusted: sum.trusted + other.trusted)
    }
  }

  /// An activity that hints name.
  package struct Member: Hashable, Sendable {
    /// The identity of the activity.
    package let identity: ActivityIdentity
    /// The hint that weighs most; of equals the first.
    package let strongest: AssessedHint
    /// The weight of its hints: a union, so as much as the strongest, in each of the two.
    package let weight: Weight
  }

  /// The activities that hints name and of which any is relevant, ordered by identity.
  package let members: [Member]
  /// The weight of all of them.
  package let total: Weight

  /// No hints: everything stays as it was learned.
  package static let empty = HintPool([])

  /// Puts hints together.
  ///
  /// Hints of one activity are a union: the strongest counts, so that saying the same twice gains
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

  /// The same hints, each weighing so many times as much; what then weighs nothing is left out.
  ///
  /// - Parameter factor: Not negative, and finite.
  package func weighted(by factor: (Member) -> Double) -> HintPool {
    HintPool(
      members: members.compactMap { member in
        let times = factor(member)
        let weight = Weight(whole: member.weight.whole * times, trusted: member.weight.trusted * times)
        guard weight.whole > 0 else { return nil }
        return Member(identity: member.identity, strongest: member.strongest, weight: weight)
      })
  }

  /// A Boolean value that indicates whether no hint says anything now.
  package var isEmpty: Bool { members.isEmpty }

  /// The factor that is left of the probability of an activity without a hint.
  package var rest: Double { 1 - total.trusted / (1 + total.whole) }

  /// The probability of an activity with what hints say of it.
  ///
  /// - Parameters:
  ///   - learned: Its probability as it was learned; 0 if it was never done.
  ///   - novelty: The probability of "none of these" as it was learned.
  ///   - weight: What its hints weigh.
  package func probability(learned: Double, novelty: Double, weight: Weight) -> Double {
    learned * rest + (novelty * weight.whole + (1 - novelty) * weight.trusted) / (1 + total.whole)
  }

  /// The probability of an activity to be done within a horizon, with what hints say of it.
  ///
  /// - Parameters:
  ///   - learned: Its probability as it was learned; 0 if it was never done.
  ///   - seconds: The horizon.
  ///   - weight: What its hints weigh.
  package func probability(learned: Double, within seconds: Double, weight: Weight) -> Double {
    let missing = pow(1 - weight.trusted / (1 + total.trusted), min(1, seconds / 3_600))
    return 1 - (1 - learned) * missing
  }

  /// The probability of "none of these" with the hints among these.
  package func novelty(_ learned: Double) -> Double { learned / (1 + total.whole) }
}

extension AssessedHint {
  /// The trust in it beside what was learned.
  fileprivate var trust: Double {
    let isDated = stated.hint.relevance.contains { provider in
      guard case .date(let date) = provider else { return false }
      return date.end.map { $0.seconds(since: date.start) <= HintPool.longestDate } ?? true
    }
    return isDated ? HintPool.trustInDate : HintPool.trust
  }
}
