import Activities
import Continuation
import Foundation
import Testing

@Suite("Declaring actions, and what they work on")
struct RegistryTests {
  @Test("an activity type has one action")
  func duplicates() throws {
    var actions = ActionRegistry()
    try actions.declare(PlayTrack.self)
    try actions.declare(Stop.self)
    let refusal = ContinuationError.duplicateActivityType(PlayTrack.activityType)
    #expect(throws: refusal) { try actions.declare(PlayTrackLoudly.self) }
    #expect(throws: refusal) { try actions.declare(PlayTrack.self) }
    #expect(actions.activityTypes == [PlayTrack.activityType, Stop.activityType])
  }

  @Test("a type that is none is refused when declared")
  func invalidType() throws {
    var actions = ActionRegistry()
    #expect(throws: ContinuationError.invalidActivity(.invalidActivityType)) {
      try actions.declare(Nameless.self)
    }
    #expect(actions.activityTypes.isEmpty)
  }

  @Test("an input comes back as it was, from all of userInfo")
  func roundTrip() throws {
    let track = Track("Flamenco Sketches", rating: 3, position: 0.25)
    #expect(try Track(userInfo: track.userInfo) == track)
    #expect(try PlayTrack.activity(for: track).restorationPayload == ["name": "Flamenco Sketches"])
    #expect(try Stop.activity(for: NoInput()).requiredUserInfoKeys == [])
    #expect(try Stop.activity(for: NoInput()).title == nil)
  }

  @Test("values of every kind come back as they were")
  func values() throws {
    let date = Date(timeIntervalSince1970: 12.5)
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    try expectRoundTrip("text")
    try expectRoundTrip(true)
    try expectRoundTrip(Int.min)
    try expectRoundTrip(-0.1)
    try expectRoundTrip(date)
    try expectRoundTrip(url)
    try expectRoundTrip(Data([0, 255]))
    try expectRoundTrip([[1, 2], [], [3]])
  }

  private func expectRoundTrip<Value: ActivityValueConvertible & Equatable>(_ value: Value) throws {
    let userInfo = ["key": value.activityValue]
    #expect(try userInfo.value(Value.self, forKey: "key") == value)
    #expect(throws: ActivityCodableError.missingKeys(["other"])) {
      try userInfo.value(Value.self, forKey: "other")
    }
    #expect(throws: ActivityCodableError.invalidValue(key: "key")) {
      try ["key": ActivityValue.object([:])].value(Value.self, forKey: "key")
    }
  }

  @Test("numbers are read by their value, and never rounded")
  func numbers() throws {
    let userInfo: [String: ActivityValue] = [
      "two": 2.0, "half": 0.5, "huge": 1e300, "odd": .integer(9_007_199_254_740_993),
    ]
    #expect(try userInfo.value(Int.self, forKey: "two") == 2)
    #expect(try ["two": ActivityValue.integer(2)].value(Double.self, forKey: "two") == 2)
    #expect(throws: ActivityCodableError.invalidValue(key: "half")) {
      try userInfo.value(Int.self, forKey: "half")
    }
    #expect(throws: ActivityCodableError.invalidValue(key: "huge")) {
      try userInfo.value(Int.self, forKey: "huge")
    }
    #expect(throws: ActivityCodableError.invalidValue(key: "odd")) {
      try userInfo.value(Double.self, forKey: "odd")
    }
  }

  @Test("errors name keys and types, never values")
  func descriptions() {
    let error = ContinuationError.undecodable(.missingKeys(["a", "b"]))
    #expect(error.description == "the activity cannot be continued: userInfo lacks a, b")
  }
}
