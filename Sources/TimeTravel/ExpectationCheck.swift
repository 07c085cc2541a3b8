public import Activities
internal import Features
public import Simulation
public import Suggestions

/// Checks expectations: lets a history go by, asks at their moments, and compares.
public struct ExpectationCheck: Sendable {
  private let model: SuggestionModel
  /// How far a list is looked through for what was wanted.
  private static let longest = 1_000
  /// How many suggestions are asked for at least.
  private static let usualLimit = 8
  /// How many of what came instead are told.
  private static let told = 3

  /// Checks what a model suggests.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Checks expectations of a described person, for one seed.
  ///
  /// - Returns: What came of each, in their order.
  /// - Throws: `SimulationError`, or what the engine throws.
  /// - Complexity: O(donations and expectations × cost of a question).
  public func outcomes(
    of expectations: [Expectation], with simulation: Simulation
  ) async throws -> [ExpectationOutcome] {
    let named = try simulation.namedDonations()
    let log = InMemoryDonationLog()
    _ = await log.append(named.map(\.donation))
    let names = Dictionary(named.map { ($0.donation.identity, Set([$0.name])) }) { $0.union($1) }
    let asked = try expectations.map { ($0, try simulation.instant(of: $0.moment)) }
    return try await outcomes(of: asked, in: log, by: simulation.persona.user, names: names)
  }

  /// Checks expectations of a log.
  ///
  /// - Throws: ``ExpectationCheckError/momentWithoutOffset`` for a moment of local time, or what log and engine throw.
  public func outcomes(
    of expectations: [Expectation], in log: any DonationLog, by user: UserIdentifier
  ) async throws -> [ExpectationOutcome] {
    let asked = try expectations.map { expectation in
      guard case .instant(let instant) = expectation.moment else {
        throw ExpectationCheckError.momentWithoutOffset
      }
      return (expectation: expectation, instant: instant)
    }
    return try await outcomes(of: asked, in: log, by: user, names: [:])
  }

  private func outcomes(
    of asked: [(expectation: Expectation, instant: Instant)], in log: any DonationLog,
    by user: UserIdentifier, names: [ActivityIdentity: Set<String>]
  ) async throws -> [ExpectationOutcome] {
    var player = try await HistoryPlayer(of: user, in: log, model: model)
    var outcomes: [Int: ExpectationOutcome] = [:]
    let inOrder = asked.indices.sorted {
      (asked[$0].instant.milliseconds, $0) < (asked[$1].instant.milliseconds, $1)
    }
    for index in inOrder {
      try Task.checkCancellation()
      let (expectation, instant) = asked[index]
      try await player.advance(to: instant.milliseconds + 1)
      outcomes[index] = try await outcome(of: expectation, at: instant, player, names)
    }
    return asked.indices.compactMap { outcomes[$0] }
  }

  private func outcome(
    of expectation: Expectation, at instant: Instant, _ player: HistoryPlayer,
    _ names: [ActivityIdentity: Set<String>]
  ) async throws -> ExpectationOutcome {
    func isMeant(_ pattern: ActivityPattern, _ activity: UserActivity, _ identity: ActivityIdentity) -> Bool {
      pattern.matches(activity, names: names[identity] ?? [])
    }
    let context = try Context(at: instant, place: expectation.place, attributes: expectation.attributes)
    var before: Donation?
    if let after = expectation.after {
      let done = player.newest.filter { isMeant(after, $0.value.activity, $0.key) }.values
      guard
        let model = done.max(by: {
          ($0.context.instant.milliseconds, $0.identity) < ($1.context.instant.milliseconds, $1.identity)
        })
      else { return ExpectationOutcome(neverDone: after, at: instant) }
      before = try Self.repeated(model, for: expectation, at: instant, since: player.last)
    }
    func ask(
      _ limit: Int, from probability: Double, on surface: Surface? = nil, explained: Bool
    ) async throws -> [Suggestion] {
      try await player.suggestions(
        SuggestionRequest(
          for: player.user, in: context, limit: limit, minimumProbability: probability, explains: explained,
          surface: surface),
        after: before
      ).suggestions
    }
    let demand = expectation.demand
    let limit = max(Self.usualLimit, demand.count)
    let came = try await ask(
      limit, from: expectation.minimumProbability, on: expectation.surface, explained: false)
    let wanted = demand.activity
    let holds: Bool =
      switch demand {
      case .silent: came.isEmpty
      case .first(let pattern): came.first.map { isMeant(pattern, $0.activity, $0.identity) } ?? false
      case .among(let count, let pattern):
        came.prefix(count).contains { isMeant(pattern, $0.activity, $0.identity) }
      case .notAmong(let count, let pattern):
        !came.prefix(count).contains { isMeant(pattern, $0.activity, $0.identity) }
      }
    var outcome = ExpectationOutcome(
      holds: holds, instant: instant, came: Array(came.prefix(Self.told)), neverDone: nil)
    let all = holds ? came : try await ask(Self.longest, from: 0, explained: false)
    outcome.wanted = wanted.flatMap { pattern in
      all.first { isMeant(pattern, $0.activity, $0.identity) }
    }
    if !holds { outcome.reason = try await ask(1, from: 0, explained: true).first?.explanation?.mainReason }
    return outcome
  }

  /// What was done before, done again just before the question.
  private static func repeated(
    _ donation: Donation, for expectation: Expectation, at instant: Instant, since last: Donation?
  ) throws -> Donation {
    let earlier = instant.advanced(bySeconds: -Expectation.secondsAfter)
    // Not before the last thing that happened, or something else would have been done just before.
    let moment = max(earlier.milliseconds, last?.context.instant.milliseconds ?? .min)
    var details = Donation.Details()
    details.externalIdentifier = "hunch expect: just done"
    return try Donation(
      of: donation.activity, by: donation.user,
      in: Context(
        at: Instant(
          milliseconds: moment, offsetMinutes: instant.offsetMinutes, timeZone: instant.timeZone),
        place: expectation.place ?? donation.context.place, attributes: expectation.attributes),
      details: details)
  }
}

/// Why expectations cannot be checked.
public enum ExpectationCheckError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A log does not say where the person is: only a moment with its offset is one.
  case momentWithoutOffset

  /// The reason, and how to mend it.
  public var description: String { "a moment of a log needs its offset, like 2026-03-27T12:15:00+01:00" }
}

extension Expectation.Demand {
  /// How many suggestions it looks at.
  fileprivate var count: Int {
    switch self {
    case .first, .silent: 1
    case .among(let count, _), .notAmong(let count, _): count
    }
  }
}

extension Explanation {
  /// What speaks for it most, in words; contributions come with the largest first.
  fileprivate var mainReason: String? {
    let parts = contributions.filter { $0.amount > 0 }
    // What can be counted says more than what cannot.
    let part = (parts.filter { $0.fact != nil }.first ?? parts.first)
    return part.map { "\($0.group.name): \($0.fact?.words ?? "no single count stands behind it")" }
  }
}
