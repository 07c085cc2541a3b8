import Activities
import Continuation
import Foundation
import Testing

@Suite("Writing inputs into activities and reading them back")
struct ActivityCodableTests {
  @Test("rows 18 to 20: an input is read back unchanged; unknown keys are ignored")
  func roundTrip() throws {
    let book = Kiosk.Book("Emma", page: 12)
    let read = try Kiosk.Book(userInfo: book.userInfo.merging(["future": true]) { _, new in new })
    #expect(read.name == "Emma")
    #expect(read.page == 12)
    #expect(NoInput(userInfo: ["anything": 1]).userInfo == [:])
    #expect(NoInput().requiredUserInfoKeys == [])
  }

  @Test("values of every type are read back unchanged")
  func values() throws {
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    try expectRoundTrip("text")
    try expectRoundTrip(true)
    try expectRoundTrip(Int.min)
    try expectRoundTrip(-0.1)
    try expectRoundTrip(Date(timeIntervalSince1970: 12.5))
    try expectRoundTrip(url)
    try expectRoundTrip(Data([0, 255]))
    try expectRoundTrip([[1, 2], [], [3]])
  }

  private func expectRoundTrip<Value: ActivityValueConvertible & Equatable>(_ value: Value) throws {
    let userInfo = ["key": value.activityValue]
    #expect(try userInfo.value(Value.self, forKey: "key") == value)
    #expect(try userInfo.valueIfPresent(Value.self, forKey: "other") == nil)
    #expect(try ["key": ActivityValue.null].valueIfPresent(Value.self, forKey: "key") == nil)
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
    for key in ["half", "huge"] {
      #expect(throws: ActivityCodableError.invalidValue(key: key)) {
        try userInfo.value(Int.self, forKey: key)
      }
    }
    #expect(throws: ActivityCodableError.invalidValue(key: "odd")) {
      try userInfo.value(Double.self, forKey: "odd")
    }
  }

  @Test("errors name keys and types, never values")
  func descriptions() {
    #expect(ActivityCodableError.missingKeys(["a", "b.c"]).description == "userInfo lacks a, b.c")
    #expect(
      ActivityCodableError.missingKeys(["people/Secret/name"]).description == "userInfo lacks people/…",
      "keys of dictionaries are the user's")
    #expect(
      ActivityCodableError.unreadable(errorType: "Oops").description == "the input cannot be read: Oops")
    #expect(ActivityCodableError.invalidValue(key: "a").description.contains("value of a in userInfo"))
  }
}
