import Activities
import TestSupport
import Testing

@testable import Suggestions

@Suite("A hint is only as relevant as its least relevant provider")
struct AssessedHintTests {
  @Test("P13: the lowest relevance decides, unknown ones halve it, and none known is zero", arguments: 1...20)
  func intersection(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let values = (0..<4).map { _ in Double.random(in: 0...1, using: &numbers) }
    let routines: [DailyRoutine] = [.home, .headphones, .workout, .commute]
    let detector = StatedRoutines(Dictionary(uniqueKeysWithValues: zip(routines, values)))
    let context = Context(at: try Sample.instant("09:00"))
    let known = routines.map(Relevance.routine)
    let all = try Sample.assess(known.shuffled(using: &numbers), in: context, by: detector)
    #expect(all.relevance == values.min())
    #expect(try Sample.assess(known + known, in: context, by: detector).relevance == values.min())
    let unsure = try Sample.assess(known + [.routine(.gym)], in: context, by: detector)
    #expect(unsure.relevance == (values.min() ?? 0) / 2)
    #expect(unsure.providers.last == .some(nil))
    #expect(try Sample.assess([.routine(.gym), .routine(.school)], in: context, by: detector).relevance == 0)
    #expect(try Sample.assess([], in: context, by: detector).relevance == 0)
  }

  @Test("P13: a hint with a date and a place ranks high only if both match", arguments: 1...20)
  func dateAndPlace(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let start = try Sample.instant("12:00").advanced(
      bySeconds: Double.random(in: -9e6...9e6, using: &numbers))
    let both: [Relevance] = [
      .date(try DateRelevance(from: start)),
      .place(try Sample.region(radius: Double.random(in: 50...500, using: &numbers))),
    ]
    func relevance(hours: Double, metres: Double?) throws -> Double {
      let place = try metres.map { try Sample.place(metresNorth: $0) }
      return try Sample.assess(
        both, in: Context(at: start.advanced(bySeconds: hours * 3_600), place: place)
      ).relevance
    }
    #expect(try relevance(hours: 0, metres: 0) == 1)
    #expect(try relevance(hours: -4, metres: 0) == 0)
    #expect(try relevance(hours: 0, metres: 9_000) == 0)
    #expect(try relevance(hours: 0, metres: nil) == 0.5, "the user's place is unknown")
  }

  @Test(
    "a hint's kind scales its weight",
    arguments: [(Hint.Kind.standard, 1.0), (.informational, 0.75), (.scheduled, 1.5)])
  func kinds(kind: Hint.Kind, expected: Double) throws {
    let stated = try Sample.hint("ticket", [.routine(.home)], kind: kind)
    let context = Context(at: try Sample.instant("09:00"))
    let assessed = AssessedHint(stated, in: context, by: StatedRoutines([.home: 0.5]))
    #expect(assessed.weight == expected / 2)
    #expect(assessed.isRelevant)
  }
}
