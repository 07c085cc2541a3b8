import Activities
import Features
import Kernels
import Phrases
import Testing

@testable import Ranking
@testable import Suggestions
@testable import SuggestionsExercises

/// Compares a model that describes some of a user's activities with one that describes all.
@Suite struct CandidateLimitTests {
  /// Donations of many documents, few of them often, some habits at their hour.
  private static func history(_ count: Int, documents: Int, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var minutes: Int64 = 0
    return try (0..<count).map { number in
      minutes += 1 + Int64(random.integer(below: 40))
      if number % 3 == 0 { return try World.donation("habit\(number % 9)", at: minutes) }
      let least = (0..<2).map { _ in random.integer(below: documents) }.min() ?? 0
      return try World.donation("d\(least)", at: minutes)
    }
  }

  @Test("a limit keeps the same activity first, and nearly the same probabilities, which sum to 1")
  func nearlyTheSame() throws {
    let history = try Self.history(900, documents: 200, seed: 1)
    let model = try World.model()
    var (whole, some) = (
      UserModel(model, limits: .none), UserModel(model, limits: CandidateLimits(answered: 96, learned: 96))
    )
    var scratches = (UserModelScratch(), UserModelScratch())
    var (agreeing, asked, differences) = (0, 0, [Float]())
    for (number, donation) in history.enumerated() {
      if number > 500, number % 10 == 0 {
        let context = Context(at: donation.context.instant)
        let all = try whole.score(AskedMoment(context), within: 3_600, scratch: &scratches.0)
        let few = try some.score(AskedMoment(context), within: 3_600, scratch: &scratches.1)
        #expect(all.scores.count == few.scores.count)
        #expect(abs(few.probabilities.reduce(few.noveltyProbability, +) - 1) < 1e-4)
        let best = all.scores.indices.max { all.scores[$0] < all.scores[$1] }
        let first = try #require(best)
        agreeing += few.scores.indices.allSatisfy { few.scores[$0] <= few.scores[first] } ? 1 : 0
        asked += 1
        differences.append(abs(all.probabilities[first] - few.probabilities[first]))
        differences.append(abs(all.noveltyProbability - few.noveltyProbability))
      }
      try whole.observe(donation, scratch: &scratches.0)
      try some.observe(donation, scratch: &scratches.1)
    }
    #expect(asked > 30 && agreeing * 10 >= asked * 9, "\(agreeing) of \(asked)")
    #expect(differences.reduce(0, +) / Float(differences.count) < 0.01)
    #expect((differences.max() ?? 1) < 0.05)
  }

  @Test("with up to twice as many activities as the limit, learning is the same bit by bit")
  func limit() throws {
    let history = try Self.history(700, documents: 220, seed: 2)
    let model = try World.model()
    var (whole, some) = (
      UserModel(model, limits: .none), UserModel(model, limits: CandidateLimits(answered: 64, learned: 64))
    )
    var scratch = UserModelScratch()
    for donation in history {
      try whole.observe(donation, scratch: &scratch)
      try some.observe(donation, scratch: &scratch)
      guard whole.candidateCount <= 129 else { continue }
      #expect(whole.state == some.state)
    }
    #expect(whole.state != some.state)
  }

