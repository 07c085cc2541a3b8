import Activities
import Foundation
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Gates: one list for answers, explanations, hints, newcomers and recent activities")
struct GateTests {
  /// An activity that interrupts at 10:00, because no gate stops it.
  private struct Example {
    var activity: UserActivity
    var (count, probability, rank, minutes) = (5, 0.9, 1, Int64(600))
    var policy = SuggestionPolicy()
    var surface = Surface.interrupt
    var feedback: [Feedback] = []
    var restraint: Restraint?

    init() throws { activity = try World.activity("a") }

    func judged() throws -> (candidate: GateEvaluator.Candidate, gates: GateEvaluator) {
      let donation = try Donation(of: activity, in: Context(at: World.instant(0)))
      let entry = CandidateTable.Entry(donation, sequence: 1)
      let subject = FeedbackState.Subject(entry: entry, identity: donation.identity, combinations: [])
      let request = try SuggestionRequest(
        in: Context(at: World.instant(minutes)), surface: surface, policy: policy)
      return (
        .init(subject: subject, count: count, probability: probability, rank: rank),
        GateEvaluator(
          request, FeedbackState(feedback), restraints: restraint.map { [entry.place: $0] } ?? [:])
      )
    }

    mutating func say(_ verdict: Feedback.Verdict, of name: String = "a", at minutes: Int64) throws {
      let surface: Surface? = verdict == .accepted || verdict == .ignored ? .interrupt : nil
      feedback.append(
        try FeedbackTests.feedback(verdict, [name], at: minutes, probability: 0.9, surface: surface))
    }
  }

  /// For each gate, a change with which the example fails it, and no other.
  private static let failures: [SuggestionGate: @Sendable (inout Example) throws -> Void] = [
    .known: { ($0.count, $0.policy.leastDonationsToInterrupt) = (0, 0) },
    .eligible: { $0.activity.isEligibleForPrediction = false },
    .current: { $0.activity.expirationDate = Date(timeIntervalSince1970: 0) },
    .permitted: { try $0.say(.never, at: 1) },
    .discreet: { $0.restraint = .rule(2) },
    .readable: { $0.feedback = [try RetirementTests.retirement(at: 1)] },
    .due: { try $0.say(.notNow, at: 599) },
    .likely: { $0.probability = 0.4 },
    .practised: { $0.count = 2 },
    .awake: { $0.minutes = 23 * 60 },
    .withinBudget: { example in try [0, 70, 140].forEach { try example.say(.accepted, of: "b", at: $0) } },
    .rested: { try $0.say(.ignored, at: 400) },
    .placed: { $0.rank = 2 },
  ]

  @Test(
    "each gate has an example that passes and one that fails, words for both, and acts only in its scope")
  func examples() throws {
    let uses: [SuggestionGate.Scope] = [.answer, .rank, .hint, .newcomer, .recent, .catalog]
    let (candidate, gates) = try Example().judged()
    let reports = gates.reports(candidate)
    #expect(reports.map(\.gate) == SuggestionGate.all && reports.allSatisfy(\.isPassed))
    #expect(gates.isSurfaceOpen && uses.allSatisfy { gates.pass(candidate, for: $0) })
    #expect(Set(Self.failures.keys) == Set(SuggestionGate.all), "a new gate needs an example")
    for gate in SuggestionGate.all {
      var example = try Example()
      try Self.failures[gate]?(&example)
      let (candidate, gates) = try example.judged()
      let stopped = gates.reports(candidate)
      #expect(stopped.filter { !$0.isPassed }.map(\.gate) == [gate])
      #expect(gates.firstClosed(candidate) == stopped.first { !$0.isPassed })
      for report in (reports + stopped) where report.gate == gate {
        #expect(!report.words.isEmpty && report.words != gate.id)
      }
      for use in uses {
        let isStopped = !gates.pass(candidate, for: use) || (use == .answer && !gates.isSurfaceOpen)
        #expect(isStopped == gate.scope.contains(use), "\(gate.id), \(use.rawValue)")
      }
    }
  }

  @Test("gates for interruptions apply to nothing else")
  func surfaces() throws {
    var example = try Example()
    for gate in [SuggestionGate.practised, .awake, .withinBudget, .rested] {
      try Self.failures[gate]?(&example)
    }
    (example.surface, example.count) = (.list, 1)
    let (candidate, gates) = try example.judged()
    #expect(gates.firstClosed(candidate) == nil && gates.isSurfaceOpen && gates.pass(candidate, for: .rank))
    #expect(
      gates.reports(candidate).map(\.gate) == [
        .known, .eligible, .current, .permitted, .discreet, .readable, .due, .likely, .placed,
      ])
  }
}
