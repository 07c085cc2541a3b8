import Hunch
import TestSupport

/// A person who donates, asks, answers and forgets, and remembers the acknowledged data. Only one
/// task writes for a person.
actor Person {
  let user: UserIdentifier
  private let retention: Int64
  private let stopwatch: Stopwatch
  private let tally: Tally
  private(set) var ledger = Ledger()
  private(set) var numbers: SeededNumbers
  /// The milliseconds since ``World/start``.
  private var clock: Int64 = 0
  /// The latest donations, to donate again or to forget.
  private var recent: [Donation] = []
  private var lastAnswer: [Suggestion] = []

  init(_ name: String, days: Double, seed: UInt64, stopwatch: Stopwatch, tally: Tally) throws {
    user = try UserIdentifier(name)
    retention = Int64(days * 86_400_000)
    numbers = SeededNumbers(seed: seed)
    (self.stopwatch, self.tally) = (stopwatch, tally)
  }

  /// The present moment in this person's life.
  func now() throws -> Instant { try World.instant(clock) }

  /// Continues from the end of a log.
  func adopt(_ log: some DonationStore) async throws {
    let kept = try await log.allDonations(of: user).map(\.donation)
    ledger.acknowledge(kept)
    clock = max(clock, (kept.last?.context.instant.milliseconds ?? World.start) - World.start)
  }

  /// Donates as much as is kept, so that nothing must grow to its size during the soak.
  func fill(_ engine: SuggestionEngine) async throws {
    for _ in 0..<Int(retention / World.pause / 50) {
      try await donate((0..<50).map { _ in try next() }, to: engine, as: .batch)
    }
  }

  /// Compares the log with the acknowledged data; returns the differences.
  func compare(with log: some DonationStore) async throws -> [String] {
    let horizon = World.start + clock - retention
    var ledger = ledger
    let wrong = try await ledger.compare(with: log, of: user, horizon: horizon)
    self.ledger = ledger
    return wrong
  }

  /// Performs one operation.
  func step(_ engine: SuggestionEngine, _ log: SQLiteDonationStore) async throws {
    do {
      switch numbers.below(1_000) {
      case ..<440: try await donate([next()], to: engine, as: .donate)
      case ..<500:
        try await donate((0..<2 + numbers.below(19)).map { _ in try next() }, to: engine, as: .batch)
      case ..<530: try await donateLate(to: engine)
      case ..<540: try await donateAgain(to: engine)
      case ..<560:
        try await donate([next(World.habits + numbers.below(World.passing))], to: engine, as: .donate)
      case ..<860: try await ask(engine)
      case ..<940: try await answer(engine)
      case ..<955: try await givePhrase(engine)
      case ..<990: _ = try await rehearse(engine)
      default: try await forget(engine)
      }
    } catch let error as StoreError where [.busy, .erasureDelayed].contains(error.reason) {
      // Busy: the whole operation failed. Delayed: it succeeded, except that a phrase's bytes are
      // not overwritten yet.
      tally.delay()
    }
  }
}

extension Person {
  /// Creates the next donation.
  private func next(_ number: Int? = nil) throws -> Donation {
    clock += World.pause / 2 + Int64(numbers.below(Int(World.pause)))
    // Smaller numbers are more frequent, and often consecutive.
    let habit = min(numbers.below(World.habits), numbers.below(World.habits))
    return try donation(of: number ?? habit, at: clock)
  }

  private func donation(of number: Int, at moment: Int64) throws -> Donation {
    let context = try World.context(at: World.instant(moment), &numbers)
    return try Donation(of: World.activity(number, &numbers), by: user, in: context)
  }

  private func donate(_ batch: [Donation], to engine: SuggestionEngine, as operation: Operation) async throws
  {
    let present = try now()
    let receipt = try await stopwatch.time(operation) { try await engine.donate(batch, now: present) }
    guard receipt == AppendReceipt(added: batch.count) else {
      throw SoakError.broken("\(receipt.added) of \(batch.count) new donations were accepted as new")
    }
    ledger.acknowledge(batch)
    recent = Array((recent + batch).suffix(64))
  }

