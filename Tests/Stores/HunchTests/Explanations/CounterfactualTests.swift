import Foundation
import Hunch
import TestSupport
import Testing

/// The number of counterfactuals to try; `make nightly PART=reasons` tries 500.
private let trials = Campaign.count("HUNCH_COUNTERFACTUALS", usually: 20)

@Suite("Counterfactuals")
struct CounterfactualTests {
  /// A query, and the history to ask.
  struct Case {
    let history: ExplainedHistory
    let donations: [Donation]
    let context: Context
    let engine: SuggestionEngine
    let user: UserIdentifier

    init?(seed: UInt64, count: Int, model: SuggestionModel) async throws {
      var numbers = SeededNumbers(seed: seed)
      history = try ExplainedHistory(seed: seed, count: count)
      guard let user = history.donations.first?.user else { return nil }
      self.user = user
      let log = InMemoryDonationStore()
      _ = try await log.ingest(verbatim: history.donations)
      donations = try await log.allDonations(of: user).map(\.donation)
      context = try ExplainedHistory.moment(after: donations[...], &numbers)
      engine = SuggestionEngine(log: log, model: model)
    }

    func request(in context: Context? = nil) -> SuggestionRequest {
      SuggestionRequest(for: user, in: context ?? self.context)
    }

    /// Returns another place and time, with the attributes of the query.
    func circumstances(at instant: Instant? = nil, place: Place? = nil) throws -> Context {
      try Context(
        at: instant ?? context.instant, place: place ?? context.place, attributes: context.attributes)
    }

    /// Returns an engine on a copy of the log with one more donation of an activity.
    func engine(
      after identity: ActivityIdentity, in context: Context, model: SuggestionModel
    ) async throws -> SuggestionEngine {
      let before = try #require(donations.last { $0.identity == identity })
      var details = Donation.Details()
      details.program = before.details.program
      let log = InMemoryDonationStore()
      _ = try await log.ingest(verbatim: donations)
      let engine = SuggestionEngine(log: log, model: model)
      try await engine.donate(
        [Donation(of: before.activity, by: user, in: context, details: details)], now: context.instant)
      return engine
    }

    /// Returns the median number of seconds from an activity to another one right after it.
    func usualGap(from before: ActivityIdentity, to identity: ActivityIdentity) -> Double? {
      let gaps = zip(donations, donations.dropFirst()).filter { first, second in
        first.identity == before && second.identity == identity && first.hasExactTime && second.hasExactTime
      }.map { $1.context.instant.seconds(since: $0.context.instant) }.sorted()
      return gaps.isEmpty ? nil : (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2
    }
  }

  /// Returns the answer after an alternative has really happened.
  private func answer(
    to alternative: Alternative, of identity: ActivityIdentity, _ asked: Case, _ model: SuggestionModel
  ) async throws -> Suggestion? {
    var engine = asked.engine
    var context = asked.context
    // Nothing is observed until a later moment, unless something is done just before it.
    var observed: Instant?
    func donate(_ before: Alternative.Predecessor, _ place: Place?, at instant: Instant) async throws {
      engine = try await asked.engine(
        after: before.identity, in: asked.circumstances(at: instant, place: place), model: model)
    }
    switch alternative.change {
    case .time(let instant):
      context = try asked.circumstances(at: instant)
      observed = asked.context.instant
    case .place(let place): context = try asked.circumstances(place: place)
    case .previous(let before):
      try await donate(before, nil, at: asked.context.instant)
      context = try asked.circumstances(at: asked.context.instant.advanced(bySeconds: before.seconds))
    case .usual(let instant, let place, let before):
      if let before { try await donate(before, place, at: instant.advanced(bySeconds: -before.seconds)) }
      if before == nil { observed = asked.context.instant }
      context = try asked.circumstances(at: instant, place: place)
    }
    var request = asked.request(in: context)
    request.observedUntil = observed
    return try await engine.suggestions(request).suggestions.first {
      $0.identity == identity
    }
  }

