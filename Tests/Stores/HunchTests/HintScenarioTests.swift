import Foundation
import Hunch
import TestSupport
import Testing

/// The publicly documented behaviour of relevant shortcuts, on the shipped model and people with
/// habits of their own.
@Suite("Scenarios of hints, on the shipped model, in 20 variants each")
struct HintScenarioTests {
  /// A person made from a seed: habits on two weeks of days, a moment for the query, and a
  /// program's hint.
  struct Variant {
    var numbers: SeededNumbers
    let engine: SuggestionEngine
    /// The moment of the query, and the hinted place.
    let now: Instant
    let here: Place
    let activity: UserActivity
    let program: String

    init(seed: UInt64) async throws {
      var numbers = SeededNumbers(seed: seed)
      engine = SuggestionEngine(log: InMemoryDonationStore(), model: try Self.model.get())
      let offset = Int.random(in: -10...10, using: &numbers) * 60
      let start = 1_767_571_200_000 + Int64.random(in: 0...300, using: &numbers) * 86_400_000
      here = try Place(
        latitude: Double.random(in: -60...60, using: &numbers),
        longitude: Double.random(in: -179...179, using: &numbers))
      let habits = (0..<Int.random(in: 2...6, using: &numbers)).map { _ in
        Double.random(in: 7...22, using: &numbers)
      }
      var donations: [Donation] = []
      for day in 0..<14 {
        for (index, hour) in habits.enumerated() where Int.random(in: 0..<8, using: &numbers) > 0 {
          let noise = Double.random(in: -0.3...0.3, using: &numbers)
          let instant = try Instant(
            milliseconds: start + Int64(day) * 86_400_000 - Int64(offset) * 60_000
              + Int64((hour + noise) * 3_600_000),
            offsetMinutes: offset)
          let habit = try UserActivity(activityType: "org.example.habit\(index).do", title: "Habit \(index)")
          donations.append(try Donation(of: habit, in: Context(at: instant)))
        }
      }
      now = try Instant(
        milliseconds: start + 14 * 86_400_000 + Int64.random(in: 0..<86_400_000, using: &numbers),
        offsetMinutes: offset)
      program = "org.example.hinted\(seed)"
      activity = try UserActivity(
        activityType: "\(program).show", title: "Show it", userInfo: ["n": .integer(Int64(seed))])
      try await engine.donate(donations, now: now)
      self.numbers = numbers
    }

    private static let model = Result { try ModelFile.open().suggestionModel() }

    /// Returns the probability of the hinted activity, some hours from now and some metres away; 0
    /// if it is not suggested.
    func probability(hours: Double = 0, metres: Double? = 0) async throws -> Double {
      let place = try metres.map { metres in
        try Place(latitude: here.latitude + metres / 111_195, longitude: here.longitude)
      }
      let context = try Context(at: now.advanced(bySeconds: hours * 3_600), place: place)
      let list = try await engine.suggestions(SuggestionRequest(in: context, limit: 50))
      let sum = list.suggestions.reduce(list.noveltyProbability ?? .nan) { $0 + $1.probability }
      #expect(abs(sum - 1) < 1e-4, "probabilities with none of these sum to 1")
      return list.suggestions.first { $0.identity == activity.identity }?.probability ?? 0
    }

    func date(hours: Double = 0, lasting: Double? = nil) throws -> Relevance {
      let start = now.advanced(bySeconds: hours * 3_600)
      return .date(try DateRelevance(from: start, to: lasting.map { start.advanced(bySeconds: $0 * 3_600) }))
    }

    func region() throws -> Relevance { .place(try PlaceRelevance(center: here, radius: 200)) }
  }

  @Test(
    "P6: an activity that was never done is never predicted; a hint may name it, and a catalog lists it",
    arguments: 1...20)
  func neverDone(seed: UInt64) async throws {
    let variant = try await Variant(seed: seed)
    try await variant.engine.setAppCatalog([variant.activity], of: variant.program)
    #expect(try await variant.probability() == 0)
    #expect(try await variant.engine.appCatalog(at: variant.now).map(\.activity) == [variant.activity])
    try await variant.engine.setHints(
      [Hint(of: variant.activity, relevance: [variant.date()])], of: variant.program)
    #expect(try await variant.probability() > 0)
  }

