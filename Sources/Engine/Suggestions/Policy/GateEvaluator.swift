internal import Activities

/// The gates of a query: asks those of ``SuggestionGate/all`` that are in a scope, and knows what
/// they judge by.
struct GateEvaluator: Sendable {
  /// An item, or what a hint names, as the gates see it; what is asked about without a ranking
  /// counts as certain, and as the first.
  struct Candidate {
    let subject: FeedbackState.Subject
    /// The number of times that what is offered was done.
    var count = 0
    var probability = 1.0
    /// The place among what may be offered, counted from 1.
    var rank = 1
  }

  let request: SuggestionRequest
  let feedback: FeedbackState
  /// The restraints that were found, by the places of the newest donations.
  private let restraints: [LogCursor: Restraint]
  /// A Boolean value that indicates whether what is pinned comes first, and need not be likely.
  let pinsFirst: Bool
  /// The number of suggestions at most.
  let limit: Int
  /// The number of interruptions on the day; 0 unless the answer interrupts.
  let interruptionsToday: Int
  /// The minutes since the last interruption; `nil` if there was none, or the answer does not
  /// interrupt.
  let minutesSinceLast: Double?

  private let interrupts: Bool
  private let threshold: Double

  /// Finds what is the same for all candidates.
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

  /// A Boolean value that indicates whether anything at all may be said on the surface now.
  var isSurfaceOpen: Bool { SuggestionGate.all.allSatisfy { !asks($0, for: .answer) || $0.opens(self) } }

  /// Returns whether a candidate passes all gates of a use, on a surface that is open.
  func pass(_ candidate: Candidate, for use: SuggestionGate.Scope) -> Bool {
    let gates = SuggestionGate.all
    for index in gates.indices where asks(gates[index], for: use) && !gates[index].judge(candidate, self) {
      return false
    }
    return true
  }

  /// Returns what was found at each gate of an answer, in order.
  func reports(_ candidate: Candidate) -> [GateReport] {
    SuggestionGate.all.filter { asks($0, for: .answer) }.map { report($0, candidate) }
  }

  /// Returns what was found at the first gate of an answer that stops a candidate; `nil` if none
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

  /// Returns whether something is likely enough, or pinned where that is enough.
  func isLikely(_ probability: Double, orPinned subject: @autoclosure () -> FeedbackState.Subject) -> Bool {
    probability >= threshold || pins(subject())
  }

  /// Returns whether something is pinned where that counts.
  func pins(_ subject: FeedbackState.Subject) -> Bool { pinsFirst && feedback.pins(subject) }

  /// Returns the reason for which an activity is not suggested though it is known.
  func restraint(on subject: FeedbackState.Subject) -> Restraint? {
    restraints.isEmpty ? nil : restraints[subject.entry.place]
  }

  /// The hours that a candidate still has to rest, by itself or as any combination of its
  /// parameters.
  func hoursOfRest(_ subject: FeedbackState.Subject) -> Double {
    subject.identities.reduce(0) { longest, identity in
      max(
        longest,
        feedback.interruptions.hoursOfRest(
          for: identity, at: instant, after: request.policy.hoursAfterIgnored))
    }
  }
}
