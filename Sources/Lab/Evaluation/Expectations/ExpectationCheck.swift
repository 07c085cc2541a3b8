public import Activities
internal import Features
public import LogFormat
internal import Storage
public import Suggestions

/// The simulated days of a described person.
public protocol DescribedDays: Sendable {
  /// The person.
  var user: UserIdentifier { get }

  /// The donations, in the order of time.
  func namedDonations() throws -> [NamedDonation]

  /// Returns the instant of a local wall time, in the person's zone on that day.
  func instant(on date: CalendarDate, second: Double) throws -> Instant
}

/// A donation, and the name of its activity in a description.
public struct NamedDonation: Hashable, Sendable {
  /// The donation.
  public let donation: Donation
  /// The name of the activity in the description.
  public let name: String

  /// A donation of a named activity.
  public init(donation: Donation, name: String) {
    self.donation = donation
    self.name = name
  }
}

/// A check of expectations, which replays a history, queries at their moments, and compares.
public struct ExpectationCheck: Sendable {
  private let model: SuggestionModel

  /// Creates a check of a model's suggestions.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Checks expectations of a described person, for one seed.
  ///
  /// - Returns: The outcome of each, in their order.
  /// - Throws: An error of the days or of the engine.
  /// - Complexity: O(donations and expectations × cost of a question).
  public func outcomes(
    of expectations: [Expectation], with days: some DescribedDays
  ) async throws -> [ExpectationOutcome] {
    let named = try days.namedDonations()
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: named.map(\.donation))
    let names = Dictionary(named.map { ($0.donation.identity, Set([$0.name])) }) { $0.union($1) }
    let questions = try expectations.enumerated().map { index, expectation in
      try Question(expectation, number: index + 1) { moment in
        switch moment {
        case .instant(let instant): instant
        case .local(let date, let second): try days.instant(on: date, second: second)
        }
      }
    }
    return try await outcomes(of: expectations, questions, in: log, by: days.user, names: names)
  }

  /// Checks expectations of a log.
  ///
  /// - Throws: ``ExpectationCheckError``, or an error of the log or engine.
  public func outcomes(
    of expectations: [Expectation], in log: any DonationStore, by user: UserIdentifier
  ) async throws -> [ExpectationOutcome] {
    let questions = try expectations.enumerated().map { index, expectation in
      try Question(expectation, number: index + 1) { moment in
        guard case .instant(let instant) = moment else { throw ExpectationCheckError.momentWithoutOffset }
        return instant
      }
    }
    return try await outcomes(of: expectations, questions, in: log, by: user, names: [:])
  }

  private func outcomes(
    of expectations: [Expectation], _ questions: [Question], in log: any DonationStore,
    by user: UserIdentifier, names: [ActivityIdentity: Set<String>]
  ) async throws -> [ExpectationOutcome] {
    var history = try await ReplayHistory(of: user, in: log)
    var sink = ExpectationSink(
      expectations: expectations, questions: questions, names: names,
      session: ReplaySession(of: user, model: model))
    try await Replay(.times(questions.map(\.observedUntil))).run(&history, into: &sink)
    return expectations.indices.compactMap { sink.outcomes[$0] }
  }
}

/// The two moments of an expectation's query: its own, and the end of the known days.
private struct Question {
  let instant: Instant
  let observedUntil: Instant

  /// - Throws: ``ExpectationCheckError/observedAfterMoment``, or the closure's error.
  init(_ expectation: Expectation, number: Int, instant of: (Expectation.Moment) throws -> Instant) throws {
    instant = try of(expectation.moment)
    observedUntil = try expectation.observedUntil.map(of) ?? instant
    guard observedUntil.milliseconds <= instant.milliseconds else {
      throw ExpectationCheckError.observedAfterMoment(number: number)
    }
  }
}

