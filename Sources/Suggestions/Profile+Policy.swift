internal import Activities
internal import Features

/// What may be offered, and the rules that move scores: what no evidence tells.
extension Profile {
  /// The gates that are about an activity alone, wherever it is shown.
  static let gatesOfActivities: [SuggestionGate] = [.eligible, .current, .permitted, .readable, .due]

  /// Adds what feedback and programs say to the scores.
  ///
  /// - Complexity: O(activities · what was said about each) if anything was said, else O(1).
  func applyRules(at instant: Instant, to assessment: inout Assessment, scratch: inout ProfileScratch) {
    let saysNothing = verdicts.movesNothing
    guard catalogue.hasBenefits || !saysNothing else { return }
    scratch.amounts.removeAll(keepingCapacity: true)
    for (row, entry) in catalogue.entries.enumerated() {
      let said = saysNothing ? 0 : verdicts.amount(subject(ofRow: row), at: instant)
      scratch.amounts.append(entry.benefit + Float(said))
    }
    assessment.shift(by: scratch.amounts)
  }

  /// Whether a row may be offered where it is asked for, likely or not.
  ///
  /// - Parameter merged: The rows that stand for combinations in this query.
  func mayOffer(row: Int, _ request: SuggestionRequest, merged: [Int: Merged]) -> Bool {
    let instant = request.context.instant
    guard Self.gatesOfActivities.allSatisfy({ passes($0, row: row, at: instant) }) else { return false }
    return request.surface != .interrupt
      || (count(ofRow: row, merged: merged) >= request.policy.leastDonationsToInterrupt
        && hoursOfRest(row: row, under: request.policy, at: instant) == 0)
  }

  /// Whether a row passes one of ``gatesOfActivities``.
  func passes(_ gate: SuggestionGate, row: Int, at instant: Instant) -> Bool {
    passes(gate, subject(ofRow: row), at: instant)
  }

  /// The same of what need not have a row.
  func passes(_ gate: SuggestionGate, _ subject: Verdicts.Subject, at instant: Instant) -> Bool {
    switch gate {
    case .eligible: subject.entry.isEligible
    case .current: !subject.entry.isExpired(at: instant)
    case .permitted: !verdicts.forbids(subject)
    case .readable: !verdicts.retires(subject)
    case .due: !verdicts.snoozes(subject, at: instant)
    case .known, .likely, .practised, .awake, .withinBudget, .rested, .placed: true
    }
  }

  /// What verdicts may be about.
  func subject(ofRow row: Int) -> Verdicts.Subject {
    Verdicts.Subject(
      entry: catalogue.entries[row], identity: evidence.identities[row], combinations: combinations[row])
  }

  /// Whether the user pinned it.
  func isPinned(row: Int) -> Bool {
    verdicts.pins(subject(ofRow: row))
  }

  /// Whether anything at all may be said on a surface now.
  func isOpen(_ surface: Surface?, under policy: SuggestionPolicy, at instant: Instant) -> Bool {
    surface != .interrupt
      || (!isQuiet(under: policy, at: instant) && isWithinBudget(under: policy, at: instant)
        && isRested(under: policy, at: instant))
  }

  func isQuiet(under policy: SuggestionPolicy, at instant: Instant) -> Bool {
    policy.quietHours?.contains(instant) ?? false
  }

  func isWithinBudget(under policy: SuggestionPolicy, at instant: Instant) -> Bool {
    verdicts.interruptions.count(onDayOf: instant) < policy.interruptionsPerDay
  }

  func isRested(under policy: SuggestionPolicy, at instant: Instant) -> Bool {
    verdicts.interruptions.minutesSinceLast(at: instant)
      .map { $0 >= Double(policy.minutesBetweenInterruptions) } ?? true
  }

  /// How many hours it still has to rest, by itself or as any combination of its parameters.
  func hoursOfRest(row: Int, under policy: SuggestionPolicy, at instant: Instant) -> Double {
    subject(ofRow: row).identities.reduce(0) { longest, identity in
      max(
        longest,
        verdicts.interruptions.hoursOfRest(for: identity, at: instant, after: policy.hoursAfterIgnored))
    }
  }

  /// How often what a row is offered as was done: the activity, or all that have the combination.
  func count(ofRow row: Int, merged: [Int: Merged]) -> Int {
    (merged[row]?.rows ?? [row]).reduce(0) { $0 + evidence.count(ofRow: $1) }
  }
}
