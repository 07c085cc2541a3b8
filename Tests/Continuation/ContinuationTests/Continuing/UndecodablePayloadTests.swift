import Activities
import Continuation
import Foundation
import Storage
import Suggestions
import Testing

@Suite("Payloads that cannot be read")
struct UndecodablePayloadTests {
  @Test(
    "P18, rows 21, 103: an unreadable payload gives a typed result, performs nothing, and is quarantined",
    arguments: [
      ([:], ActivityCodableError.missingKeys(["name"])), (["name": nil], .missingKeys(["name"])),
      (["name": 7], .invalidValue(key: "name")),
      (["name": "Secret diary", "page": "five"], .invalidValue(key: "page")),
    ] as [([String: ActivityValue], ActivityCodableError)])
  func undecodable(userInfo: [String: ActivityValue], error: ActivityCodableError) async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(activityType: Kiosk.readType, title: "Read Secret", userInfo: userInfo)
    #expect(try await process.goOn(activity, at: 3).words == "undecodable: \(error)")
    #expect(process.screen.items.isEmpty)
    #expect(try await process.donations().isEmpty)
    let payload = try #require(process.continuer.quarantine.payloads.first)
    #expect(process.continuer.quarantine.payloads.count == 1)
    #expect(payload.activity == activity)
    #expect(payload.identity == activity.identity)
    #expect(payload.error == error)
    #expect(try payload.instant == Kiosk.context(3).instant)
    #expect(payload.isRetired)
    #expect(payload.description == "\(Kiosk.readType) \(activity.identity): \(error); retired")
    #expect(!payload.description.contains("Secret"))
    process.continuer.quarantine.removeAll()
    #expect(process.continuer.quarantine.payloads.isEmpty)
  }

  @Test("row 21: an error of the input's own is reported by type; a URL alone is not quarantined")
  func ownError() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let url = try #require(URL(string: "kiosk://draw?name=Strange"))
    let now = try Kiosk.context(1)
    let result = await process.continuer.open(url, in: now, with: process.router)
    #expect(result.words == "undecodable: the input cannot be read: Failure")
    #expect(process.continuer.quarantine.payloads.isEmpty)
    let activity = try UserActivity(activityType: Kiosk.drawType, userInfo: ["hunch.action.url": .url(url)])
    #expect(try await process.goOn(activity).words == "undecodable: the input cannot be read: Failure")
    #expect(process.continuer.quarantine.payloads.map(\.error) == [.unreadable(errorType: "Failure")])
    let empty = try #require(URL(string: "kiosk://draw"))
    #expect(
      await process.continuer.open(empty, in: now, with: process.router).words
        == "undecodable: userInfo lacks name")
  }

  @Test(
    "P18: after an update that cannot read it, the suggestion is retired, for every engine on the log",
    arguments: 1...20)
  func retired(number: Int) async throws {
    let process = try Kiosk.Process()
    let old = try UserActivity(
      activityType: Kiosk.readType, title: "Read the old one",
      userInfo: ["title \(number)": "Emma", "page": .integer(Int64(number))],
      requiredUserInfoKeys: ["title \(number)"])
    _ = try await process.log.ingest([Donation(of: old, in: Kiosk.context(1))], at: Kiosk.context(1).instant)
    try await process.read(Kiosk.Book("Ulysses"), at: 2)
    func suggestions(_ engine: SuggestionEngine, at minutes: Int64) async throws -> [Suggestion] {
      try await engine.suggestions(SuggestionRequest(in: Kiosk.context(minutes))).suggestions
    }
    let before = try await suggestions(process.engine, at: 5)
    let suggestion = try #require(before.first { $0.identity == old.identity })
    let result = await process.continuer.continueActivity(
      of: suggestion, in: try Kiosk.context(6), with: process.router)
    #expect(result.words == "undecodable: userInfo lacks name")
    #expect(process.continuer.quarantine.payloads.map(\.isRetired) == [true])

    let other = try Kiosk.Process(log: process.log)
    for engine in [process.engine, other.engine] {
      #expect(try await suggestions(engine, at: 7).map(\.activity.title) == ["Read it"])
      #expect(try await suggestions(engine, at: 5).count == 2, "as of then, it was still one")
    }
    _ = try await process.log.ingest([Donation(of: old, in: Kiosk.context(8))], at: Kiosk.context(8).instant)
    for engine in [process.engine, other.engine] {
      #expect(try await suggestions(engine, at: 9).count == 2, "done again, it is suggested again")
    }
  }

  @Test("an unreadable hand-off retires nothing here")
  func handedOff() async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["title": "Emma"])
    #expect(try await process.goOn(activity, from: .handoff).words == "undecodable: userInfo lacks name")
    #expect(process.continuer.quarantine.payloads.map(\.isRetired) == [false])
    #expect(try await process.log.feedback(of: .me).isEmpty)
  }

  @Test("the quarantine keeps the newest 64; without a recorder nothing is retired")
  func bounded() async throws {
    let process = try Kiosk.Process()
    let continuer = ActivityContinuer(dispatcher: process.dispatcher)
    for number in 0..<66 {
      let activity = try UserActivity(
        activityType: Kiosk.readType, userInfo: ["number": .integer(Int64(number))])
      _ = await continuer.continueActivity(activity, in: try Kiosk.context(1), with: process.router)
    }
    let payloads = continuer.quarantine.payloads
    #expect(payloads.count == 64)
    #expect(payloads.first?.activity.userInfo == ["number": 2])
    #expect(payloads.allSatisfy { !$0.isRetired && !$0.description.contains("retired") })
    #expect(try await process.log.feedback(of: .me).isEmpty)
  }
}