  @Test("a promised alternative comes true once its predecessor is donated or the clock has moved")
  func promised() async throws {
    let model = try ModelFile.open().suggestionModel()
    var (tried, kept, first) = (0, 0, 0)
    var kinds: Set<String> = []
    for seed in Campaign.seeds(4 * trials) where tried < trials {
      guard let asked = try await Case(seed: seed, count: 40, model: model) else { continue }
      let offered = try await asked.engine.suggestions(asked.request()).suggestions
      for suggestion in offered.dropFirst().prefix(3) where tried < trials {
        let identity = suggestion.identity
        let diagnosis = try #require(try await asked.engine.diagnosis(of: identity, asked.request()))
        for alternative in diagnosis.alternatives {
          tried += 1
          kinds.insert(String(String(describing: alternative.change).prefix { $0 != "(" }))
          #expect(alternative.rank < diagnosis.rank)
          #expect(alternative.probability > diagnosis.probability, "it only goes up")
          if alternative.rank == 1 { first += 1 }
          if case .previous(let before) = alternative.change {
            let usual = try #require(asked.usualGap(from: before.identity, to: identity))
            #expect(abs(usual - before.seconds) < 0.02)
          }
          let found = try await answer(to: alternative, of: identity, asked, model)
          if found?.rank == alternative.rank, abs((found?.probability ?? 2) - alternative.probability) < 0.01
          {
            kept += 1
          } else {
            Issue.record(
              "\(alternative): \(found.map { "\($0.rank), \($0.probability)" } ?? "not suggested")")
          }
        }
      }
    }
    print("campaign: \(kept) of \(tried) counterfactuals came true, \(first) of them as the first")
    #expect(tried >= trials && kinds.count >= 2, "\(kinds)")
    #expect(kept * 50 >= tried * 49, "\(kept) of \(tried): \(Campaign.again("make nightly PART=reasons"))")
    #expect(2 * first > tried)
  }

  /// The number of histories for which every moment of a week and every predecessor is tried.
  private static let exhausted = max(1, trials / 20)

  @Test("if a moment or a predecessor makes an activity more likely and first, the answer names one")
  func found() async throws {
    let model = try ModelFile.open().suggestionModel()
    var (possible, named) = (0, 0)
    for seed in Campaign.seeds(Self.exhausted + 3).suffix(Self.exhausted) {
      guard let asked = try await Case(seed: seed, count: 30, model: model) else { continue }
      let fronts = try await fronts(asked, model)
      let offered = try await asked.engine.suggestions(asked.request()).suggestions.map(\.identity)
      for identity in Set(fronts.keys).subtracting(offered.prefix(1)).sorted().prefix(6) {
        let diagnosis = try await asked.engine.diagnosis(of: identity, asked.request())
        guard fronts[identity] ?? 0 > diagnosis?.probability ?? 1 else { continue }
        possible += 1
        if diagnosis?.alternatives.contains(where: { $0.rank == 1 }) == true { named += 1 }
      }
    }
    print("campaign: \(named) of \(possible) activities that can come first were told how")
    #expect(possible > 0)
    // A tenth may be missing, which is one of few.
    #expect(10 * (possible - named) <= max(possible, 10), "\(named) of \(possible)")
  }

  /// Returns the activities that come first at any half hour of a week, or at the usual gap after
  /// any donation that they ever followed, with their highest probability there.
  private func fronts(_ asked: Case, _ model: SuggestionModel) async throws -> [ActivityIdentity: Double] {
    var fronts: [ActivityIdentity: Double] = [:]
    for moment in 1...336 {
      let instant = asked.context.instant.advanced(bySeconds: Double(moment) * 1_800)
      let request = try asked.request(in: asked.circumstances(at: instant))
      if let first = try await asked.engine.suggestions(request).suggestions.first {
        fronts[first.identity] = max(fronts[first.identity] ?? 0, first.probability)
      }
    }
    for before in Set(asked.donations.map(\.identity)).sorted() {
      let engine = try await asked.engine(after: before, in: asked.context, model: model)
      for identity in Set(asked.donations.map(\.identity)).sorted() where identity != before {
        guard let gap = asked.usualGap(from: before, to: identity) else { continue }
        let context = try asked.circumstances(at: asked.context.instant.advanced(bySeconds: gap))
        let first = try await engine.suggestions(asked.request(in: context)).suggestions.first
        if let first, first.identity == identity {
          fronts[identity] = max(fronts[identity] ?? 0, first.probability)
        }
      }
    }
    return fronts
  }

  @Test("there are no alternatives for an activity that the user forbade")
  func forbidden() async throws {
    let model = try ModelFile.open().suggestionModel()
    var hadAlternatives = 0
    for seed in 0..<3 as Range<UInt64> {
      guard let asked = try await Case(seed: seed, count: 40, model: model) else { continue }
      for suggestion in try await asked.engine.suggestions(asked.request()).suggestions.dropFirst().prefix(1)
      {
        func alternatives() async throws -> [Alternative]? {
          try await asked.engine.diagnosis(of: suggestion.identity, asked.request())?.alternatives
        }
        hadAlternatives += try await alternatives()?.isEmpty == false ? 1 : 0
        let shown = try Feedback.Impression(
          activityType: suggestion.activity.activityType, userInfo: suggestion.activity.userInfo,
          requiredUserInfoKeys: suggestion.activity.requiredUserInfoKeys)
        try await asked.engine.record([
          Feedback(
            by: asked.user, at: asked.context.instant, shown: [shown], chosen: 0, verdict: .never)
        ])
        #expect(try await alternatives() == [])
      }
    }
    #expect(hadAlternatives > 0)
  }
}