  private func donateLate(to engine: SuggestionEngine) async throws {
    let moment = clock - Int64(numbers.below(Int(40 * World.pause)))
    let late = try donation(of: numbers.below(World.habits), at: max(0, moment))
    guard ledger.donations[late.identifier] == nil else { return }
    try await donate([late], to: engine, as: .late)
    try await ask(engine)
  }

  private func donateAgain(to engine: SuggestionEngine) async throws {
    guard let known = recent.last, ledger.donations[known.identifier] != nil else { return }
    let receipt = try await engine.donate([known], now: now())
    guard receipt == AppendReceipt(duplicates: 1) else {
      throw SoakError.broken("a duplicate donation was not recognised")
    }
  }

  private func ask(_ engine: SuggestionEngine) async throws {
    let request = SuggestionRequest(for: user, in: try World.context(at: now(), &numbers), limit: 8)
    lastAnswer = try await stopwatch.time(.suggest) { try await engine.suggestions(request) }.suggestions
  }

  private func answer(_ engine: SuggestionEngine) async throws {
    guard !lastAnswer.isEmpty else { return try await ask(engine) }
    clock += 1_000
    let shown = try lastAnswer.map { suggestion in
      let activity = suggestion.activity
      return try Feedback.Impression(
        activityType: activity.activityType, userInfo: activity.userInfo,
        requiredUserInfoKeys: activity.requiredUserInfoKeys, probability: suggestion.probability)
    }
    let said = try Feedback(
      by: user, at: now(), shown: shown, chosen: numbers.below(shown.count),
      verdict: numbers.pick(Feedback.Verdict.allCases),
      surface: numbers.pick(Surface.allCases))
    let receipt = try await stopwatch.time(.feedback) { try await engine.record([said]) }
    guard receipt == AppendReceipt(added: 1) else {
      throw SoakError.broken("new feedback was not accepted as new")
    }
    ledger.acknowledge(said)
  }

  private func givePhrase(_ engine: SuggestionEngine) async throws {
    guard let suggestion = lastAnswer.randomElement(using: &numbers) else { return }
    let words = numbers.below(3) == 0 ? nil : "\(numbers.pick(World.words)) \(numbers.below(50))"
    let present = try now()
    do {
      _ = try await stopwatch.time(.feedback) {
        try await engine.setPhrase(words, for: suggestion.identity, of: user, at: present)
      }
    } catch is PhraseError {
      return  // the activity was forgotten since it was suggested
    }
  }
}

extension Person {
  /// Creates a deletion: usually of one donation, sometimes of a passing activity, or of some
  /// hours.
  private func deletion() throws -> Deletion? {
    var criteria = Deletion.Criteria()
    switch numbers.below(10) {
    case ..<7:
      guard let donation = recent.randomElement(using: &numbers) else { return nil }
      criteria.donation = donation.identifier
    case 7: criteria.activityType = World.passingType(numbers.below(World.passing))
    case 8: criteria.activityType = World.passingType(0).dropLast() + "*"
    default:
      criteria.since = try World.instant(clock - 30 * World.pause)
      criteria.until = try World.instant(clock - 25 * World.pause)
    }
    return try Deletion(by: user, at: World.instant(clock + 1), matching: criteria)
  }

  /// Rehearses a deletion.
  private func rehearse(_ engine: SuggestionEngine) async throws -> Int {
    guard let deletion = try deletion() else { return 0 }
    return try await engine.forget([deletion], rehearsing: true).donations
  }

  private func forget(_ engine: SuggestionEngine) async throws {
    guard let deletion = try deletion() else { return }
    clock += 2
    do {
      let gone = try await stopwatch.time(.forget) { try await engine.forget(deletion) }
      // The ledger may have some more, which the retention has removed.
      guard ledger.forget(deletion) >= gone else {
        throw SoakError.broken("more donations were forgotten than existed")
      }
    } catch let error as StoreError where error.reason == .erasureDelayed {
      ledger.forget(deletion)
      tally.delay()
    }
    try await ask(engine)
    let known = Set(ledger.donations.values.map(\.identity))
    guard lastAnswer.allSatisfy({ known.contains($0.identity) }) else {
      throw SoakError.broken("a forgotten activity is suggested")
    }
  }
}
