internal import Activities

/// A gate that an activity has to pass before it is suggested: its name, its scope, its judgement
/// and its words.
///
/// ``all`` is the only list of gates. Answers, reports, hints, newcomers and recent activities ask
/// the gates in their scope.
public struct SuggestionGate: Identifiable, Sendable {
  /// The name used in reports.
  public let id: String

  /// The uses that a gate applies to.
  struct Scope: OptionSet, Sendable {
    let rawValue: UInt8
    /// Activities that an answer offers, and the reports about them.
    static let answer = Scope(rawValue: 1)
    /// Ranked activities, likely or not.
    static let rank = Scope(rawValue: 2)
    /// Activities that hints support, and combinations of parameters.
    static let hint = Scope(rawValue: 4)
    /// Activities that were never done and that hints offer.
    static let newcomer = Scope(rawValue: 8)
    /// The list of recent activities.
    static let recent = Scope(rawValue: 16)
    /// App catalogs.
    static let catalog = Scope(rawValue: 32)
    /// A restriction rather than a use: only answers that interrupt.
    static let interruption = Scope(rawValue: 64)
    /// Everything that may be offered.
    static let offer: Scope = [.answer, .rank, .hint]
  }

  let scope: Scope
  /// A Boolean value that indicates whether it stays closed in all circumstances.
  let isLasting: Bool
  /// Judges a candidate.
  let judge: @Sendable (GateEvaluator.Candidate, GateEvaluator) -> Bool
  /// Returns the condition and the finding in words.
  let words: @Sendable (GateEvaluator.Candidate, GateEvaluator, _ isPassed: Bool) -> String
  /// Judges, once per answer, everything that is the same for all candidates.
  let opens: @Sendable (GateEvaluator) -> Bool

  private init(
    _ id: String, _ scope: Scope, isLasting: Bool = false,
    judge: @escaping @Sendable (GateEvaluator.Candidate, GateEvaluator) -> Bool,
    words: @escaping @Sendable (GateEvaluator.Candidate, GateEvaluator, _ isPassed: Bool) -> String,
    opens: @escaping @Sendable (GateEvaluator) -> Bool = { _ in true }
  ) {
    (self.id, self.scope, self.isLasting) = (id, scope, isLasting)
    (self.judge, self.words, self.opens) = (judge, words, opens)
  }
}

extension SuggestionGate: Hashable {
  /// Gates are equal if they have the same name.
  public static func == (one: SuggestionGate, other: SuggestionGate) -> Bool { one.id == other.id }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

// MARK: The gates

extension SuggestionGate {
  /// All gates, in the order in which they are asked and reported.
  public static let all: [SuggestionGate] = [
    known,
    eligible,
    current,
    permitted,
    discreet,
    readable,
    due,
    likely,
    practised,
    awake,
    withinBudget,
    rested,
    placed,
  ]

  /// It was done before; an activity that never was cannot be predicted.
  public static let known = SuggestionGate("known", .answer) { candidate, _ in
    candidate.count > 0
  } words: { candidate, _, _ in
    "it was done \(candidate.count == 1 ? "once" : "\(candidate.count) times")"
  }

  /// Its newest donation allows suggesting it.
  public static let eligible = SuggestionGate("eligible", .offer, isLasting: true) { candidate, _ in
    candidate.subject.entry.isEligible
  } words: { _, _, isPassed in
    isPassed ? "its program allows suggestions" : "its program does not allow suggestions of it"
  }

  /// It has not expired.
  public static let current = SuggestionGate(
    "current", [.offer, .recent, .catalog], isLasting: true
  ) { candidate, query in
    !candidate.subject.entry.isExpired(at: query.instant)
  } words: { _, _, isPassed in
    isPassed ? "it has not expired" : "it has expired"
  }

  /// The user has not said "never".
  public static let permitted = SuggestionGate(
    "permitted", [.offer, .recent, .catalog], isLasting: true
  ) { candidate, query in
    !query.feedback.forbids(candidate.subject)
  } words: { _, _, isPassed in
    isPassed ? "you never said \"never\" about it" : "you said \"never\" about it, its type or its program"
  }

  /// Neither a rule of the user nor a list of sensitive sites excludes it from suggestions
  /// (``Restraint``).
  public static let discreet = SuggestionGate(
    "discreet", [.offer, .recent], isLasting: true
  ) { candidate, query in
    query.restraint(on: candidate.subject) == nil
  } words: { candidate, query, _ in
    switch query.restraint(on: candidate.subject) {
    case nil: "nothing keeps it out of suggestions"
    case .rule(let number): "your rule \(number) keeps it out of suggestions"
    case .sensitive(let kind):
      "it is on the list of sensitive sites (\(kind.rawValue)), which are suggested only if a rule shows them"
    }
  }

