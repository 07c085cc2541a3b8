internal import Activities
internal import Foundation

/// Hints, applied to learned evidence.
extension UserModel {
  /// Adds hints to the scores.
  ///
  /// - Complexity: O(activities of the user) if any hint is relevant now, otherwise O(1).
  func apply(_ pool: HintPool, to ruled: inout RuledCandidates) {
    guard !pool.isEmpty else { return }
    var weights: [Int: HintPool.Weight] = [:]
    for member in pool.members {
      guard let item = offeredItem(of: member.identity, in: ruled) else { continue }
      weights[item, default: .none] += member.weight
      ruled.hints[item] = ruled.hints[item] ?? member
    }
    ruled.hintGains = ruled.scored.apply(pool, weights: weights)
  }

  /// Returns the item that represents an identity, or `nil` for an activity that was never done.
  ///
  /// It is its own item, that of the most likely activity with this combination of parameters, or
  /// their stand-in.
  func offeredItem(of identity: ActivityIdentity, in ruled: RuledCandidates) -> Int? {
    first(of: items(of: identity), in: ruled).map { standIn(forItem: $0, in: ruled) }
  }

  /// Returns the hints about activities that may be offered, weighted by the user's feedback.
  ///
  /// Feedback moves hints by the same rules as learned activities: each dismissal reduces the odds
  /// to about a third.
  func admitted(_ pool: HintPool, _ gates: GateEvaluator) -> HintPool {
    guard !pool.isEmpty else { return pool }
    return pool.weighted { member in
      let known = items(of: member.identity).map { subject(ofItem: $0) }
      let subjects = known.isEmpty ? [subject(of: member.strongest.stated)].compactMap(\.self) : known
      return subjects.filter { gates.pass(.init(subject: $0), for: .hint) }
        .map { exp(feedback.amount($0, at: gates.instant)) }.max() ?? 0
    }
  }

  /// Returns whether an app catalog may show an activity: it has not expired, is neither forbidden
  /// nor snoozed, and its program could read it.
  func mayShow(_ stated: StatedHint, _ gates: GateEvaluator) -> Bool {
    subject(of: stated).map { gates.pass(.init(subject: $0), for: .catalog) } ?? false
  }

  /// Returns the subject of feedback about an activity that was never done.
  func subject(of stated: StatedHint) -> FeedbackState.Subject? {
    CandidateTable.Entry(stated).map {
      FeedbackState.Subject(entry: $0, identity: stated.hint.activity.identity, combinations: [])
    }
  }
}

extension CandidateTable.Entry {
  /// Creates an entry for an activity that was never done, as if it had been donated before
  /// everything else.
  fileprivate init?(_ stated: StatedHint) {
    var details = Donation.Details()
    details.program = stated.program
    guard
      let donation = try? Donation(of: stated.hint.activity, in: Context(at: .earliest), details: details)
    else { return nil }
    self.init(donation, sequence: 0)
  }
}