  @Test("an activity beyond the limit is explained individually, and a hinted or pinned one is offered")
  func rest() async throws {
    let history = try Self.history(300, documents: 20, seed: 3)
    let rare = try (0..<2_100).map { try World.donation("rare\($0)", at: -3_000 + $0) }
    let engine = try await World.engine(rare + history)
    let last = try #require(history.last)
    let now = last.context.instant.advanced(bySeconds: 600)
    let request = SuggestionRequest(in: Context(at: now), limit: 5)
    let answer = try await engine.suggestions(request)
    #expect(answer.suggestions.count == 5 && answer.candidates > CandidateLimits.standard.answered)
    let identity = rare[7].identity
    let diagnosis = try #require(try await engine.diagnosis(of: identity, request))
    #expect(diagnosis.rank > 5 && diagnosis.probability > 0 && !diagnosis.explanation.contributions.isEmpty)
    let hint = try Hint(
      of: World.activity("rare7"), relevance: [.date(try DateRelevance(from: now.advanced(bySeconds: -60)))])
    try await engine.setHints([hint], of: "org.example.notes")
    var explained = request
    explained.explains = true
    let hinted = try await engine.suggestions(explained)
    let offer = try #require(hinted.suggestions.first { $0.identity == identity })
    #expect(offer.explanation?.contributions.isEmpty == false)
    // Activities just shown have phrases, and those that the user named long ago are kept.
    let named = rare[9].identity
    _ = try await engine.setPhrase("my rare one", for: named, at: now)
    let entries = try await engine.phrases().entries.filter(\.isAvailable)
    #expect(entries.first { $0.identity == identity }?.phrase == offer.phrase)
    #expect(entries.first { $0.identity == named }?.phrase == "my rare one")
    #expect(!entries.contains { $0.identity == rare[8].identity })
  }

  @Test("queries between donations do not change learning, even where not every donation teaches")
  func asked() throws {
    let model = try World.model()
    var (quiet, busy, scratch) = (UserModel(model), UserModel(model), UserModelScratch())
    for number in 0..<2 * UserModel.settling {
      let donation = try World.donation("habit\(number % 5)", at: Int64(number))
      quiet.observeEvidence(donation)
      busy.observeEvidence(donation)
    }
    for number in 0..<12 {
      let donation = try World.donation("habit\(number % 3)", at: Int64(30_000 + 40 * number))
      try quiet.observe(donation, scratch: &scratch)
      try busy.observe(donation, scratch: &scratch)
      _ = try busy.score(
        AskedMoment(Context(at: World.instant(30_010 + 40 * Int64(number)))), scratch: &scratch)
    }
    #expect(quiet.state == busy.state)
  }

  @Test("a model from a checkpoint continues bit by bit")
  func checkpoint() throws {
    let history = try Self.history(1_700, documents: 2_000, seed: 4)
    let model = try World.model()
    var (user, scratch) = (UserModel(model), UserModelScratch())
    for donation in history.prefix(1_600) { try user.observe(donation, scratch: &scratch) }
    #expect(user.candidateCount > 2 * CandidateLimits.standard.learned)
    var (again, other) = (try UserModel(state: user.state, of: model), UserModelScratch())
    for donation in history.dropFirst(1_600) {
      try user.observe(donation, scratch: &scratch)
      try again.observe(donation, scratch: &other)
    }
    #expect(user.state == again.state)
  }

  @Test("the ranking learns from every donation, then from one in 8, 16 and 32, evidence from all")
  func settling() throws {
    let habits = try (0..<7).map { try World.donation("habit\($0)", at: Int64($0)) }
    let model = try World.model()
    var (user, scratch) = (UserModel(model), UserModelScratch())
    let drawn = 960
    for (times, stride) in [(1, 8), (2, 16), (3, 16), (4, 32), (5, 32)] {
      // The rate changes with the donation of this number; the two before it still have the earlier
      // rate.
      let start = times * UserModel.settling - 2
      while user.evidence.donationCount < start {
        user.observeEvidence(habits[user.evidence.donationCount % habits.count])
      }
      var learned: [Bool] = []
      for number in 0..<drawn + 2 {
        let before = user.rankings[[]].choices
        try user.observe(
          World.donation("habit\(number % 7)", at: Int64(10 + number)), scratch: &scratch)
        learned.append(user.rankings[[]].choices == before + 1)
      }
      if times == 1 { #expect(learned.prefix(2) == [true, true]) }
      let count = learned.dropFirst(2).count { $0 }
      // The share is within three standard deviations of 1 / stride, so that the next rate cannot
      // match.
      let (expected, width) = (
        Double(drawn) / Double(stride), 3 * (Double(drawn * (stride - 1))).squareRoot() / Double(stride)
      )
      #expect(abs(Double(count) - expected) < width, "\(count) of \(drawn) after \(start)")
      #expect(user.evidence.donationCount == start + learned.count)
    }
  }
}
