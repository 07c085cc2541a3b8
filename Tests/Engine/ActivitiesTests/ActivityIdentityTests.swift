import Activities
import Foundation
import Testing

/// Two activities, and whether they have the same identity.
struct IdentityPair: CustomTestStringConvertible {
  let testDescription: String
  let left: ActivityIdentity
  let right: ActivityIdentity
  let areEqual: Bool

  init(
    _ name: String, _ left: [String: ActivityValue], _ right: [String: ActivityValue], equal: Bool,
    keys: Set<String>? = nil, otherKeys: Set<String>? = nil
  ) {
    testDescription = name
    self.left = ActivityIdentity(activityType: "org.example.a", userInfo: left, requiredUserInfoKeys: keys)
    self.right = ActivityIdentity(
      activityType: "org.example.a", userInfo: right, requiredUserInfoKeys: otherKeys ?? keys)
    areEqual = equal
  }

  private static let noon = Date(timeIntervalSince1970: 43_200)

  static let values: [IdentityPair] = [
    IdentityPair("1 and 1.0", ["k": 1], ["k": 1.0], equal: true),
    IdentityPair("0 and -0.0", ["k": 0], ["k": -0.0], equal: true),
    IdentityPair("1 and 1.5", ["k": 1], ["k": 1.5], equal: false),
    IdentityPair("1 and \"1\"", ["k": 1], ["k": "1"], equal: false),
    IdentityPair("1 and true", ["k": 1], ["k": true], equal: false),
    IdentityPair(
      "2^53 and 2^53 + 1", ["k": 9_007_199_254_740_992], ["k": 9_007_199_254_740_993], equal: false),
    IdentityPair("composed and decomposed text", ["k": "é"], ["k": "e\u{301}"], equal: true),
    IdentityPair("composed and decomposed key", ["é": 1], ["e\u{301}": 1], equal: true),
    IdentityPair("text with a compatibility form", ["k": "ﬁ"], ["k": "fi"], equal: false),
    IdentityPair("case", ["k": "a"], ["k": "A"], equal: false),
    IdentityPair("null and absent", ["k": nil], [:], equal: false),
    IdentityPair("null and empty text", ["k": nil], ["k": ""], equal: false),
    IdentityPair("empty array and empty object", ["k": []], ["k": .object([:])], equal: false),
    IdentityPair("order of an array", ["k": [1, 2]], ["k": [2, 1]], equal: false),
    IdentityPair("nesting", ["k": [[1], 2]], ["k": [[1, 2]]], equal: false),
    IdentityPair("numbers in an object", ["k": .object(["a": 1])], ["k": .object(["a": 1.0])], equal: true),
    IdentityPair("text that looks like two", ["a": "b", "c": "d"], ["a": "bc", "d": ""], equal: false),
    IdentityPair("date and its text", ["k": .date(noon)], ["k": "1970-01-01T12:00:00Z"], equal: false),
    IdentityPair(
      "dates of one millisecond", ["k": .date(noon)], ["k": .date(noon.addingTimeInterval(0.0001))],
      equal: true),
    IdentityPair("data and text", ["k": .data(Data("a".utf8))], ["k": "a"], equal: false),
  ]

  static let keys: [IdentityPair] = [
    IdentityPair("absent keys: every value takes part", ["a": 1], ["a": 1, "b": 2], equal: false),
    IdentityPair("present keys: others do not", ["a": 1], ["a": 1, "b": 2], equal: true, keys: ["a"]),
    IdentityPair("present keys: they do", ["a": 1], ["a": 2], equal: false, keys: ["a"]),
    IdentityPair("empty keys: the type alone", ["a": 1], ["b": "x"], equal: true, keys: []),
    IdentityPair(
      "a required key without value", ["a": 1], ["a": 1], equal: true, keys: ["a"], otherKeys: ["a", "b"]),
    IdentityPair("a required key with null", ["a": 1], ["a": 1, "b": nil], equal: false, keys: ["a", "b"]),
    IdentityPair("all keys named", ["a": 1, "b": 2], ["a": 1, "b": 2], equal: true, otherKeys: ["b", "a"]),
  ]
}

@Suite("Identity: the same again")
struct ActivityIdentityTests {
  @Test("compares by meaning", arguments: IdentityPair.values + IdentityPair.keys)
  func pairs(_ pair: IdentityPair) {
    #expect((pair.left == pair.right) == pair.areEqual)
  }

  @Test("the order of adding keys does not matter")
  func keyOrder() {
    let names = ["b", "é", "a", "aa", "Z", "", "zz", "e\u{301}x"]
    var (forward, backward): ([String: ActivityValue], [String: ActivityValue]) = ([:], [:])
    for (index, name) in names.enumerated() { forward[name] = .integer(Int64(index)) }
    for (index, name) in names.enumerated().reversed() { backward[name] = .integer(Int64(index)) }
    backward.reserveCapacity(1_000)
    #expect(
      ActivityIdentity(activityType: "t", userInfo: forward)
        == ActivityIdentity(activityType: "t", userInfo: backward))
  }

  @Test("the type is part of it, display text and persistentIdentifier are not")
  func otherFields() throws {
    var activity = try UserActivity(activityType: "org.example.a", title: "A", userInfo: ["k": 1])
    let identity = activity.identity
    activity.title = "B"
    activity.persistentIdentifier = "p"
    activity.keywords = ["w"]
    #expect(activity.identity == identity)
    #expect(try UserActivity(activityType: "org.example.b", userInfo: ["k": 1]).identity != identity)
  }

  @Test("the digest is the same in all versions, because identities are stored")
  func knownDigest() throws {
    let identity = ActivityIdentity(activityType: "org.example.a", userInfo: ["k": 1])
    // SHA-256 of s,13,"org.example.a",o,1,s,1,"k",i,1 with lengths and numbers as eight bytes,
    // first 128 bits
    #expect(identity.description == "b5e9c7d449ca10e9e757def86fb89f4b")
    #expect(ActivityIdentity(identity.description) == identity)
    for text in [
      "", "0", String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31),
      "-" + String(repeating: "0", count: 31),
    ] {
      #expect(ActivityIdentity(text) == nil, "\(text)")
    }
  }

  @Test("orders as unsigned numbers")
  func order() {
    let values = [0, 1, UInt128.max / 2 + 1, .max].map(ActivityIdentity.init(rawValue:))
    #expect(values.shuffled().sorted() == values)
    #expect(values[0].description == String(repeating: "0", count: 32))
  }
}
