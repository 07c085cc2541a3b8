import Activities
import Kernels
import Storage
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Donations whose time is not exact")
struct TimelessAnswerTests {
  private static let after: Int64 = 200_000

  private static func donation(_ name: String, at minutes: Int64, _ precision: TimePrecision) throws
    -> Donation
  {
    var details = Donation.Details()
    details.timePrecision = precision
    return try Donation(of: World.activity(name), in: Context(at: World.instant(minutes)), details: details)
  }

  /// Returns answers to queries at several hours, with their reasons, after a history in which
  /// every third time is exact, or none.
  ///
  /// - Parameter shift: The minutes from the exact time to the inexact ones after it.
  private static func answers(
    shift: Int64, exact: Bool, precision: TimePrecision, model: SuggestionModel, horizon: Double? = nil
  ) async throws -> [[Suggestion]] {
    let donations = try World.history(90, seed: 3).enumerated().map { number, donation in
      let isExact = exact && number % 3 == 0
      let minutes = Int64(number / 3) * 400 + Int64(number % 3) * shift
      let name = ["b", "c", "a", "c"][(number * number + number / 5) % 4]
      return try Self.donation(name, at: minutes, isExact ? .exact : precision)
    }
    let engine = try await World.engine(donations, model: model)
    var answers: [[Suggestion]] = []
    for minutes in [0, 61, 500, 900] as [Int64] {
      let request = try SuggestionRequest(
        in: Context(at: World.instant(after + minutes)), limit: 100, explains: true, horizon: horizon)
      answers.append(try await engine.suggestions(request).suggestions)
    }
    return answers
  }

  @Test(
    "whatever their stated times, answers and reasons are the same bit by bit",
    arguments: [true, false])
  func times(exact: Bool) async throws {
    let model = try World.curvedModel(seed: 2)
    let one = try await Self.answers(shift: 1, exact: exact, precision: .order, model: model)
    let other = try await Self.answers(shift: 190, exact: exact, precision: .order, model: model)
    #expect(one == other)
    #expect(one.allSatisfy { $0.count == 3 })
    let timed = try await Self.answers(shift: 190, exact: exact, precision: .exact, model: model)
    #expect(timed != one)
  }

  /// Hours pass between donations with a time, and those without one are somewhere among them.
  @Test("probabilities within a horizon and learning from hours are the same, too", arguments: [nil, 3])
  func horizons(seed: UInt64?) async throws {
    let model = try World.horizonModel(seed: seed)
    func answers(_ shift: Int64) async throws -> [[Suggestion]] {
      try await Self.answers(shift: shift, exact: true, precision: .order, model: model, horizon: 3_600)
    }
    let one = try await answers(1)
    #expect(one.allSatisfy { $0.count == 3 })
    for shift in [20, 190] as [Int64] { #expect(try await answers(shift) == one, "\(shift) minutes") }
  }

  @Test("without any times an answer is the same at every hour, and knows which activity follows which")
  func sequence() async throws {
    let names = (0..<60).map { ["a", "b", "c", "a", "c"][$0 % 5] }
    let donations = try names.enumerated().map { try Self.donation($0.element, at: Int64($0.offset), .order) }
    let engine = try await World.engine(donations, model: World.model())
    let asked = try await engine.ask(at: Self.after)
    #expect(asked.titles.first == "Open a")
    for minutes in [90, 600, 3_000] as [Int64] {
      let later = try await engine.ask(at: Self.after + minutes)
      #expect(later.suggestions.map(\.probability) == asked.suggestions.map(\.probability))
    }
  }
}