  @Test("P13: date and place in one hint must both apply; in two hints either is enough", arguments: 1...20)
  func intersectionAndUnion(seed: UInt64) async throws {
    let variant = try await Variant(seed: seed)
    let (date, region) = (try variant.date(), try variant.region())
    let moments: [(hours: Double, metres: Double)] = [(0, 0), (0, 9_000), (5, 0), (5, 9_000)]
    func probabilities(_ hints: [[Relevance]]) async throws -> [Double] {
      try await variant.engine.setHints(
        hints.map { try Hint(of: variant.activity, relevance: $0) }, of: variant.program)
      var found: [Double] = []
      for (hours, metres) in moments {
        found.append(try await variant.probability(hours: hours, metres: metres))
      }
      return found
    }
    let together = try await probabilities([[date, region]])
    #expect(together[0] > 0.04 && together.dropFirst().allSatisfy { $0 == 0 }, "seed \(seed): \(together)")
    let apart = try await probabilities([[date], [region]])
    #expect(apart.prefix(3).allSatisfy { $0 > 0.04 } && apart[3] == 0, "seed \(seed): \(apart)")
    #expect(apart[0] == together[0], "two hints that both apply count once")
    let unknown = try await {
      try await variant.engine.setHints(
        [Hint(of: variant.activity, relevance: [date, region])], of: variant.program)
      return try await variant.probability(metres: nil)
    }()
    #expect(unknown > 0 && unknown < together[0], "an unknown place neither denies nor confirms")
  }

