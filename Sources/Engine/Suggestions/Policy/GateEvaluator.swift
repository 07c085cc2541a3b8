internal import Activities

/// The evaluator of a query's gates: it asks those of ``SuggestionGate/all`` that are in a scope,
/// and holds the facts that they judge by.
struct GateEvaluator: Sendable {
  /// An item or hinted activity as gates see it; without a ranking it counts as certain, and as the
  /// first.
  struct Candidate {
    let subject: FeedbackState.Subject
    /// The number of times that it was done.
    var count = 0
    var probability = 1.0
    /// The rank among all that may be offered, counted from 1.
    var rank = 1
  }

  let request: SuggestionRequest
  let feedback: FeedbackState
  /// The restraints found, by the log positions of the newest donations.
  private let restraints: [LogCursor: Restraint]
  /// A Boolean value that indicates whether pinned activities come first, and need not be likely.
  let pinsFirst: Bool
  /// The maximum number of suggestions.
  let limit: Int
  /// The number of interruptions on the day; 0 unless the answer interrupts.
  let interruptionsToday: Int
  /// The minutes since the last interruption; `nil` if there was none, or the answer does not
  /// interrupt.
  let minutesSinceLast: Double?

  private let interrupts: Bool
  private let threshold: Double

  /// Computes everything that is the same for all candidates.
  init(
    _ request: SuggestionRequest, _ feedback: FeedbackState, restraints: [LogCursor: Restraint] = [:]
  ) {
    let instant = request.context.instant
    interrupts = request.surface == .interrupt
    self.request = request
    self.feedback = feedback
    self.restraints = restraints
    pinsFirst = feedback.pinsSomething && !interrupts
    limit = interrupts ? 1 : request.limit
    threshold = request.threshold
    interruptionsToday = interrupts ? feedback.interruptions.count(onDayOf: instant) : 0
    minutesSinceLast = interrupts ? feedback.interruptions.minutesSinceLast(at: instant) : nil
  }

  // MARK: Asking

  /// A Boolean value that indicates whether the surface may show anything now.
  var isSurfaceOpen: Bool { SuggestionGate.all.allSatisfy { !asks($0, for: .answer) || $0.opens(self) } }

  /// Returns whether a candidate passes all gates of a use, on an open surface.
  func pass(_ candidate: Candidate, for use: SuggestionGate.Scope) -> Bool {
    let gates = SuggestionGate.all
    for index in gates.indices where asks(gates[index], for: use) && !gates[index].judge(candidate, self) {
      return false
    }
    return true
  }

  /// Returns the reports of all gates of an answer, in order.
  func reports(_ candidate: Candidate) -> [GateReport] {
    SuggestionGate.all.filter { asks($0, for: .answer) }.map { report($0, candidate) }
  }

  /// Returns the report of the first gate of an answer that stops a candidate, or `nil` if none
  /// does.
  func firstClosed(_ candidate: Candidate) -> GateReport? {
    SuggestionGate.all.first { asks($0, for: .answer) && !passes($0, candidate) }.map {
      report($0, candidate)
    }
  }

  private func report(_ gate: SuggestionGate, _ candidate: Candidate) -> GateReport {
    let isPassed = passes(gate, candidate)
    return GateReport(gate, isPassed: isPassed, words: gate.words(candidate, self, isPassed))
  }

  private func passes(_ gate: SuggestionGate, _ candidate: Candidate) -> Bool {
    gate.opens(self) && gate.judge(candidate, self)
  }

  private func asks(_ gate: SuggestionGate, for use: SuggestionGate.Scope) -> Bool {
    gate.scope.intersection(interrupts ? use : use.union(.interruption)) == use
  }

  // MARK: What gates judge by

  var instant: Instant { request.context.instant }

  /// Returns whether an activity is likely enough, or pinned where that is enough.
  func isLikely(_ probability: Double, orPinned subject: @autoclosure () -> FeedbackState.Subject) -> Bool {
    probability >= threshold || pins(subject())
  }

  /// Returns whether an activity is pinned where that counts.
  func pins(_ subject: FeedbackState.Subject) -> Bool { pinsFirst && feedback.pins(subject) }

  /// Returns the reason why a known activity is not suggested.
  func restraint(on subject: FeedbackState.Subject) -> Restraint? {
    restraints.isEmpty ? nil : restraints[subject.entry.place]
  }

  /// Returns the hours for which a candidate may not interrupt again, by itself or as any
  /// combination of its parameters.
  func hoursOfRest(_ subject: FeedbackState.Subject) -> Double {
    subject.identities.reduce(0) { longest, identity in
      max(
        longest,
        feedback.interruptions.hoursOfRest(
          for: identity, at: instant, after: request.policy.hoursAfterIgnored))
    }
  }
}