/// A sink that answers the expectations' queries, each with the days until its moment.
private struct ExpectationSink: ReplaySink {
  /// The maximum number of suggestions to search for the expected one.
  private static let longest = 1_000
  /// The minimum number of suggestions to request.
  private static let usualLimit = 8
  /// The number of other suggestions to report.
  private static let told = 3

  let expectations: [Expectation]
  /// One entry per expectation.
  let questions: [Question]
  /// The names of each activity in the description.
  let names: [ActivityIdentity: Set<String>]
  var session: ReplaySession
  /// The outcomes so far, by the index of their expectation.
  private(set) var outcomes: [Int: ExpectationOutcome] = [:]

  init(
    expectations: [Expectation], questions: [Question], names: [ActivityIdentity: Set<String>],
    session: ReplaySession
  ) {
    (self.expectations, self.questions) = (expectations, questions)
    self.names = names
    self.session = session
  }

  mutating func learn(_ step: ReplayStep) async throws {
    try await session.learn(step)
  }

  mutating func ask(_ query: ReplayQuery) async throws {
    outcomes[query.number] = try await outcome(of: expectations[query.number], questions[query.number])
  }

  private func outcome(of expectation: Expectation, _ question: Question) async throws -> ExpectationOutcome {
    let instant = question.instant
    func isMeant(_ pattern: ActivityPattern, _ activity: UserActivity, _ identity: ActivityIdentity) -> Bool {
      pattern.matches(activity, names: names[identity] ?? [])
    }
    let context = try Context(at: instant, place: expectation.place, attributes: expectation.attributes)
    var before: Donation?
    if let after = expectation.after {
      let done = session.newest.filter { isMeant(after, $0.value.activity, $0.key) }.values
      guard
        let model = done.max(by: {
          ($0.context.instant.milliseconds, $0.identity) < ($1.context.instant.milliseconds, $1.identity)
        })
      else { return ExpectationOutcome(neverDone: after, at: instant) }
      before = try Self.repeated(model, for: expectation, at: question.observedUntil, since: session.last)
    }
    func ask(
      _ limit: Int, from probability: Double, on surface: Surface? = nil, explained: Bool
    ) async throws -> [Suggestion] {
      var request = SuggestionRequest(
        for: session.user, in: context, limit: limit, minimumProbability: probability, explains: explained,
        surface: surface, horizon: expectation.horizon)
      request.observedUntil = question.observedUntil
      return try await session.suggestions(request, after: before).suggestions
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

  /// Returns a donation of the activity just done, shortly before the query.
  private static func repeated(
    _ donation: Donation, for expectation: Expectation, at instant: Instant, since last: Donation?
  ) throws -> Donation {
    let earlier = instant.advanced(bySeconds: -Expectation.secondsAfter)
    // Not before the last donation, or that would be the activity just done.
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

/// Expectations that cannot be checked.
public enum ExpectationCheckError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A log does not know the person's zone, so a moment needs an offset.
  case momentWithoutOffset
  /// The known days of an expectation, numbered from 1, end after its moment.
  case observedAfterMoment(number: Int)

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .momentWithoutOffset: "a moment of a log needs its offset, like 2026-03-27T12:15:00+01:00"
    case .observedAfterMoment(let number):
      "\"observedUntil\" of expectation \(number) is after its \"at\"; give an earlier moment"
    }
  }
}

extension Expectation.Demand {
  /// The number of suggestions that it inspects.
  fileprivate var count: Int {
    switch self {
    case .first, .silent: 1
    case .among(let count, _), .notAmong(let count, _): count
    }
  }
}

extension Explanation {
  /// The largest contribution, in words; contributions are in descending order.
  fileprivate var mainReason: String? {
    let parts = contributions.filter { $0.amount > 0 }
    // A countable fact is more informative than others.
    let part = (parts.filter { $0.fact != nil }.first ?? parts.first)
    return part.map { "\($0.group.name): \($0.fact?.words ?? "no single count stands behind it")" }
  }
}
