import Activities
import Continuation
import Foundation
import Testing

@Suite("Inputs that are merely Codable")
struct CodableInputTests {
  struct Stop: Codable, Hashable {
    var name: String
    var platform: Int?
  }

  /// An input that only names its required keys.
  struct Journey: Codable, Hashable, ActivityCodable {
    var line: Int
    var date = Date(timeIntervalSince1970: 9)
    var stops: [Stop] = []
    var delays: [String: Double] = [:]
    var note: String?
    var requiredUserInfoKeys: Set<String>? { ["line", "stops", "date", "delays"] }
  }

  /// An input without keys of its own.
  struct Ticket: Codable, ActivityCodable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  enum Travel: Action {
    static let activityType = "org.example.travel.go"
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Travel on" }
    static func perform(
      _ context: ActionContext<Journey>, presenter: Kiosk.Screen
    ) async throws -> ActionPerformOutcome {
      presenter.show(.sketch("\(context.input)"), from: context.source)
      return .success
    }
  }

  enum Ride: Action {
    static let activityEligibility: ActivityEligibility = [.perform]
    static func perform(_ context: ActionContext<Ticket>, presenter: NoPresenter) -> ActionPerformOutcome {
      .success
    }
  }

  enum Station: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Travel.self)
      actions.declare(Ride.self)
    }
  }

  private let process: Kiosk.Process

  init() throws {
    process = try Kiosk.Process(features: [Station.self])
  }

  private func travel(_ journey: Journey) async throws -> ActionOutcome {
    try await process.dispatcher.perform(
      Travel.self, in: Station.self, input: journey, presenter: process.screen,
      circumstances: Kiosk.context(0))
  }

  @Test("row 20: an input is written under its coding keys, in types that userInfo knows, and read back")
  func roundTrip() throws {
    let journey = Journey(
      line: 7, stops: [Stop(name: "Ulm", platform: 2)], delays: ["Ulm": 1.5], note: "window")
    let userInfo = try journey.userInfo
    #expect(
      userInfo == [
        "line": 7, "date": .date(journey.date), "delays": ["Ulm": 1.5], "note": "window",
        "stops": [["name": "Ulm", "platform": 2]],
      ])
    #expect(try Journey(userInfo: userInfo.merging(["future": true]) { _, new in new }) == journey)
  }

  @Test("rows 18, 20: published and continued, it has its required values again, and no others")
  func continued() async throws {
    var journey = Journey(line: 7, stops: [Stop(name: "Ulm")], delays: ["Ulm": 2], note: "window")
    let activity = try #require(try await travel(journey).publication.get()?.activity)
    #expect(activity.userInfo["note"] == "window")
    #expect(try await process.goOn(activity).words == "success")
    journey.note = nil
    #expect(process.screen.items.last == .sketch("\(journey)"))
  }

  @Test(
    "row 21: an unreadable value is reported with the path of its key",
    arguments: [
      (["line": nil], .missingKeys(["line"])), (["line": .null], .missingKeys(["line"])),
      (["line": "seven"], .invalidValue(key: "line")), (["line": 1e300], .invalidValue(key: "line")),
      (["stops": [["platform": 2]]], .missingKeys(["stops/0/name"])),
      (["stops": [["name": "Ulm", "platform": "two"]]], .invalidValue(key: "stops/0/platform")),
      (["delays": ["Ulm": "late"]], .invalidValue(key: "delays/Ulm")),
    ] as [([String: ActivityValue?], ActivityCodableError)])
  func unreadable(change: [String: ActivityValue?], error: ActivityCodableError) async throws {
    var activity = try #require(try await travel(Journey(line: 7)).publication.get()?.activity)
    for (key, value) in change { activity.userInfo[key] = value }
    #expect(throws: error) { try Journey(userInfo: activity.userInfo) }
    #expect(try await process.goOn(activity).words == "undecodable: \(error)")
    #expect(!"\(error)".contains("Ulm"), "keys of dictionaries are the user's")
    #expect(process.continuer.quarantine.payloads.map(\.error) == [error])
  }

  @Test("row 20: an input that cannot be written is refused, but the action was performed")
  func unwritable() async throws {
    let outcome = try await travel(Journey(line: 7, delays: ["Ulm": .infinity]))
    #expect(outcome.faults == [.unwritableInput(.unwritable(key: "delays/Ulm"))])
    #expect(process.screen.items.count == 1)
    #expect(try await process.donations().isEmpty)
    let keyless = try await process.dispatcher.perform(
      Ride.self, in: Station.self, input: Ticket(4), presenter: NoPresenter(), circumstances: Kiosk.context(0)
    )
    #expect(keyless.faults == [.unwritableInput(.unwritable(key: nil))])
    let report = process.dispatcher.publisher.explain(Ride.self, in: Station.self, input: Ticket(4))
    #expect(
      report.state(of: .continuable) == .closed(ActivityCodableError.unwritable(key: nil).description))
  }
}