  @Test(
    "P14: a date rises to its start, is flat to its end and then falls, without a jump", arguments: 1...20)
  func dateCurve(seed: UInt64) async throws {
    var variant = try await Variant(seed: seed)
    let length =
      Bool.random(using: &variant.numbers) ? Double.random(in: 0.2...1, using: &variant.numbers) : nil
    let date = try variant.date(lasting: length)
    // Habits have curves of their own, so the hint's share is checked separately.
    try await variant.engine.setHints([Hint(of: variant.activity, relevance: [date])], of: variant.program)
    var last: (hours: Double, share: Double)?
    for step in -24...24 {
      let hours = Double(step) / 12
      let context = Context(at: variant.now.advanced(bySeconds: hours * 3_600))
      let assessed = try #require(try await variant.engine.assessedHints(in: context).first)
      let list = try await variant.engine.suggestions(SuggestionRequest(in: context, limit: 50))
      let own = list.suggestions.first { $0.identity == variant.activity.identity }?.probability ?? 0
      #expect((own > 0) == (assessed.relevance > 0))
      // The novelty before the hint took its share.
      let novelty = (list.noveltyProbability ?? .nan) * (1 + assessed.relevance)
      let expected = (0.5 * novelty + 0.5) * assessed.relevance / (1 + assessed.relevance)
      #expect(abs(own - expected) < 1e-4, "seed \(seed): the stated formula at \(hours)")
      let share = assessed.relevance
      if let last {
        if hours <= 0 { #expect(share > last.share, "seed \(seed): up at \(hours)") }
        if last.hours >= 0, hours <= length ?? 0 { #expect(share == 1, "seed \(seed): flat at \(hours)") }
        if last.hours >= length ?? 0 { #expect(share <= last.share, "seed \(seed): down at \(hours)") }
        #expect(abs(share - last.share) < 0.2, "seed \(seed): no jump at \(hours)")
      }
      last = (hours, share)
    }
  }

  @Test(
    "a boarding pass inside its window comes before a habit that is not due, and after one that is",
    arguments: 1...20)
  func boardingPass(seed: UInt64) async throws {
    let variant = try await Variant(seed: seed)
    for horizon in [nil, 3_600] as [Double?] {
      let request = SuggestionRequest(in: Context(at: variant.now), limit: 50, horizon: horizon)
      try await variant.engine.setHints([], of: variant.program)
      let habits = try await variant.engine.suggestions(request)
      let pass = try Hint(
        of: variant.activity, relevance: [variant.date(hours: -0.5, lasting: 1)], role: .information,
        kind: .scheduled)
      try await variant.engine.setHints([pass], of: variant.program)
      let list = try await variant.engine.suggestions(request).suggestions
      let place = try #require(list.first { $0.identity == variant.activity.identity }).rank
      for habit in habits.suggestions {
        let rank = try #require(list.first { $0.identity == habit.identity }).rank
        if habit.probability < 0.4 { #expect(rank > place, "seed \(seed): \(habit.probability)") }
        let isDue = habit.probability > 0.5 + (habits.noveltyProbability ?? 0) / 2
        if isDue { #expect(rank < place, "seed \(seed): \(habit.probability)") }
      }
    }
  }

  @Test("P15: an empty list removes the program's hints, and keeps those of others", arguments: 1...20)
  func replaced(seed: UInt64) async throws {
    let variant = try await Variant(seed: seed)
    let other = try UserActivity(activityType: "org.example.other.show")
    try await variant.engine.setHints([Hint(of: other, relevance: [variant.date()])], of: "org.example.other")
    let alone = try await variant.engine.suggestions(SuggestionRequest(in: Context(at: variant.now)))
    try await variant.engine.setHints(
      [Hint(of: variant.activity, relevance: [variant.date()])], of: variant.program)
    #expect(try await variant.probability() > 0)
    try await variant.engine.setHints([], of: variant.program)
    #expect(try await variant.probability() == 0)
    #expect(try await variant.engine.suggestions(SuggestionRequest(in: Context(at: variant.now))) == alone)
  }

  @Test("P16: an expired activity is neither suggested nor in the catalog", arguments: 1...20)
  func expired(seed: UInt64) async throws {
    var variant = try await Variant(seed: seed)
    var activity = variant.activity
    let minutes = Double.random(in: 1...60, using: &variant.numbers)
    activity.expirationDate = variant.now.advanced(bySeconds: minutes * 60).date
    try await variant.engine.setHints([Hint(of: activity, relevance: [variant.date()])], of: variant.program)
    try await variant.engine.setAppCatalog([activity], of: variant.program)
    #expect(try await variant.probability() > 0)
    #expect(try await variant.probability(hours: minutes / 60) == 0, "at the very moment")
    let then = variant.now.advanced(bySeconds: minutes * 60)
    #expect(try await variant.engine.appCatalog(at: then).isEmpty)
    #expect(try await variant.engine.assessedHints(in: Context(at: then)).isEmpty)
    #expect(try await variant.engine.appCatalog(at: variant.now).count == 1)
  }

  @Test("P23: a time of day follows the wall clock, however far it is from UTC", arguments: 1...20)
  func wallClock(seed: UInt64) async throws {
    var variant = try await Variant(seed: seed)
    let start = Int.random(in: 0..<1_440, using: &variant.numbers)
    let daily = Relevance.daily(try DailyRelevance(from: start, to: (start + 45) % 1_440))
    try await variant.engine.setHints([Hint(of: variant.activity, relevance: [daily])], of: variant.program)
    for offset in [-660, -300, 0, 60, 120, 345, 840] {
      let day = variant.now.milliseconds / 86_400_000 + 1
      let milliseconds = day * 86_400_000 + Int64(start + 20 - offset) * 60_000
      let during = try Instant(milliseconds: milliseconds, offsetMinutes: offset)
      func relevance(_ instant: Instant) async throws -> Double? {
        try await variant.engine.assessedHints(in: Context(at: instant)).first?.relevance
      }
      #expect(try await relevance(during) == 1, "seed \(seed), offset \(offset)")
      #expect(
        try await relevance(during.advanced(bySeconds: 10 * 3_600)) == 0, "seed \(seed), offset \(offset)")
    }
  }
}
