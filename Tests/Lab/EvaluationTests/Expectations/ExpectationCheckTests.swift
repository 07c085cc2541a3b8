import Activities
import Foundation
import Simulation
import Storage
import Suggestions
import Testing

@testable import Evaluation

@Suite struct ExpectationCheckTests {
  private static let person = #"""
    "user": "u", "timeZone": "UTC", "start": "2026-03-02", "days": 20,
    "activities": {
      "mail": {"activityType": "org.example.mail.open", "userInfo": {"box": 1}},
      "news": {"activityType": "org.example.news.read"},
      "tea": {"activityType": "org.example.tea.make"}
    },
    "routines": [{"name": "a", "at": "08:00", "steps": [{"do": "mail"}, {"do": "news"}]}, {"name": "b", "at": "16:00", "steps": [{"do": "tea", "times": 2}]}]
    """#

  private func outcomes(_ expectations: String, seed: UInt64 = 1) async throws -> [ExpectationOutcome] {
    let json = "{\(Self.person), \"expectations\": [\(expectations)]}"
    let file = try ExpectationFile<Persona>(json: Data(json.utf8), file: "e.json") { _ in (Data(), "") }
    guard case .persona(let persona) = file.source else { throw CancellationError() }
    return try await ExpectationCheck(model: BacktestWorld.model()).outcomes(
      of: file.expectations, with: Simulation(of: persona, seed: seed))
  }

  @Test func `what comes first, among, not, and nothing`() async throws {
    let all = try await outcomes(
      #"""
      {"at": "2026-03-15 08:01", "after": "mail", "expect": {"first": "news"}},
      {"at": "2026-03-15 08:01", "after": "mail", "expect": {"first": "mail"}},
      {"at": "2026-03-15 08:01", "expect": {"activity": {"activityType": "org.example.mail.open", "userInfo": {"box": 1}}, "among": 3}},
      {"at": "2026-03-15 08:01", "expect": {"activity": {"activityType": "org.example.mail.open", "userInfo": {"box": 2}}, "among": 3}},
      {"at": "2026-03-15 08:01", "after": "mail", "expect": {"not": "tea"}},
      {"at": "2026-03-15 08:01", "expect": {"not": "tea", "among": 3}},
      {"at": "2026-03-15 08:01", "expect": {"silent": true}, "minProbability": 1},
      {"at": "2026-03-15 08:01", "expect": {"silent": true}, "minProbability": 0.01},
      {"at": "2026-03-15 03:00", "expect": {"silent": true}, "surface": "interrupt"},
      {"at": "2026-03-15 08:01", "expect": {"silent": true}, "surface": "list"}
      """#)
    #expect(all.map(\.holds) == [true, false, true, false, true, false, true, false, true, false])
    #expect(all[1].reason != nil && all[1].came.count == 3 && all[1].wanted?.rank ?? 0 > 1)
    #expect(all[3].wanted == nil && all[0].reason == nil)
    #expect(all.prefix(8).map(\.instant.rfc3339).allSatisfy { $0 == "2026-03-15T08:01:00+00:00" })
  }

  @Test func `before the first donation nothing comes, and what was never done cannot come before`()
    async throws
  {
    let all = try await outcomes(
      #"{"at": "2026-03-01 08:00", "expect": {"first": "mail"}}, {"at": "2026-03-01 08:00", "after": "tea", "expect": {"first": "mail"}}, {"at": "2026-03-01 08:00", "expect": {"silent": true}, "minProbability": 0.1}"#
    )
    #expect(all.map(\.holds) == [false, false, true])
    #expect(all[0].came.isEmpty && all[0].neverDone == nil && all[1].neverDone?.name == "tea")
  }

  /// An activity assumed for one query must be unknown to the next.
  @Test func `expectations do not disturb one another`() async throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let asked = #"{"at": "2026-03-16 12:00", "expect": {"first": "mail"}}"#
      let alone = try await outcomes(asked, seed: seed)
      let supposed = ["mail", "news", "tea"].map {
        #"{"at": "2026-03-16 12:00", "after": "\#($0)", "expect": {"first": "tea"}}"#
      }
      let among = try await outcomes((supposed + [asked]).joined(separator: ","), seed: seed)
      #expect(among.last == alone[0], "seed \(seed)")
    }
  }

  @Test func `after means just done, even if something else was done a minute ago`() async throws {
    let donations = try (0..<12).flatMap { day in
      [
        try BacktestWorld.donation("a", at: day * 1_440 + 480),
        try BacktestWorld.donation("b", at: day * 1_440 + 482),
      ]
    }
    let json =
      #"{"log": "l", "expectations": [{"at": "2026-03-13T08:03:00Z", "after": {"activityType": "org.example.notes.open", "userInfo": {"document": "a"}}, "expect": {"first": {"activityType": "org.example.notes.open", "userInfo": {"document": "b"}}}}]}"#
    let file = try ExpectationFile<Persona>(json: Data(json.utf8), file: "e") { _ in (Data(), "") }
    let log = try await BacktestWorld.log(donations)
    let found = try await ExpectationCheck(model: BacktestWorld.model()).outcomes(
      of: file.expectations, in: log, by: .me)
    #expect(found.map(\.came.first?.activity.title) == ["Open b"])
    #expect(await log.users().map(\.donations) == [24], "the log itself is left alone")
  }

  @Test func `an expectation about a moment ahead knows the days until it says`() async throws {
    let donations = try BacktestWorld.history(60, seed: 6)
    let log = try await BacktestWorld.log(donations)
    let instant = try #require(donations.last).context.instant
    let observed = instant.advanced(bySeconds: -30_000)
    func outcomes(_ until: String) async throws -> [ExpectationOutcome] {
      let fields = #""at": "\#(instant.rfc3339)"\#(until), "surface": "list""#
      let json =
        #"{"log": "l", "expectations": [{\#(fields), "expect": {"not": {"activityType": "a.b"}}}]}"#
      let file = try ExpectationFile<Persona>(json: Data(json.utf8), file: "e") { _ in (Data(), "") }
      return try await ExpectationCheck(model: BacktestWorld.model()).outcomes(
        of: file.expectations, in: log, by: .me)
    }
    let known = donations.filter { $0.context.instant.milliseconds <= observed.milliseconds }
    #expect(known.count < donations.count && known.count > 10)
    let engine = SuggestionEngine(log: try await BacktestWorld.log(known), model: try BacktestWorld.model())
    var request = SuggestionRequest(in: Context(at: instant), surface: .list)
    request.observedUntil = observed
    let answer = try await engine.suggestions(request).suggestions
    let found = try await outcomes(#", "observedUntil": "\#(observed.rfc3339)""#)
    #expect(found.first?.came == Array(answer.prefix(3)) && found.first?.instant == instant)
    #expect(try await outcomes("").first?.came != found.first?.came)
    let later = instant.advanced(bySeconds: 1).rfc3339
    await #expect(throws: ExpectationCheckError.observedAfterMoment(number: 1)) {
      try await outcomes(#", "observedUntil": "\#(later)""#)
    }
  }

  @Test func `after is done just before the moment until which the days are known`() async throws {
    let all = try await outcomes(
      #"{"at": "2026-03-16 08:01", "observedUntil": "2026-03-15 20:00", "after": "mail", "expect": {"activity": "mail", "among": 3}}"#
    )
    #expect(all.map(\.holds) == [true] && all[0].instant.rfc3339 == "2026-03-16T08:01:00+00:00")
  }

  @Test func `a surface is asked with its horizon, also for what was wanted`() async throws {
    let donations = try BacktestWorld.history(40, seed: 6)
    let log = try await BacktestWorld.log(donations)
    let instant = try #require(donations.last).context.instant.advanced(bySeconds: 60)
    for surface in [Surface.list, .search] {
      let json =
        #"{"log": "l", "expectations": [{"at": "\#(instant.rfc3339)", "surface": "\#(surface.rawValue)", "expect": {"first": {"activityType": "org.example.notes.open", "userInfo": {"document": "d9"}}}}, {"at": "\#(instant.rfc3339)", "surface": "\#(surface.rawValue)", "expect": {"not": {"activityType": "org.example.notes.open"}}}]}"#
      let file = try ExpectationFile<Persona>(json: Data(json.utf8), file: "e") { _ in (Data(), "") }
      let found = try await ExpectationCheck(model: BacktestWorld.model()).outcomes(
        of: file.expectations, in: log, by: .me)
      let request = SuggestionRequest(in: Context(at: instant), surface: surface)
      #expect(file.expectations[0].horizon == request.horizon)
      #expect((request.horizon == nil) == (surface == .search))
      let engine = SuggestionEngine(log: log, model: try BacktestWorld.model())
      let answer = try await engine.suggestions(request).suggestions
      #expect(!answer.isEmpty && found[0].came == Array(answer.prefix(3)))
      #expect(found[1].wanted?.probability == answer[0].probability, "\(surface)")
    }
  }

  @Test func `a share of the seeds has to hold`() throws {
    let json =
      "{\(Self.person), \"expectations\": [{\"at\": \"2026-03-15 08:00\", \"expect\": {\"first\": \"mail\"}, \"holds\": 0.9}]}"
    let expectation = try Persona(json: Data(json.utf8), file: "e").expectations[0]
    let instant = try BacktestWorld.instant(0)
    func result(_ held: Int, of trials: Int) throws -> ExpectationResult {
      let outcomes = (0..<trials).map { index in
        (
          seed: UInt64?(UInt64(index)),
          outcome: ExpectationOutcome(
            holds: index >= trials - held, instant: instant, came: [], neverDone: nil)
        )
      }
      return try #require(ExpectationResult(of: expectation, outcomes))
    }
    #expect(try result(9, of: 10).passes && result(9, of: 10).held == 9)
    #expect(try !result(8, of: 10).passes && result(8, of: 10).seed == 0)
    #expect(try result(1, of: 1).passes && !result(0, of: 1).passes)
    #expect(ExpectationResult(of: expectation, []) == nil)
  }
}
