internal import Activities
internal import Foundation

/// Hints, beside what was learned.
extension UserModel {
  /// Gives hints their part of the scores.
  ///
  /// - Complexity: O(activities of the user) if there are hints that are relevant now, else O(1).
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

  /// The item through which an identity is offered: its own, or that of the likeliest activity with
  /// this combination of parameters, or the one that stands for it; `nil` for what was never done.
  func offeredItem(of identity: ActivityIdentity, in ruled: RuledCandidates) -> Int? {
    first(of: items(of: identity), in: ruled).map { standIn(forItem: $0, in: ruled) }
  }

  /// The hints that take part: of what may be offered, weighing as much as the user's feedback
  /// leaves of them.
  ///
  /// What a program says sinks and rises by the same rules as what was learned: each dismissal
  /// takes the odds to a third.
  func admitted(_ pool: HintPool, _ gates: GateEvaluator) -> HintPool {
    guard !pool.isEmpty else { return pool }
    return pool.weighted { member in
      let known = items(of: member.identity).map { subject(ofItem: $0) }
      let subjects = known.isEmpty ? [subject(of: member.strongest.stated)].compactMap(\.self) : known
      return subjects.filter { gates.pass(.init(subject: $0), for: .hint) }
        .map { exp(feedback.amount($0, at: gates.instant)) }.max() ?? 0
    }
  }

  /// Returns whether the user may see what an app catalogue names: it is neither expired, nor
  /// forbidden, nor put off, nor was its program unable to read it.
  func mayShow(_ stated: StatedHint, _ gates: GateEvaluator) -> Bool {
    subject(of: stated).map { gates.pass(.init(subject: $0), for: .catalog) } ?? false
  }

  /// Returns the subject of feedback that is about something that was never done.
  func subject(of stated: StatedHint) -> FeedbackState.Subject? {
    CandidateTable.Entry(stated).map {
      FeedbackState.Subject(entry: $0, identity: stated.hint.activity.identity, combinations: [])
    }
  }
}

extension CandidateTable.Entry {
  /// Stands for what was never done, as if it had been donated before everything else.
  fileprivate init?(_ stated: StatedHint) {
    var details = Donation.Details()
    details.program = stated.program
    guard
      let donation = try? Donation(of: stated.hint.activity, in: Context(at: .earliest), details: details)
    else { return nil }
    self.init(donation, sequence: 0)
  }
}