  /// Its program could read it the last time it was continued.
  public static let readable = SuggestionGate(
    "readable", [.offer, .recent, .catalog], isLasting: true
  ) { candidate, query in
    !query.feedback.retires(candidate.subject)
  } words: { _, _, isPassed in
    isPassed
      ? "its program could open it again"
      : "its program could not open it last time; doing it again brings it back"
  }

  /// The user has not said "not now" recently.
  public static let due = SuggestionGate("due", [.offer, .catalog]) { candidate, query in
    !query.feedback.snoozes(candidate.subject, at: query.instant)
  } words: { _, _, isPassed in
    isPassed ? "no recent \"not now\"" : "you said \"not now\" within the last four hours"
  }

  /// It is likely enough for the surface, or pinned.
  public static let likely = SuggestionGate("likely", [.answer, .newcomer]) { candidate, query in
    query.isLikely(candidate.probability, orPinned: candidate.subject)
  } words: { candidate, query, _ in
    let threshold = query.request.threshold
    let likely = [
      "\(percent(candidate.probability)) likely", query.request.horizon.map(HorizonWording.words),
    ]
    let asked = threshold > 0 ? "at least \(percent(threshold)) needed" : "any probability is enough"
    return likely.compactMap(\.self).joined(separator: " ") + "; "
      + (query.pins(candidate.subject) ? "you pinned it, so any probability is enough" : asked)
  }

  /// It was done often enough to interrupt.
  public static let practised = SuggestionGate(
    "practised", [.answer, .rank, .interruption]
  ) { candidate, query in
    candidate.count >= query.request.policy.leastDonationsToInterrupt
  } words: { _, query, _ in
    "to interrupt, it must have been done at least \(query.request.policy.leastDonationsToInterrupt) times"
  }

  /// It is outside the user's quiet hours.
  public static let awake = SuggestionGate("awake", [.answer, .interruption]) { _, _ in
    true
  } words: { _, query, _ in
    guard let hours = query.request.policy.quietHours else { return "no quiet hours are set" }
    return "quiet hours are \(clock(hours.start)) to \(clock(hours.end))"
  } opens: { query in
    !(query.request.policy.quietHours?.contains(query.instant) ?? false)
  }

  /// The day's budget of interruptions is not used up.
  public static let withinBudget = SuggestionGate("withinBudget", [.answer, .interruption]) { _, _ in
    true
  } words: { _, query, _ in
    "\(query.interruptionsToday) of \(query.request.policy.interruptionsPerDay) interruptions today"
  } opens: { query in
    query.interruptionsToday < query.request.policy.interruptionsPerDay
  }

  /// The last interruption is long enough ago, and so is the last ignored one for this activity.
  public static let rested = SuggestionGate("rested", [.answer, .rank, .interruption]) { candidate, query in
    query.hoursOfRest(candidate.subject) == 0
  } words: { candidate, query, _ in
    let hours = query.hoursOfRest(candidate.subject)
    if hours > 0 {
      return
        "you ignored its last interruption; it may interrupt again in \(Int(clamping: hours.rounded(.up))) h"
    }
    guard let minutes = query.minutesSinceLast else { return "no interruption yet" }
    return "the last interruption was \(Int(clamping: minutes)) min ago; the minimum is "
      + "\(query.request.policy.minutesBetweenInterruptions)"
  } opens: { query in
    query.minutesSinceLast.map { $0 >= Double(query.request.policy.minutesBetweenInterruptions) } ?? true
  }

  /// Its rank is within the limit.
  public static let placed = SuggestionGate("placed", .answer) { candidate, query in
    candidate.rank <= query.limit
  } words: { candidate, query, _ in
    "ranked \(candidate.rank); the list shows \(query.limit)"
  }

  /// Formats a share in percent, with a decimal where it matters.
  private static func percent(_ share: Double) -> String {
    let tenths = Int(clamping: (share * 1_000).rounded())
    return tenths >= 100 || tenths % 10 == 0 ? "\((tenths + 5) / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }
}

/// The report of whether an activity passed a gate.
public struct GateReport: Hashable, Sendable {
  /// The gate.
  public let gate: SuggestionGate
  /// A Boolean value that indicates whether it was passed.
  public let isPassed: Bool
  /// The condition and the finding, in words.
  public let words: String

  /// Creates a report.
  package init(_ gate: SuggestionGate, isPassed: Bool, words: String) {
    (self.gate, self.isPassed, self.words) = (gate, isPassed, words)
  }
}
