internal import Activities

/// The gates that are about an activity alone, wherever it is shown: whether it may be offered at a moment.
struct ActivityGates: Sendable {
  /// In the order in which they are asked.
  static let all: [SuggestionGate] = [.eligible, .current, .permitted, .discreet, .readable, .due]

  let feedback: FeedbackState
  /// The restraints that were found, by the places of the newest donations.
  var restraints: [LogCursor: Restraint] = [:]
  let instant: Instant

  /// Returns the reason for which an activity is not suggested though it is known.
  func restraint(on subject: FeedbackState.Subject) -> Restraint? {
    restraints.isEmpty ? nil : restraints[subject.entry.place]
  }

  /// Returns whether an activity passes one of ``all``; true for any other gate.
  func passes(_ gate: SuggestionGate, _ subject: FeedbackState.Subject) -> Bool {
    switch gate {
    case .eligible: subject.entry.isEligible
    case .current: !subject.entry.isExpired(at: instant)
    case .permitted: !feedback.forbids(subject)
    case .discreet: restraint(on: subject) == nil
    case .readable: !feedback.retires(subject)
    case .due: !feedback.snoozes(subject, at: instant)
    case .known, .likely, .practised, .awake, .withinBudget, .rested, .placed: true
    }
  }

  /// Returns whether an activity passes all of them.
  func admit(_ subject: FeedbackState.Subject) -> Bool {
    Self.all.allSatisfy { passes($0, subject) }
  }
}

/// The gates of a query: answers ask it what may be offered, explanations what was found at each gate.
struct GateEvaluator: Sendable {
  /// A row as the gates see it.
  struct Candidate {
    let subject: FeedbackState.Subject
    /// The number of times that what is offered was done.
    let count: Int
    let probability: Double
  }

  let request: SuggestionRequest
  /// The gates that are about an activity alone.
  let ofActivity: ActivityGates
  /// A Boolean value that indicates whether what is pinned comes first, and need not be likely.
  let pinsFirst: Bool
  /// The number of suggestions at most.
  let limit: Int

  private let threshold: Double
  private let isQuiet: Bool
  private let interruptionsToday: Int
  private let minutesSinceLast: Double?

  /// Finds what is the same for all candidates.
  init(
    _ request: SuggestionRequest, _ feedback: FeedbackState, restraints: [LogCursor: Restraint] = [:]
  ) {
    let instant = request.context.instant
    let interrupts = request.surface == .interrupt
    self.request = request
    ofActivity = ActivityGates(feedback: feedback, restraints: restraints, instant: instant)
    pinsFirst = feedback.pinsSomething && !interrupts
    limit = interrupts ? 1 : request.limit
    threshold = request.threshold
    isQuiet = interrupts && request.policy.quietHours?.contains(instant) ?? false
    interruptionsToday = interrupts ? feedback.interruptions.count(onDayOf: instant) : 0
    minutesSinceLast = interrupts ? feedback.interruptions.minutesSinceLast(at: instant) : nil
  }

  var instant: Instant { ofActivity.instant }

  private var interrupts: Bool { request.surface == .interrupt }

  // MARK: What answers ask

  /// A Boolean value that indicates whether anything at all may be said on the surface now.
  var isSurfaceOpen: Bool { !interrupts || (!isQuiet && isWithinBudget && isSurfaceRested) }

  /// Returns whether something is likely enough, or pinned where that is enough.
  func isLikely(_ probability: Double, isPinned: Bool) -> Bool { probability >= threshold || isPinned }

  /// Returns whether a candidate may be offered on the surface at times, likely or not.
  func admits(_ candidate: Candidate) -> Bool {
    ofActivity.admit(candidate.subject)
      && (!interrupts || (isPractised(candidate) && hoursOfRest(candidate) == 0))
  }

  // MARK: What explanations ask

  /// Returns the findings at the gates, in order.
  ///
  /// - Parameter rank: The candidate's place among what may be offered, counted from 1.
  func findings(_ candidate: Candidate, rank: Int) -> [GateFinding] {
    let ofSurface: [SuggestionGate] = interrupts ? [.practised, .awake, .withinBudget, .rested] : []
    return ([.known] + ActivityGates.all + [.likely] + ofSurface + [.placed]).map {
      finding(at: $0, candidate, rank: rank)
    }
  }

  private func finding(at gate: SuggestionGate, _ candidate: Candidate, rank: Int) -> GateFinding {
    let policy = request.policy
    switch gate {
    case .known: return GateFinding(gate, isPassed: true, .times(candidate.count))
    case .discreet:
      let restraint = ofActivity.restraint(on: candidate.subject)
      return GateFinding(gate, isPassed: restraint == nil, .restraint(restraint))
    case .eligible, .current, .permitted, .readable, .due:
      return GateFinding(gate, isPassed: ofActivity.passes(gate, candidate.subject), .nothing)
    case .likely:
      let isPinned = pinsFirst && ofActivity.feedback.pins(candidate.subject)
      return GateFinding(
        gate, isPassed: isLikely(candidate.probability, isPinned: isPinned),
        .likelihood(
          candidate.probability, horizon: request.horizon, threshold: threshold, isPinned: isPinned))
    case .practised:
      return GateFinding(
        gate, isPassed: isPractised(candidate), .practice(least: policy.leastDonationsToInterrupt))
    case .awake: return GateFinding(gate, isPassed: !isQuiet, .quietHours(policy.quietHours))
    case .withinBudget:
      return GateFinding(
        gate, isPassed: isWithinBudget, .budget(used: interruptionsToday, of: policy.interruptionsPerDay))
    case .rested:
      let hours = hoursOfRest(candidate)
      return GateFinding(
        gate, isPassed: isSurfaceRested && hours == 0,
        .rest(
          minutesSinceLast: minutesSinceLast, minutesBetween: policy.minutesBetweenInterruptions, hours: hours
        ))
    case .placed: return GateFinding(gate, isPassed: rank <= limit, .rank(rank, limit: limit))
    }
  }

  // MARK: What both ask

  private var isWithinBudget: Bool { interruptionsToday < request.policy.interruptionsPerDay }

  private var isSurfaceRested: Bool {
    minutesSinceLast.map { $0 >= Double(request.policy.minutesBetweenInterruptions) } ?? true
  }

  private func isPractised(_ candidate: Candidate) -> Bool {
    candidate.count >= request.policy.leastDonationsToInterrupt
  }

  /// The hours that a candidate still has to rest, by itself or as any combination of its parameters.
  private func hoursOfRest(_ candidate: Candidate) -> Double {
    let interruptions = ofActivity.feedback.interruptions
    return candidate.subject.identities.reduce(0) { longest, identity in
      max(
        longest,
        interruptions.hoursOfRest(for: identity, at: instant, after: request.policy.hoursAfterIgnored))
    }
  }
}

/// A finding at a gate, not in words yet.
struct GateFinding: Sendable {
  /// The measure that the gate went by.
  enum Measure: Sendable {
    case nothing
    case times(Int)
    case restraint(Restraint?)
    case likelihood(Double, horizon: Double?, threshold: Double, isPinned: Bool)
    case practice(least: Int)
    case quietHours(SuggestionPolicy.QuietHours?)
    case budget(used: Int, of: Int)
    case rest(minutesSinceLast: Double?, minutesBetween: Int, hours: Double)
    case rank(Int, limit: Int)
  }

  let gate: SuggestionGate
  let isPassed: Bool
  let measure: Measure

  init(_ gate: SuggestionGate, isPassed: Bool, _ measure: Measure) {
    (self.gate, self.isPassed, self.measure) = (gate, isPassed, measure)
  }

  /// The finding in words.
  var report: GateReport { GateReport(gate, isPassed: isPassed, words: GateWording.words(for: self)) }
}
